"""Every example output of the skill-security seed. Its page lost runs of blanks and blank lines; so does the comparison.

The seed prints OpenClaw's own names of roots (`openclaw-managed`, `~/.openclaw`); ours stand in their place.
"""

from __future__ import annotations

from tests.report import made
from tests.report.made import COMMUNITY, EVIL, GIT, HOME, OLD, SUMMARIZE, blocked, ready, skill, unmet

from sealskill.model.inventory import Inventory
from sealskill.model.skill import Blocked, Ready
from sealskill.model.verdict import Verdict
from sealskill.report import check, info, listing
from sealskill.report.plain import draw


def squeezed(text: str) -> list[str]:
    return [" ".join(line.split()) for line in text.strip().splitlines() if line.strip()]


def holds(ours: list[str], seeds: list[str]) -> bool:
    """Whether every line of the seed is ours too, in its order; ours may say more between."""
    rest = iter(ours)
    return all(line in rest for line in seeds)


ROWS = (
    ready(skill("git-autopush", "Automate git workflows", asks="shell network")),
    ready(skill("think", "Extended thinking", "bundled")),
    ready(skill("peekaboo", "Browser peek and screenshot", "bundled", asks="browser sessions")),
    blocked(skill("summarize", "Summarize with CLI tool", "bundled", asks="shell"), unmet("bins", "summarize")),
    blocked(skill("evil-injector", "Totally harmless skill", asks="shell"), unmet("verdict"), verdict=Verdict.BLOCK),
    OLD,
)
# The example elides seven of the ten ready skills its heading counts.
MORE = tuple(ready(skill(f"more-{n}", "Elided")) for n in range(7))


def test_the_list_is_the_seeds() -> None:
    text = draw(listing.listing((*ROWS[:3], *MORE, *ROWS[3:])))
    assert [line for line in squeezed(text) if "more-" not in line] == squeezed(
        """
        Skills (10/12 ready)
        Status Skill Description Source
        + ready git-autopush >_ 🌐 Automate git workflows managed
        + ready think Extended thinking bundled
        + ready peekaboo 🔍 ⚡ Browser peek and screenshot bundled
        x missing summarize >_ Summarize with CLI tool bundled
        x blocked evil-injector >_ Totally harmless skill managed
        - disabled old-skill Deprecated skill workspace
        """
    )


def test_the_list_is_aligned() -> None:
    assert draw(listing.listing(ROWS)) == (
        "Skills (3/5 ready)\n"
        "Status      Skill               Description                  Source\n"
        "+ ready     git-autopush >_ 🌐  Automate git workflows       managed\n"
        "+ ready     think               Extended thinking            bundled\n"
        "+ ready     peekaboo 🔍 ⚡      Browser peek and screenshot  bundled\n"
        "x missing   summarize >_        Summarize with CLI tool      bundled\n"
        "x blocked   evil-injector >_    Totally harmless skill       managed\n"
        "- disabled  old-skill           Deprecated skill             workspace\n"
    )


def test_the_verbose_list_adds_what_is_missing_and_cuts_descriptions() -> None:
    rows = (ROWS[0], ROWS[3], ROWS[4], ready(skill("sketch-tool", "Generate sketches", asks="network shell")))
    text = draw(listing.listing(rows, verbose=True), columns=76)
    assert squeezed(text)[1:] == squeezed(
        """
        Status Skill Description Source Missing
        + ready git-autopush >_ 🌐 Automate git wor... managed
        x missing summarize >_ Summarize with C... bundled bins: summarize
        x blocked evil-injector >_ Totally harmless... managed
        + ready sketch-tool 🌐 >_ Generate sketches managed
        """
    )


READY = """
git-autopush + Ready
Automate git commit, push, and PR workflows.
Source managed
Path ~/.sealskill/skills/git-autopush/SKILL.md
Homepage https://github.com/example/git-autopush
Primary env GH_TOKEN
Capabilities
>_ shell Run shell commands
🌐 network Make outbound HTTP requests
Security
Scan + clean
Requirements
bin git + ok
bin gh + ok
env GH_TOKEN + ok
"""
MISSING = """
summarize x Missing requirements
Summarize URLs and files using the summarize CLI.
Source bundled
Path /opt/sealskill/skills/summarize/SKILL.md
Capabilities
>_ shell Run shell commands
Security
Scan + clean
Requirements
bin summarize x missing
Install options
brew Install summarize (brew install summarize)
"""
BLOCKED = """
evil-injector x Blocked (security)
Totally harmless skill.
Source managed
Path ~/.sealskill/skills/evil-injector/SKILL.md
Capabilities
>_ shell Run shell commands
Security
Scan [blocked] prompt injection detected
"""
READ_ONLY = """
deploy-helper + Ready
Deploy to production.
Source managed
Path ~/.sealskill/skills/deploy-helper/SKILL.md
Capabilities
(none — read-only skill)
Security
Scan + clean
"""


def shown(one: Ready | Blocked) -> list[str]:
    return squeezed(draw(info.info(one, HOME)))


def test_info_of_a_ready_skill_is_the_seeds() -> None:
    assert holds(shown(GIT), squeezed(READY))


def test_info_of_a_skill_with_missing_requirements_is_the_seeds() -> None:
    assert holds(shown(SUMMARIZE), squeezed(MISSING))


def test_info_of_a_blocked_skill_is_the_seeds() -> None:
    assert holds(shown(EVIL), squeezed(BLOCKED))


def test_info_of_a_skill_that_asks_for_nothing_is_the_seeds() -> None:
    deploy = ready(skill("deploy-helper", "Deploy to production."), *made.met(bins="rsync"), trust=COMMUNITY)
    assert holds(shown(deploy), squeezed(READ_ONLY))


def test_info_says_no_more_than_it_should() -> None:
    """The whole of one page, so that an unwanted line is seen as well as a missing one."""
    assert draw(info.info(GIT, HOME)) == (
        "git-autopush + Ready\n"
        "Automate git commit, push, and PR workflows.\n"
        "\n"
        "Source       managed\n"
        "Path         ~/.sealskill/skills/git-autopush/SKILL.md\n"
        "Homepage     https://github.com/example/git-autopush\n"
        "Primary env  GH_TOKEN\n"
        "\n"
        "Capabilities\n"
        ">_  shell    Run shell commands\n"
        "🌐  network  Make outbound HTTP requests\n"
        "\n"
        "Security\n"
        "Scan   + clean\n"
        "Trust  community (a record of origin names it)\n"
        "\n"
        "Requirements\n"
        "bin  git       + ok\n"
        "bin  gh        + ok\n"
        "env  GH_TOKEN  + ok\n"
    )


def world() -> Inventory:
    """Twelve skills: ten eligible, one disabled, one that misses a binary; five of them from strangers."""
    strangers = {
        "git-autopush": "shell filesystem network",
        "deploy-helper": "shell",
        "node-runner": "shell",
        "file-editor": "filesystem",
        "sketch-tool": "network",
    }
    theirs = tuple(ready(skill(name, asks=asks), trust=COMMUNITY) for name, asks in strangers.items())
    warned = ready(skill("think", "", "bundled", asks="shell"), verdict=Verdict.WARN)
    ours = tuple(ready(skill(f"ours-{n}", "", "bundled")) for n in range(4))
    return Inventory(ready=(*theirs, warned, *ours), blocked=(SUMMARIZE, OLD))


def test_check_is_the_seeds() -> None:
    assert holds(
        squeezed(draw(check.check(world()))),
        squeezed(
            """
            Skills Status Check
            Status Count
            Total 12
            Eligible 10
            Disabled 1
            Blocked (allowlist) 0
            Missing requirements 1
            Community skill capabilities
            Icon Capability # Skills
            >_ shell 3 git-autopush, deploy-helper, node-runner
            📂 filesystem 2 git-autopush, file-editor
            🌐 network 2 git-autopush, sketch-tool
            Scan results
            Result #
            Clean 11
            Warning 1
            Blocked 0
            """
        ),
    )


def test_check_ends_with_what_is_wrong_and_nothing_else() -> None:
    lines = squeezed(draw(check.check(world())))
    assert lines[lines.index("Blocked 0") + 1 :] == ["Not ready", "x missing summarize: needs summarize"]


def test_check_says_in_which_file_and_line_a_manifest_is_broken() -> None:
    broken = made.invalid("broken", "the frontmatter is not YAML")
    assert "! invalid  broken: SKILL.md:2: the frontmatter is not YAML\n" in draw(
        check.check(Inventory(invalid=(broken,)))
    )
