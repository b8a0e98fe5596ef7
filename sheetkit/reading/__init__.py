"""From a photo to marks. The one place that knows OpenCV and pixels; knows no rules."""
