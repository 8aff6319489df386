"""What things are called in JavaScript, whatever way a program took to them."""

from __future__ import annotations

from functools import lru_cache

_SAME = {
    "fs/promises": "fs", "fs-extra": "fs", "graceful-fs": "fs", "original-fs": "fs", "fs.promises": "fs",
    "https": "http", "http2": "http", "follow-redirects": "follow", "follow.https": "http", "follow.http": "http",
    "node-fetch": "fetch", "cross-fetch": "fetch", "isomorphic-fetch": "fetch", "node-fetch-native": "fetch",
    "undici.fetch": "fetch", "undici.request": "fetch", "cross-fetch.fetch": "fetch", "ofetch.ofetch": "fetch",
    "ofetch.$fetch": "fetch", "isomorphic-unfetch": "fetch", "unfetch": "fetch", "whatwg-fetch": "fetch",
    "axios.create()": "axios", "axios.Axios()": "axios", "axios.axios": "axios", "got.extend()": "got",
    "got.got": "got", "ky.create()": "ky", "ky.extend()": "ky", "request.defaults()": "request", "ky.default": "ky",
    "request-promise": "request", "request-promise-native": "request", "postman-request": "request",
    "@cypress/request": "request", "ws": "WebSocket", "ws.WebSocket": "WebSocket",
    "websocket.w3cwebsocket": "WebSocket",
    "isomorphic-ws": "WebSocket", "xmlhttprequest.XMLHttpRequest": "XMLHttpRequest", "tls": "net",
    "xhr2": "XMLHttpRequest", "cross-spawn": "child_process.spawn", "cross-spawn.sync": "child_process.spawnSync",
    "child-process-promise": "child_process", "promisify-child-process": "child_process", "execa.execa": "execa",
    "dns/promises": "dns", "dns.promises": "dns", "timers/promises": "timers", "buffer.Buffer": "Buffer",
    "process.process": "process", "os.default": "os", "stream/promises": "stream", "stream.promises": "stream",
    "clipboardy.default": "clipboardy", "shelljs/global": "shelljs", "vm2": "vm", "isolated-vm": "vm",
    "eval.call": "eval", "Function.constructor": "Function", "import.meta.env": "process.env", "Bun.env": "process.env",
    "process.mainModule.require": "require", "module.require": "require", "module.createRequire()": "require",
    "module.Module.createRequire()": "require", "module.constructor._load": "require", "module._load": "require",
    "module.Module._load": "require", "process.getBuiltinModule": "require", "process.main.require": "require",
    "require.main.require": "require", "module.Module": "module", "del.deleteAsync": "del", "del.deleteSync": "del",
    "rimraf.sync": "rimraf", "rimraf.rimraf": "rimraf", "path.posix": "path", "path.win32": "path", "url.URL": "URL",
    "Deno.env": "Deno.env", "std.system": "child_process.execSync", "util.TextDecoder": "TextDecoder",
    "util.TextEncoder": "TextEncoder", "crypto.default": "crypto", "node-pty": "pty", "atob.default": "atob",
    "base-64.decode": "atob", "js-base64.decode": "atob", "js-base64.Base64.decode": "atob", "bun": "Bun",
    "bun.$": "Bun.$",
}  # fmt: skip
_AROUND = ("globalThis.", "window.", "self.", "global.", "top.", "parent.", "frames.")


@lru_cache(4096)
def canonical(name: str) -> str:
    """The one name of something that has several."""
    if "." not in name:
        return _SAME.get(name, name)
    for one in _AROUND:
        name = name.removeprefix(one)
    name = name.removesuffix(".default") if name.endswith(".default") and name.count(".") == 1 else name
    if name.endswith((".call", ".apply", ".bind")) and name != "eval.call":
        name = name.rpartition(".")[0]
    head, dot, last = name.rpartition(".")
    whole = f"{_SAME.get(head, head)}{dot}{last}"
    return _SAME.get(whole, whole)


def module(name: str) -> str:
    """The name under which what a module gives is known."""
    bare = name.removeprefix("node:").removeprefix("npm:")
    return canonical(bare)
