"""A parsed map → the settings in it, one by one, and every fault beside them in the same stream."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from typing import Any

from sealskill.model.value import Value
from sealskill.settings.kinds import Where, Wrong, spoken, text
from sealskill.settings.shape import ROOT, Each, Group, Key, Leaf, Listed, fixed

# A name that is surely nobody's password: words, dashes, a few digits. Anything else is described, not repeated.
_SPEAKABLE = re.compile(r"(?!(?:sk|pk|rk|ghp|gho|ghs|xox.|AKIA|AIza)[-_A-Z0-9])[A-Za-z_$][A-Za-z_.-]{0,39}[0-9]{0,4}")

# Names end in messages and in rows; the longest name the skill formats allow has 64 characters, vendor keys a few more.
_LONGEST_NAME = 200


class Given(Value):
    """One setting as one source gives it, checked."""

    key: Key
    leaf: Leaf
    value: Any
    source: str


class Fault(Value):
    """One thing that cannot be obeyed, in words for a person."""

    says: str


Stream = Iterator[Given | Fault]
Node = Leaf | Group | Each | Listed


def walk(tree: Any, source: str, where: Where, node: Node = ROOT, key: Key = ()) -> Stream:
    """Yield each setting of a map, and a fault for each that is unknown, given twice or of the wrong type."""
    match node:
        case Leaf():
            yield _value(node, tree, source, where, key)
        case Listed():
            yield from _listed(node, tree, source, where, key)
        case _ if not isinstance(tree, Mapping):
            yield Fault(says=f"{_place(source, key)} must be a map, not {spoken(tree)}")
        case Each():
            yield from _each(node, tree, source, where, key)
        case Group():
            yield from _group(node, tree, source, where, key)


def _value(node: Leaf, raw: Any, source: str, where: Where, key: Key) -> Given | Fault:
    try:
        return Given(key=key, leaf=node, value=node.kind.read(raw, where), source=source)
    except Wrong as wrong:
        said = str(wrong)
    return Fault(says=f"{_place(source, key)} {said}")


def _group(node: Group, tree: Mapping[Any, Any], source: str, where: Where, key: Key) -> Stream:
    spelled: dict[str, str] = {}
    names = _spellings(node)
    for written, raw in tree.items():
        name = names.get(written) if isinstance(written, str) else None
        if name is None:
            yield Fault(says=_unknown(node, written, source, key))
        elif name in spelled:
            yield Fault(says=f"{_place(source, (*key, name))} is given twice, as `{spelled[name]}` and `{written}`")
        else:
            spelled[name] = written
            yield from walk(raw, source, where, node.children[name], (*key, name))
    yield from _listed_twice(node, tree, source, key)


def _listed_twice(node: Group, tree: Mapping[Any, Any], source: str, key: Key) -> Stream:
    """A thing that stands both in the list and in the map it is another way of writing."""
    for name, child in node.children.items():
        if not isinstance(child, Listed) or not isinstance(tree.get(child.into), Mapping):
            continue
        for item in tree[name] if isinstance(tree.get(name), list) else []:
            if isinstance(item, Mapping) and str(item.get(child.by)) in tree[child.into]:
                both = f"`{name}` and `{child.into}`"
                named = spoken_key(item[child.by])
                yield Fault(says=f"{_place(source, (*key, child.into, named))} stands in both {both}")


def _each(node: Each, tree: Mapping[Any, Any], source: str, where: Where, key: Key) -> Stream:
    for name, raw in tree.items():
        try:
            good = re.fullmatch(node.pattern, text(name)) is not None and len(name) <= _LONGEST_NAME
        except Wrong:
            good = False
        if good:
            yield from walk(raw, source, where, node.node, (*key, name))
        else:
            yield Fault(says=f"{_place(source, key)} has a key that cannot be the name of a {node.of}")


def _listed(node: Listed, raw: Any, source: str, where: Where, key: Key) -> Stream:
    if not isinstance(raw, (list, tuple)):
        yield Fault(says=f"{_place(source, key)} must be a list, not {spoken(raw)}")
        return
    into, seen = (*key[:-1], node.into), set[str]()
    for number, item in enumerate(raw):
        place = (*key[:-1], f"{key[-1]}[{number}]")
        name = item.get(node.by) if isinstance(item, Mapping) else None
        if not isinstance(name, str) or not name.strip():
            yield Fault(says=f"{_place(source, place)} must be a map with the text `{node.by}`")
        elif name in seen:
            yield Fault(says=f"{_place(source, place)} repeats the `{node.by}` of another")
        else:
            seen.add(name)
            rest = {written: value for written, value in item.items() if written != node.by}
            yield from _into(node, {name: rest}, source, where, into)


def _into(node: Listed, tree: Mapping[str, Any], source: str, where: Where, key: Key) -> Stream:
    target: Node = ROOT
    for part in key:
        target = target.children[part] if isinstance(target, Group) else target
    yield from walk(tree, source, where, target, key)


def _spellings(node: Group) -> dict[str, str]:
    known = {**{name: name for name in node.children}, **node.aliases}
    return {spelled: name for written, name in known.items() for spelled in (written, camel(written))}


def camel(name: str) -> str:
    """The exact camelCase form of a snake_case name."""
    first, *rest = name.split("_")
    return first + "".join(word.capitalize() for word in rest)


def _unknown(node: Group, written: Any, source: str, key: Key) -> str:
    said = f"{_place(source, (*key, spoken_key(written)))} is not a setting"
    meant = (_elsewhere(written) or near_to(written, _spellings(node))) if isinstance(written, str) else ""
    advice = [f"did you mean `{meant}`?"] if meant else []
    advice += [node.stray] if node.stray else []
    return f"{said}: {' Otherwise '.join(advice) or 'known are ' + ', '.join(sorted(node.children))}"


def _elsewhere(written: str) -> str:
    """The setting that goes by this name in another place, if there is one."""
    for key in fixed():
        if written in (key[-1], camel(key[-1])):
            return ".".join(key)
    return ""


def near_to(written: str, known: Iterable[str]) -> str:
    """The known name most like a written one, if any is. Long names are not compared: that takes long too."""
    import difflib  # late: only a mistake needs it

    near = difflib.get_close_matches(written[:64], list(known), n=1) if len(written) <= 64 else []
    return near[0] if near else ""


def spoken_key(written: Any) -> str:
    """A key as a message may repeat it: one that might be a secret in the wrong place is only described."""
    if isinstance(written, str) and _SPEAKABLE.fullmatch(written):
        return written
    return f"<a key of {len(str(written))} characters>"


def _place(source: str, key: Key) -> str:
    dotted = ".".join(key)
    return f"{source}: `{dotted}`" if dotted else source
