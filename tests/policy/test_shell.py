"""`shell.allow` from the attacker's side: every line here would run something that is not listed."""

from __future__ import annotations

import pytest
from tests.policy.house import WORK, declares, skill, step, world

from sealskill.model.decision import Ruling
from sealskill.policy import shell

PROGRAMS = {name: f"/usr/bin/{name}" for name in ("git", "gh", "cat", "sh", "evil", "time", "env")}
LISTED = world(skill("a", declares("shell", allow=["git", "gh pr", "cat"])))


def ruled(**touches) -> Ruling:
    return step("capabilities", "exec", LISTED, **{"programs": PROGRAMS, **touches})


@pytest.mark.parametrize(
    "line",
    [
        "evil", "git status; evil", "git status && evil", "git status || evil", "git status | evil", "git status & evil",
        "git status\nevil", "git $(evil)", "git `evil`", 'git "$(evil)"', "git <(evil)", "git >(evil)",
        "git status > .bashrc", "git status >> x", "git < /etc/passwd", "git <<x\n$(evil)\nx\n", "git <<< $(evil)",
        "X=1 git", "PATH=/tmp git", "X=$(evil)", "GIT_SSH=evil git fetch", "git $X", "git ${X}", "git $((X))",
        "$X status", "g${X}it", "gi? status", "{git,evil}", "~/git", "./git", "/tmp/git status", "sub/git",
        "git\\\nevil", "git \\\n; evil", "g\\it", "'git' status", '"git" status', "$'git' status", "g'i't",
        "git() { evil; }; git", "function git { evil; }; git", "for git in a; do evil; done", "if evil; then git; fi",
        "(evil)", "{ evil; }", "while evil; do git; done", "case x in x) evil;; esac", "[[ -n $(evil) ]] && git",
        "((x=1)) && git", "time evil", "! evil", "coproc evil", "exec evil", "eval git", "command evil", "env evil",
        "git status |& evil", "git 2>&1", "git &> x", "git status \r evil", "git status\0; evil", "git \x0b; evil",
        "git status #\nevil", "git 'a\nevil", 'git "a', "git $'\\x3b evil'", 'git $"x"', "alias git=evil; git",
        "gh", "gh repo delete", "gh --pr", "GIT status", "git;evil", "git|evil", "git&evil", "git&&evil", "",
        "git \n\\evil", "git status\n\\evil x", "git a\\\nb", "git \\; evil", 'git "\\$(evil)"',
        "   ", "# git", "git status;;evil", "((((((git", "declare x=1", "export X=1", "git\u00a0status", "unset x; git",
    ],
)  # fmt: skip
def test_a_line_that_could_run_something_else_is_not_covered(line: str) -> None:
    assert ruled(command=line) in (Ruling.DENY, Ruling.CONFIRM)


@pytest.mark.parametrize(
    "line",
    [
        "git", "git status", "git status && gh pr list | cat", "git log; cat a b\ngit diff", "git commit -m 'a; $(b) > c'",
        'git commit -m "two words"', "! git diff --quiet", "git show HEAD:a.txt # what was it", "git add *.py",
        "gh pr view 3", "git log --format=%h --since=1.day", "git grep 'a\\.b$' | cat", "git a#b",
    ],
)  # fmt: skip
def test_a_line_of_listed_commands_is_covered(line: str) -> None:
    assert ruled(command=line) is Ruling.ALLOW


@pytest.mark.parametrize(
    "argv",
    [
        ("evil",),
        ("/usr/bin/evil",),
        ("/tmp/git",),
        ("./git",),
        ("git status",),
        ("gh",),
        ("gh", "repo"),
        ("",),
        ("Git",),
    ],
)
def test_words_that_are_not_listed_are_not_covered(argv: tuple[str, ...]) -> None:
    assert ruled(argv=argv) is Ruling.DENY


def test_words_that_are_listed_are_covered_whatever_a_shell_would_make_of_them() -> None:
    assert ruled(argv=("git", "commit", "-m", "$(evil); x > y")) is Ruling.ALLOW
    assert ruled(argv=("gh", "pr", "list")) is Ruling.ALLOW


@pytest.mark.parametrize(
    "real", [f"{WORK}/git", f"{WORK}/bin/../git", "/usr/bin/../../home/ann/work/git", "git", "", None]
)
def test_a_program_that_the_agent_could_have_written_is_not_covered(real: str | None) -> None:
    assert ruled(argv=("git",), programs={"git": real}) is Ruling.DENY
    assert ruled(command="git", programs={"git": real}) is Ruling.DENY


def test_a_program_nobody_looked_up_is_not_covered() -> None:
    assert ruled(argv=("git",), programs={}) is Ruling.DENY


def test_where_no_workspace_is_known_nothing_is_outside_of_it() -> None:
    nowhere = world(skill("a", declares("shell", allow=["git"])), workspace="")
    assert step("capabilities", "exec", nowhere, argv=("git",), programs=PROGRAMS) is Ruling.DENY


def test_a_call_that_is_both_a_text_and_words_is_neither() -> None:
    assert ruled(argv=("git",), command="evil") is Ruling.DENY


def test_a_line_nobody_would_type_is_not_read() -> None:
    assert ruled(command="git " + "a" * shell.MAX_TEXT) is Ruling.DENY
