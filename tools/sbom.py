"""Writes the bill of materials, dist/sbom.json (CycloneDX 1.6): ``make sbom``."""

from __future__ import annotations

import uuid
from datetime import UTC, datetime

from cyclonedx.contrib.license.factories import LicenseFactory
from cyclonedx.model import Property
from cyclonedx.model.bom import Bom
from cyclonedx.model.component import Component, ComponentScope, ComponentType
from cyclonedx.model.tool import ToolRepository
from cyclonedx.output.json import JsonV1Dot6
from packageurl import PackageURL

import sheetkit
from tools.locked import LOCK, ROOT, Locked, locked
from tools.third_party import running

FILE = ROOT / "dist" / "sbom.json"


def component(one: Locked, scope: ComponentScope) -> Component:
    """One pin: its address, its licence, the hashes of all its files."""
    properties = [Property(name="pip:marker", value=one.marker)] if one.marker else []
    # CycloneDX has one hash an algorithm for a component, a pin has one for each of its files.
    properties += [
        Property(name=f"pip:sha256:{number:02}", value=digest)
        for number, digest in enumerate(sorted(one.hashes))
    ]
    return Component(
        type=ComponentType.LIBRARY,
        name=one.name,
        version=one.version,
        scope=scope,
        bom_ref=f"{one.name}@{one.version}",
        purl=PackageURL("pypi", None, one.name, one.version),
        licenses=[LicenseFactory().make_from_string(one.licence)],
        properties=properties,
    )


def bill() -> str:
    """The bill as JSON: the same text for the same lock file."""
    needed = running()
    root = Component(
        type=ComponentType.APPLICATION,
        name="sheetkit",
        version=sheetkit.__version__,
        bom_ref="sheetkit",
        licenses=[LicenseFactory().make_from_string("MIT")],
    )
    bom = Bom()
    bom.metadata.component = root
    bom.metadata.tools = ToolRepository()
    parts: dict[str, list[Component]] = {}
    for one in locked():
        scope = ComponentScope.REQUIRED if one.name in needed else ComponentScope.EXCLUDED
        parts.setdefault(one.name, []).append(component(one, scope))
    bom.components = {part for some in parts.values() for part in some}
    for name, inner in needed.items():
        below = [part for other in inner for part in parts.get(other, [])]
        for part in parts[name]:
            bom.register_dependency(part, below)
    bom.register_dependency(root, [part for name in needed for part in parts[name]])
    # No clock and no chance: the number is the lock file's own.
    lock = LOCK.read_text(encoding="utf-8")
    bom.serial_number = uuid.uuid5(uuid.NAMESPACE_URL, f"sheetkit {sheetkit.__version__} {lock}")
    bom.metadata.timestamp = datetime.fromtimestamp(0, UTC)
    return str(JsonV1Dot6(bom).output_as_string(indent=2)) + "\n"


if __name__ == "__main__":
    FILE.parent.mkdir(exist_ok=True)
    FILE.write_text(bill(), encoding="utf-8")
