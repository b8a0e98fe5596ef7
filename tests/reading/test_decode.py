"""Files of every kind become pictures, or one clear error."""

import io
import zlib

import cv2
import numpy as np
import pytest
from PIL import Image

from sheetkit.errors import PhotoError
from sheetkit.reading.decode import open_pictures


def stripes(width=64, height=48):
    """A picture whose top left corner alone is red."""
    pixels = np.full((height, width, 3), 255, np.uint8)
    pixels[:8, :8] = (0, 0, 255)
    return pixels


def saved(kind, mode="RGB", **options):
    image = Image.fromarray(np.ascontiguousarray(stripes()[:, :, ::-1])).convert(mode)
    file = io.BytesIO()
    image.save(file, kind, **options)
    return file.getvalue()


@pytest.mark.parametrize(
    ("kind", "mode"),
    [("JPEG", "RGB"), ("JPEG", "CMYK"), ("JPEG", "L"), ("PNG", "RGBA"), ("PNG", "P"),
     ("WEBP", "RGB"), ("TIFF", "RGB"), ("PNG", "I;16"), ("PDF", "RGB"), ("BMP", "RGB")],
)  # fmt: skip
def test_each_format_gives_one_picture(kind, mode):
    (picture,) = open_pictures(saved(kind, mode))
    height, width = picture.pixels.shape[:2]
    assert picture.pixels.dtype == np.uint8
    assert width / height == pytest.approx(64 / 48, rel=0.02)
    assert picture.pixels[height // 2 :, width // 2 :].mean() > 240


def test_each_page_of_a_tiff_is_a_picture():
    pages = [Image.fromarray(stripes()) for _ in range(3)]
    file = io.BytesIO()
    pages[0].save(file, "TIFF", save_all=True, append_images=pages[1:])
    assert [picture.page for picture in open_pictures(file.getvalue())] == [1, 2, 3]


@pytest.mark.parametrize(
    ("orientation", "corner"),
    [(1, (0, 0)), (2, (0, -1)), (3, (-1, -1)), (4, (-1, 0)),
     (5, (0, 0)), (6, (0, -1)), (7, (-1, -1)), (8, (-1, 0))],
)  # fmt: skip
def test_exif_orientation_is_applied(orientation, corner):
    exif = Image.Exif()
    exif[0x0112] = orientation
    (picture,) = open_pictures(saved("JPEG", exif=exif, quality=95))
    blue, _, red = (int(v) for v in picture.pixels[corner])
    assert red - blue > 100
    assert (picture.pixels.shape[0] > picture.pixels.shape[1]) == (orientation >= 5)


def test_a_large_jpeg_is_decoded_reduced_and_finer_on_demand():
    content = cv2.imencode(".jpg", stripes(4000, 3000))[1].tobytes()
    (picture,) = open_pictures(content)
    assert (picture.size_px, picture.shrink) == ((2000, 1500), 2.0)
    assert picture.finer is not None
    assert picture.finer().size_px == (4000, 3000)


def png_header(width, height):
    """A PNG that claims that size and ends there."""
    chunk = b"IHDR" + width.to_bytes(4, "big") + height.to_bytes(4, "big") + b"\x08\x02\0\0\0"
    crc = zlib.crc32(chunk).to_bytes(4, "big")
    return b"\x89PNG\r\n\x1a\n" + (13).to_bytes(4, "big") + chunk + crc + b"\0\0\1\0IDAT"


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (b"", "empty-file"),
        (b"just some text\n" * 9, "not-an-image"),
        (b"%PDF-1.7\nnot really", "not-an-image"),
        (saved("JPEG")[:-200], "truncated"),
        (saved("PNG")[:-60], "truncated"),
        (png_header(20_000, 20_000), "too-large"),
        (png_header(64, 48), "truncated"),
    ],
)
def test_what_cannot_be_read_is_named(content, code):
    with pytest.raises(PhotoError) as error:
        list(open_pictures(content))
    assert error.value.code == code
    assert error.value.remedy


def test_a_missing_file_is_named(tmp_path):
    with pytest.raises(PhotoError) as error:
        list(open_pictures(tmp_path / "none.jpg"))
    assert error.value.code == "no-file"


def test_a_thumbnail_does_not_hide_a_cut():
    thumbnail = saved("JPEG")
    exif = b"Exif\0\0" + thumbnail
    whole = saved("JPEG")
    segment = b"\xff\xe1" + (len(exif) + 2).to_bytes(2, "big") + exif
    with pytest.raises(PhotoError) as error:
        list(open_pictures(whole[:2] + segment + whole[2:-100]))
    assert error.value.code == "truncated"
