"""A second look at a file that was parsed before: the very same bytes, or an error."""

from __future__ import annotations

import hashlib
import os

from sealskill.errors import ChangedWhileRead
from sealskill.model.draft import Draft
from sealskill.read.folder import Folder, TooLarge, resolved


def manifest_bytes(draft: Draft, cap: int) -> bytes:
    """The bytes the manifest of a draft was parsed from. Raises ChangedWhileRead when it is no longer they.

    A link is followed: only the bytes are compared, and the walk judged already where the link leads.
    """
    real = resolved(str(draft.manifest_path))
    try:
        with Folder.open(os.path.dirname(real)) as place:
            data = place.read(os.path.basename(real), cap)[0]
    except (OSError, TooLarge) as exc:
        raise ChangedWhileRead(f"{draft.manifest_path} cannot be read any more: {exc}", advice="run again") from exc
    if hashlib.sha256(data).hexdigest() != draft.manifest_digests.get(draft.dialect.value):
        raise ChangedWhileRead(f"{draft.manifest_path} changed since it was read", advice="run again")
    return data
