"""Untrusted bytes in, drafts out. Nobody past this room sees a dict from a manifest."""
