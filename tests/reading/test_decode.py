"""Files of every kind become pictures, or one clear error."""

import io
import os
import warnings
import zlib
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import cv2
import numpy as np
import pypdf
import pypdf.annotations
import pytest
from PIL import Image

from sheetkit.errors import PhotoError
from sheetkit.reading import decode, read_photo
from sheetkit.reading.decode import open_pictures
from sheetkit.reading.jpeg import MOST_SEGMENTS, scans_of

SAMPLES = Path(__file__).parents[2] / "samples"


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


def several(kind):
    pages = [Image.fromarray(np.full_like(stripes(), grey)) for grey in (0, 100, 200)]
    file = io.BytesIO()
    pages[0].save(file, kind, save_all=True, append_images=pages[1:])
    return open_pictures(file.getvalue())


@pytest.mark.parametrize("kind", ["TIFF", "HEIF"])
def test_each_page_of_a_tiff_or_heic_is_a_picture(kind):
    decode._register_heif()
    assert [(p.page, round(p.pixels.mean(), -1)) for p in several(kind)] == [
        (1, 0), (2, 100), (3, 200)]  # fmt: skip


@pytest.mark.parametrize("kind", ["GIF", "WEBP", "PNG"])
def test_of_an_animation_the_first_picture_is_read(kind):
    pictures = several(kind)
    assert next(pictures).pixels.mean() < 10
    with pytest.raises(PhotoError, match="only the first of 3 pictures") as error:
        next(pictures)
    assert error.value.code == "too-large"


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


@pytest.mark.parametrize(("size", "by"), [((2403, 1807), 2), ((4010, 3006), 2), ((1900, 1401), 1)])
def test_the_overview_is_small(size, by):
    pixels = cv2.GaussianBlur(cv2.resize(stripes(), size), (0, 0), 9)
    (picture,) = open_pictures(cv2.imencode(".jpg", pixels)[1].tobytes())
    width, height = picture.size_px
    assert picture.overview.by == by
    assert picture.overview.grey.shape == (height // by, width // by)


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
        (saved("WEBP", lossless=True)[:20], "truncated"),
        (saved("AVIF")[:40], "truncated"),
        (b"\0\0\0\x20ftypisom" + bytes(40), "not-an-image"),
    ],
)
def test_what_cannot_be_read_is_named(content, code):
    with pytest.raises(PhotoError) as error:
        list(open_pictures(content))
    assert error.value.code == code
    assert error.value.remedy


def in_pages(*objects):
    """A PDF of these objects; the first is its catalogue."""
    out, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, 1):
        places.append(len(out))
        out += b"%d 0 obj\n%s\nendobj\n" % (number, body)
    rows = b"".join(b"%010d 00000 n \n" % place for place in places)
    table = b"xref\n0 %d\n0000000000 65535 f \n" % (len(places) + 1) + rows
    end = b"trailer\n<</Size %d/Root 1 0 R>>\nstartxref\n%d\n%%%%EOF"
    return out + table + end % (len(places) + 1, len(out))


CATALOGUE = b"<</Type/Catalog/Pages 2 0 R>>"
LEAF = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 595 842]/Contents 5 0 R>>"
MILLION = in_pages(
    CATALOGUE, b"<</Type/Pages/Count 1000000/Kids[" + b"4 0 R " * 1000 + b"]>>", LEAF,
    b"<</Type/Pages/Parent 2 0 R/Count 1000/Kids[" + b"3 0 R " * 1000 + b"]>>",
)  # fmt: skip


def drawing(content):
    packed = zlib.compress(content)
    stream = b"<</Filter/FlateDecode/Length %d>>stream\n%s\nendstream" % (len(packed), packed)
    return in_pages(CATALOGUE, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", LEAF, b"null", stream)


def locked():
    writer = pypdf.PdfWriter()
    writer.add_blank_page(595, 842)
    writer.encrypt("secret", algorithm="RC4-128")
    file = io.BytesIO()
    writer.write(file)
    return file.getvalue()


@pytest.mark.parametrize(
    ("content", "code"),
    [
        (MILLION, "too-large"),
        (drawing(b" " * 1_200_000_000), "too-large"),
        (drawing(b"q 0 0 m 595 842 l S Q\n" * 3_000_000), "too-large"),
        (locked(), "encrypted"),
    ],
    ids=["a million pages", "more than memory", "drawn for minutes", "a password"],
)
def test_a_pdf_that_asks_for_too_much_is_named(content, code, monkeypatch):
    monkeypatch.setattr("sheetkit.reading.pdf.PATIENCE_S", 4.0)
    with pytest.raises(PhotoError) as error:
        list(open_pictures(content))
    assert error.value.code == code
    assert error.value.remedy


def test_pages_before_a_damaged_one_are_read():
    content = in_pages(CATALOGUE, b"<</Type/Pages/Kids[3 0 R]/Count 9>>", LEAF, b"null", b"null")
    codes = [problem.code for problem in read_photo(content).problems]
    assert codes == ["no-sheet", "not-an-image"]


def test_a_page_of_a_tiff_that_is_too_long_is_told():
    pages, file = [Image.new("L", size, 255) for size in ((64, 48), (4, 60_001))], io.BytesIO()
    pages[0].save(file, "TIFF", save_all=True, append_images=pages[1:])
    reading = read_photo(file.getvalue())
    assert [problem.code for problem in reading.problems] == ["no-sheet", "too-large"]


def test_a_reduced_copy_of_a_page_is_no_page():
    pages, file = [Image.new("L", size, 255) for size in ((64, 48), (32, 24))], io.BytesIO()
    pages[1].encoderinfo = {"tiffinfo": {254: 1}}
    pages[0].save(file, "TIFF", save_all=True, append_images=pages[1:])
    assert len(list(open_pictures(file.getvalue()))) == 1


@pytest.mark.parametrize("size", [(3, 5000), (5000, 1), (1, 1)])
def test_a_picture_of_a_few_pixels_across_has_no_sheet(size):
    file = io.BytesIO()
    Image.new("L", size, 200).save(file, "PNG")
    assert [problem.code for problem in read_photo(file.getvalue()).problems] == ["no-sheet"]


@pytest.mark.parametrize("executable", [None, "", "/no/python"])
def test_where_no_python_starts_a_pdf_is_told(executable, monkeypatch):
    monkeypatch.setattr("sys.executable", executable)
    monkeypatch.setenv("PATH", "")
    with pytest.raises(PhotoError) as error:
        read_photo(saved("PDF"))
    assert error.value.code == "no-python"


@pytest.mark.parametrize(
    ("marks", "told"),
    [
        ([pypdf.annotations.Line((10, 10), (40, 40), (10, 10, 40, 40))], True),
        ([pypdf.annotations.FreeText(text="X", rect=(10, 10, 40, 40))], True),
        ([pypdf.annotations.PolyLine([(10, 10), (40, 40)])], True),
        ([pypdf.annotations.Ellipse((10, 10, 40, 40))], False),  # these are drawn
        ([pypdf.annotations.Popup(rect=(10, 10, 40, 40))], False),
        ([], False),
    ],
)
def test_what_lies_on_a_page_and_cannot_be_drawn_is_told(marks, told):
    writer = pypdf.PdfWriter()
    writer.add_blank_page(595, 842)
    for mark in marks:
        writer.add_annotation(0, mark)
    file = io.BytesIO()
    writer.write(file)
    problems = read_photo(file.getvalue()).problems
    assert ("not-drawn" in [problem.code for problem in problems]) is told
    hidden = file.getvalue().replace(b"/Rect", b"/F 2 /Rect")
    assert "not-drawn" not in [problem.code for problem in read_photo(hidden).problems]


def test_pages_of_a_tiff_beyond_the_limit_are_told(monkeypatch):
    monkeypatch.setattr("sheetkit.reading.decode.MOST_PAGES", 2)
    pages = [Image.fromarray(stripes()) for _ in range(3)]
    file = io.BytesIO()
    pages[0].save(file, "TIFF", save_all=True, append_images=pages[1:])
    problems = read_photo(file.getvalue()).problems
    assert any("only the first 2 pages" in problem.message for problem in problems)


@pytest.mark.parametrize("mode", ["RGBA", "CMYK", "P", "1", "I;16"])
def test_a_huge_picture_is_halved(mode, monkeypatch):
    monkeypatch.setattr("sheetkit.reading.decode.LARGEST_KEPT", 1000)
    (picture,) = open_pictures(saved("TIFF" if mode == "CMYK" else "PNG", mode))
    assert (picture.size_px, picture.shrink) == ((32, 24), 2)
    assert picture.pixels[12:, 16:].mean() > 240


def test_a_jpeg_of_a_thousand_passes_is_not_drawn():
    whole = saved("JPEG", progressive=True)
    last = whole.rfind(b"\xff\xda")
    with pytest.raises(PhotoError, match="passes"):
        list(open_pictures(whole[:-2] + whole[last:-2] * 1_000_000 + whole[-2:]))


def test_segments_without_number_are_not_walked_through():
    whole = saved("JPEG", progressive=True)
    last = whole.rfind(b"\xff\xda")
    comments = b"\xff\xfe\x00\x02" * 100_000
    assert scans_of(whole[:last] + comments + whole[last:]) == MOST_SEGMENTS


def test_a_film_that_a_phone_appends_is_no_part_of_the_picture():
    jpeg = saved("JPEG")
    film = b"\xff\xda" * 1000
    assert scans_of(jpeg) == scans_of(jpeg + film) == 1
    assert scans_of(saved("JPEG", progressive=True) + film) > 5


def test_what_looks_like_the_end_in_a_comment_does_not_end_the_picture():
    whole = saved("JPEG", progressive=True)
    last = whole.rfind(b"\xff\xda")
    comment = b"\xff\xfe\x00\x04\xff\xd9"
    assert scans_of(whole[:last] + comment + whole[last:]) == scans_of(whole)


def test_a_file_that_grows_while_it_is_read_is_told(tmp_path, monkeypatch):
    path = tmp_path / "a.jpg"
    path.write_bytes(saved("JPEG"))
    size = path.stat().st_size - 1
    monkeypatch.setattr(
        type(path), "stat", lambda *_, **__: os.stat_result([33188, *[0] * 5, size, 0, 0, 0])
    )
    with pytest.raises(PhotoError, match="being changed"):
        list(open_pictures(path))


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


@pytest.mark.parametrize("kind", [".png", ".jpg"])
def test_a_very_long_picture_shows_its_sheets(kind):
    photo = cv2.imread(str(SAMPLES / "02-ticks.jpg"))
    photo = cv2.resize(photo, (1200, 900), interpolation=cv2.INTER_AREA)
    long = np.full((900, decode.LONGEST_KEPT + 1000, 3), 180, np.uint8)
    long[:, :1200] = photo
    (sheet,) = read_photo(cv2.imencode(kind, long)[1].tobytes()).sheets
    assert sheet.status == "read"
    right = max(x for x, _ in sheet.corners)
    assert 600 < right < 1200


@pytest.mark.parametrize("kind", ["PNG", "TIFF"])
@pytest.mark.parametrize("orientation", [1, 3, 6])
def test_more_than_eight_bits_are_turned_as_eight_are(kind, orientation):
    slope = (np.arange(64 * 48).reshape(48, 64) * 20).astype(np.uint16)
    exif = Image.Exif()
    exif[0x0112] = orientation
    how = {"exif": exif} if kind == "PNG" else {"tiffinfo": {0x0112: orientation}}
    seen = []
    for pixels in (slope, (slope >> 8).astype(np.uint8)):
        file = io.BytesIO()
        Image.fromarray(pixels).save(file, kind, **how)
        (picture,) = open_pictures(file.getvalue())
        seen.append(picture.pixels.astype(int))
    assert seen[0].shape == seen[1].shape
    assert np.abs(seen[0] - seen[1]).max() <= 1


def test_a_tiff_of_fractions_is_as_bright_as_it_is():
    values = np.linspace(0, 1, 64 * 48, dtype=np.float32).reshape(48, 64)
    file = io.BytesIO()
    Image.fromarray(values).save(file, "TIFF")
    (picture,) = open_pictures(file.getvalue())
    assert (picture.pixels.min(), picture.pixels.max()) == (0, 255)


def test_what_pillow_and_warnings_are_set_to_is_left_as_it_was():
    small = saved("PNG")
    filters, limit = [*warnings.filters], Image.MAX_IMAGE_PIXELS
    with ThreadPoolExecutor(8) as pool:
        list(pool.map(lambda _: [*open_pictures(small)], range(64)))
    assert (warnings.filters, Image.MAX_IMAGE_PIXELS) == (filters, limit)
    assert limit is not None
