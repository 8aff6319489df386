"""One file per manifest format. The folder is the registry: a module that forgets its `FORMAT` fails at import."""

from __future__ import annotations

from sealskill.model.manifest import Manifest
from sealskill.read.formats import skill_json, skill_md, skill_yaml
from sealskill.read.formats.format import Format

MANIFEST_FORMATS: dict[str, Format[Manifest]] = {
    one.FORMAT.filename: one.FORMAT for one in (skill_md, skill_json, skill_yaml)
}
