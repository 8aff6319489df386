"""Every manifest printed in the founding documents loads, as printed, with its capabilities intact."""

from __future__ import annotations

from pathlib import Path

import pytest
from tests.read.formats.parsing import parse_json, parse_md, parse_yaml, stops
from tests.read.ground import errors, one_draft, plant

from sealskill.model.manifest import Manifest, ToolClass
from sealskill.model.problem import Level

SEEDS = Path(__file__).parent / "samples" / "seeds"


def sample(name: str) -> Manifest:
    found = parse_md((SEEDS / f"{name}.md").read_bytes())
    assert found.value is not None
    assert not stops(found), found.problems
    assert [one for one in found.problems if one.level is Level.WARNING] == []
    return found.value


def asked(found: Manifest) -> dict[str, dict[str, object]]:
    return {one.name.value: one.constraints for one in found.capabilities}


RESTRICTED = {"mode": "restricted", "allow": ["git", "gh"]}
SEARCH = {"web_search": True, "web_fetch": True}
CAPABILITIES = {
    "security-matrix": {"shell": {}, "filesystem": {}, "network": {}},
    "deploy_helper-flat": {"shell": {}, "filesystem": {}},
    "deploy_helper-layers": {"shell": RESTRICTED, "network": SEARCH},
    "git-autopush": {"shell": {}, "network": {}},
    "deploy-helper-undeclared": {},
    "nano-banana-pro-openclaw": {"browser": {}, "network": {}},
    "shape-flat": {"shell": {}, "network": {}, "sessions": {}},
    "shape-layers": {"shell": RESTRICTED, "network": SEARCH, "sessions": {"maxDepth": 2}},
    "shape-objects": {"network": {"provider": "brave"}, "shell": {"mode": "restricted"}},
    "hello-world": {},
    "nano-banana-pro": {},
    "nano-banana-pro-clawdis": {},
    "gemini-clawdis": {},
    "query_promql": {},
}


@pytest.mark.parametrize(("name", "expected"), CAPABILITIES.items(), ids=CAPABILITIES)
def test_a_printed_frontmatter_loads_with_its_capabilities(name: str, expected: dict[str, object]) -> None:
    assert asked(sample(name)) == expected


def test_every_sample_is_tested() -> None:
    assert {path.stem for path in SEEDS.glob("*.md")} == set(CAPABILITIES)


def test_printed_requirements_arrive() -> None:
    assert sample("git-autopush").requires.bins == ("git", "gh")
    assert sample("deploy-helper-undeclared").requires.bins == ("rsync",)
    for name in ("nano-banana-pro-openclaw", "nano-banana-pro-clawdis"):
        found = sample(name)
        assert (found.requires.bins, found.requires.env) == (("uv",), ("GEMINI_API_KEY",))
        assert (found.requires.config, found.primary_env) == (("browser.enabled",), "GEMINI_API_KEY")


def test_the_printed_installer_arrives() -> None:
    found = sample("gemini-clawdis")
    (option,) = found.install
    assert (found.emoji, found.requires.bins) == ("♊️", ("gemini",))
    assert (option.id, option.kind, option.target, option.bins) == ("brew", "brew", "gemini-cli", ("gemini",))


def test_the_printed_native_skill_binds_its_tool() -> None:
    found = sample("query_promql")
    assert (found.when_to_use[:30], found.activation.mode) == ("When the user asks for current", "always")
    assert found.os == ("linux", "darwin")
    (tool,) = found.tools
    assert (tool.impl, tool.tool_class) == ("builtin:prom.QueryPromQL", ToolClass.SAFE)


def test_the_printed_skill_json_loads() -> None:
    found = parse_json((SEEDS / "disk-cleaner.json").read_bytes())
    assert found.value is not None
    assert found.problems == ()
    (tool,) = found.value.tools
    assert (tool.name, tool.entry, tool.env_allow, tool.timeout_seconds) == (
        "disk_cleaner",
        "run.sh",
        ("PATH", "HOME"),
        60,
    )
    assert (tool.tool_class, found.value.category) == (ToolClass.MUTATING, "ops")
    assert tool.schema["required"] == ["path"]


def test_the_printed_bundle_loads_with_its_asset_there(tmp_path: Path) -> None:
    printed = (SEEDS / "web-research.yaml").read_bytes()
    found = parse_yaml(printed)
    assert found.problems == ()
    assert found.value is not None
    assert found.value.grants is not None
    assert (found.value.version, found.value.grants.tools) == ("1.2.0", ("web_search", "http_get"))
    assert found.value.signature.startswith("<provenance")
    files: dict[str, str | bytes] = {
        "web-research/skill.yaml": printed,
        "web-research/reference/search-operators.md": "site:",
    }
    assert errors(one_draft(plant(tmp_path, files))) == []
