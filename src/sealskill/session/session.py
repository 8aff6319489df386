"""A session: one agent run over a frozen snapshot, with a persona, a policy, and what was activated so far."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Mapping
from contextlib import suppress
from types import TracebackType
from typing import TYPE_CHECKING, Any

from sealskill.errors import CannotRecord, Refused, UnknownSkill
from sealskill.model.context import Counting
from sealskill.model.decision import Decision
from sealskill.model.event import Happening
from sealskill.model.persona import Persona
from sealskill.model.plan import Plan
from sealskill.model.result import Activated, Result
from sealskill.model.tool import Tool
from sealskill.prompt import commands
from sealskill.prompt.listing import Listing
from sealskill.session import activation, dispatch, opening, planning, registering, shapes
from sealskill.session.desk import Desk
from sealskill.session.dispatch import Asked
from sealskill.session.offering import offered
from sealskill.session.opening import Premises, Wish
from sealskill.session.pending import Pending
from sealskill.session.snapshot import Snapshot
from sealskill.session.threads import away
from sealskill.session.timeline import Timeline

if TYPE_CHECKING:
    from sealskill.session.sync import SyncSession

_LOOK_SECONDS = 0.5
"""How often a session with calls under way looks whether a person stopped it from elsewhere."""


class Session:
    """One agent run. Make one with `Runtime.session()`; leave it with `close`, or use it as a context manager."""

    def __init__(self, desk: Desk, premises: Premises) -> None:
        self._desk = desk
        self._premises = premises
        self._pending: dict[str, Pending] = {}
        self._children: list[Session] = []
        self._watching: asyncio.Task[None] | None = None

    @property
    def id(self) -> str:
        """Its name in the audit, in the timeline, and for `sealskill stop`."""
        return self._desk.id

    @property
    def persona(self) -> Persona:
        """Who the agent is."""
        return self._desk.persona

    @property
    def snapshot(self) -> Snapshot:
        """The skills of the session, frozen when it began or was refreshed."""
        return self._desk.snapshot

    @property
    def timeline(self) -> Timeline:
        """What happens in it: `subscribe` to it, or `follow` it."""
        return self._desk.timeline

    @property
    def notices(self) -> tuple[str, ...]:
        """What a person should hear: tools that were left out, skills that could not be sealed."""
        return (*self._desk.notices, *self.snapshot.notices)

    @property
    def active(self) -> tuple[Counting, ...]:
        """The skills that count in every decision."""
        return self._desk.active.counting

    def tools(self, shape: str = "openai") -> list[dict[str, Any]]:
        """The tools the persona sees, as functions: `openai`, `openai-responses`, `anthropic` or `mcp`."""
        return shapes.shaped(offered(self._desk), shape)

    def register(self, tool: Tool) -> None:
        """Add a tool of the host to this session. Raises Conflict for a name that is taken."""
        registering.check(tool, self._desk.tools)
        self._desk.registered.append(tool)
        self._desk.tools[tool.name] = tool

    async def call(self, tool: str, arguments: Mapping[str, Any] | str = {}, *, skill: str = "") -> Result:
        """Call a tool, with its arguments or their JSON, for a skill if it is for one.

        A refusal and a failure are results. Raises CannotRecord where the audit cannot be written: then nothing ran.
        """
        return await self.begin(tool, arguments, skill=skill)

    def begin(self, tool: str, arguments: Mapping[str, Any] | str = {}, *, skill: str = "") -> Pending:
        """Start a call and come back at once: poll it, await it or cancel it."""
        asked = Asked(id=secrets.token_hex(8), tool=tool, arguments=arguments, skill=skill)
        task = asyncio.create_task(dispatch.call(self._desk, asked))
        pending = self._pending[asked.id] = Pending(asked.id, task, self.timeline)
        task.add_done_callback(lambda _: self._ended(asked.id))
        if self._watching is None:
            self._watching = asyncio.create_task(self._watch())
        return pending

    def pending(self, call: str) -> Pending | None:
        """A call that is under way, by its id."""
        return self._pending.get(call)

    def _ended(self, call: str) -> None:
        self._pending.pop(call, None)
        self._desk.cancelled.pop(call, None)
        self._desk.leaning.pop(call, None)
        if not self._pending and self._watching is not None:
            self._watching.cancel()
            self._watching = None

    async def _watch(self) -> None:
        """While something runs, look whether a person stopped it, or revoked what it leans on, in another process."""
        while True:
            await asyncio.sleep(_LOOK_SECONDS)
            with suppress(CannotRecord):  # a database that is busy for once: whoever gave up here would miss the stop
                if why := await away(self._desk.moment):
                    self._cancel(f"everything is stopped: {why}", *self._pending)
                self._cancel("what was granted to its skill was revoked", *self._lost())

    def _lost(self) -> list[str]:
        """The calls that lean on a grant which does not stand any more."""
        standing = {grant.id for grant in self._desk.given}
        return [call for call, grants in self._desk.leaning.items() if grants - standing]

    def _cancel(self, why: str, *calls: str) -> None:
        for call in calls:
            self._desk.cancelled[call] = why
            self._pending[call].cancel()

    async def why(self, tool: str, arguments: Mapping[str, Any] | str = {}, *, skill: str = "") -> Decision:
        """What would become of a call now, with every step. Nothing is asked, run or recorded."""
        asked = Asked(id="", tool=tool, arguments=arguments, skill=skill)
        return await dispatch.foreseen(self._desk, asked)

    async def plan(self, tool: str, arguments: Mapping[str, Any] | str = {}) -> Plan:
        """How a call of a skill's tool would be run now: nothing is decided, asked, run or recorded.

        Raises Failed for another tool, CannotRun where it could not be run, CannotSeal.
        """
        return await away(planning.plan, self._desk, Asked(id="", tool=tool, arguments=arguments))

    async def activate(self, name: str) -> Activated:
        """The text of a skill for the model; it counts from now on. Raises UnknownSkill, CannotSeal, CannotRecord."""
        return await away(self._activate, name, "the host activated it")

    def _activate(self, name: str, why: str) -> Activated:
        return self._desk.active.text(self.snapshot.named(name), self.snapshot, why)

    async def release(self, name: str) -> bool:
        """Let a skill count no more; whether it did. Say so only when nothing of its text is left in the context."""
        ready = self._desk.named(name)
        return await away(self._desk.active.release, ready.skill.key if ready else name)

    async def turn(self, said: str = "") -> tuple[Activated, ...]:
        """Count a turn of the user, and the texts of the skills that a word in it calls."""
        self._desk.meter.turns += 1
        called = tuple(activation.called(self.snapshot.ready, said))
        texts = [await away(self._activate, one.skill.name, "a keyword was said") for one in called]
        return tuple(one for one in texts if one.fresh)

    async def command(self, name: str, arguments: str = "") -> Result | Activated:
        """What a user typed as `/name arguments`: the result where the skill names a tool for it, else its text.

        Raises UnknownSkill for a command there is not.
        """
        word = name.removeprefix("/")
        ready = self.snapshot.commands.get(word)
        if ready is None:
            raise UnknownSkill(word, tuple(self.snapshot.commands))
        order = ready.skill.manifest.command
        if order.dispatch == "tool":
            await away(self._desk.active.count, ready, "a user called its command")
            said = {"command": arguments, "commandName": word, "skillName": ready.skill.name}
            return await self.call(order.tool, self._taken(order.tool, said), skill=ready.skill.key)
        text = await away(self._activate, ready.skill.name, "a user called its command")
        return opening.with_request(text, commands.invoke(ready, arguments))

    def _taken(self, tool: str, said: dict[str, str]) -> dict[str, str]:
        """What a tool takes of a command: all of it, unless its schema is closed."""
        schema = self._desk.tools[tool].schema if tool in self._desk.tools else {}
        known = schema.get("properties", {})
        return said if schema.get("additionalProperties", True) else {k: v for k, v in said.items() if k in known}

    async def prompt(self, **asked: Any) -> Listing:
        """The listing of the snapshot, and below it the texts that are there from the start; see `Snapshot.prompt`.

        A skill whose whole body is in it counts before the text comes back.
        """
        return await away(opening.prompt, self._desk, asked)

    async def refresh(self) -> None:
        """Take what is ready now. What was activated before still counts."""
        await away(opening.supply, self._desk, self._premises, again=True)
        self.timeline.tell(Happening.REFRESHED, data={"version": self.snapshot.version})

    def child(self, **asked: Any) -> Session:
        """A session below this one: what counts here counts there from the start.

        Takes what `Runtime.session` takes; what is not said is as it is here, except that nothing runs unconfined.
        Raises Refused where the persona may not delegate.
        """
        desk = self._desk
        if not self.persona.can_delegate:
            raise Refused(
                f"the persona {self.persona.name or '(unnamed)'} may start no other", advice="can_delegate: true"
            )
        here: dict[str, Any] = {
            "persona": self.persona,
            "approver": desk.approver,
            "group": desk.group,
            "allowance": desk.allowance,
        }
        one = Session(opening.opened(self._premises, Wish(**here | asked), desk), self._premises)
        self._children.append(one)
        return one

    async def stop(self, why: str = "the host stopped it") -> None:
        """Cancel every call and refuse further ones until `sealskill stop --lift`, in every process."""
        await away(self._desk.switch.stop, self.id, why, self._desk.principal)
        await self._halt(why)

    async def _halt(self, why: str) -> None:
        """End what runs, here and below; a session below refuses further calls by the stop of the one above."""
        for child in self._children:
            await child._halt(why)
        await self._end(why)
        self.timeline.tell(Happening.STOPPED, why)

    async def close(self) -> None:
        """End it: every call, every process it started, every session below it."""
        if self._desk.closed:
            return
        self._desk.closed = "the session is closed"
        for child in self._children:
            await child.close()
        await self._end(self._desk.closed)
        await self._desk.record(opening.said(self._desk, "session.closed"))
        self.timeline.tell(Happening.CLOSED)

    async def _end(self, why: str) -> None:
        waiting = tuple(self._pending.values())
        self._cancel(why, *self._pending)
        await asyncio.gather(*(one.result() for one in waiting), return_exceptions=True)
        processes, self._desk.processes = self._desk.processes, {}
        await asyncio.gather(*(one.kill() for one in processes.values()))

    def sync(self) -> SyncSession:
        """The same session for code without a loop: its calls run on a loop of the runtime and come back when done."""
        from sealskill.session.sync import SyncSession  # late: it wraps this very class

        return SyncSession(self, self._premises.loop())

    async def __aenter__(self) -> Session:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, exc: BaseException | None, tb: TracebackType | None
    ) -> None:
        await self.close()
