"""Every dependency with its licence, in a list for people and in one for programs."""

import json
import re
from pathlib import Path

import pytest
from cyclonedx.schema import SchemaVersion
from cyclonedx.validation.json import JsonStrictValidator

from tools import sbom, third_party
from tools.locked import CARRIED, LOCK, locked

ROOT = Path(__file__).parent.parent


@pytest.fixture(scope="module")
def bill():
    return sbom.bill()


def test_every_pin_of_the_lock_is_understood():
    pinned = re.findall(r"^([a-z0-9.-]+)==(\S+)", LOCK.read_text(), re.MULTILINE)
    assert [(one.name, one.version) for one in locked()] == pinned
    assert all(one.hashes for one in locked())


def test_the_list_of_licences_is_complete_and_what_make_writes():
    page = (ROOT / "THIRD-PARTY.md").read_text()
    assert page == third_party.page(), "make licences"
    listed = re.findall(r"^\| \[?([a-z0-9-]+)\]?\S* \| (\S+) \| (.+) \|$", page, re.MULTILINE)
    assert {(name, version) for name, version, _ in listed if name != "package"} == {
        (one.name, one.version) for one in locked()
    }
    assert {one.name for one in locked()} >= CARRIED.keys()


def test_no_locked_package_is_without_a_licence():
    assert [one.name for one in locked() if not one.licence] == []


def test_the_bill_of_materials_is_valid_and_complete(bill):
    assert JsonStrictValidator(SchemaVersion.V1_6).validate_str(bill) is None
    told = json.loads(bill)
    parts = {(part["name"], part["version"]): part for part in told["components"]}
    assert parts.keys() == {(one.name, one.version) for one in locked()}
    assert parts["hypothesis", told_version(told, "hypothesis")]["scope"] == "excluded"
    assert parts["reportlab", told_version(told, "reportlab")]["scope"] == "required"


def told_version(told, name):
    return next(part["version"] for part in told["components"] if part["name"] == name)


def test_the_bill_of_materials_is_the_same_each_time(bill):
    assert sbom.bill() == bill
