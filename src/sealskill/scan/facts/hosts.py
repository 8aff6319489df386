"""Hosts: what kind of place an address leads to. Kinds are about what anybody can do there, not about who has."""

from __future__ import annotations

import ipaddress
from collections.abc import Iterator
from enum import StrEnum
from functools import lru_cache
from urllib.parse import urlsplit

from sealskill.scan.document import Document
from sealskill.scan.pattern import pattern


class HostKind(StrEnum):
    """What kind of place a host is."""

    DROP = "drop"
    """Made to catch what strangers send: request bins, out-of-band testers."""
    PASTE = "paste"
    """Anybody puts up text there without a name."""
    FILES = "file drop"
    """Anybody puts up files there without a name."""
    TUNNEL = "tunnel"
    """Leads to whoever's machine at home."""
    SHORT = "shortener"
    """Hides where it leads."""
    HOOK = "message hook"
    """A message arrives in a stranger's chat: bots, incoming webhooks."""
    ADDRESS = "raw address"
    """A public IP address: no name, no owner to ask."""
    ONION = "onion"
    FREE = "free hosting"
    """A name under a shared domain that anybody gets in a minute."""
    CODE = "code hosting"
    """Known, and full of strangers: who the owner is decides."""
    PACKAGES = "package registry"
    LOCAL = "local"
    """This machine or network."""
    EXAMPLE = "example"
    """Reserved for documentation, or a placeholder."""
    OTHER = "other"


_KINDS = {
    HostKind.DROP: "webhook.site requestbin.com requestbin.net requestbin.io requestcatcher.com pipedream.net "
    "beeceptor.com hookbin.com interact.sh interactsh.com oast.fun oast.live oast.me oast.online oast.pro oast.site "
    "burpcollaborator.net canarytokens.com dnslog.cn ceye.io postb.in ptsv2.com ptsv3.com mockbin.org "
    "webhookinbox.com smee.io typedwebhook.tools ngrok.dev.webhook request-inspector.com",
    HostKind.PASTE: "pastebin.com paste.ee hastebin.com toptal.com/developers/hastebin rentry.co rentry.org glot.io "
    "ghostbin.com dpaste.com dpaste.org paste.rs pastes.io controlc.com justpaste.it privatebin.net telegra.ph "
    "0bin.net ix.io sprunge.us termbin.com paste.mozilla.org write.as zerobin.net textbin.net snippet.host "
    "codeshare.io ideone.com bpa.st p.ip.fi katb.in pastecode.io txt.fyi notes.io cl1p.net",
    HostKind.FILES: "transfer.sh file.io 0x0.st temp.sh gofile.io anonfiles.com catbox.moe litterbox.catbox.moe "
    "bashupload.com oshi.at uguu.se tmpfiles.org mediafire.com mega.nz wetransfer.com send.cm pixeldrain.com "
    "filebin.net ufile.io sendspace.com zippyshare.com dropmefiles.com discordapp.net cdn.discordapp.com "
    "media.discordapp.net krakenfiles.com workupload.com",
    HostKind.TUNNEL: "ngrok.io ngrok.app ngrok-free.app ngrok-free.dev ngrok.dev trycloudflare.com loca.lt "
    "localtunnel.me serveo.net localhost.run lhr.life lhrtunnel.link bore.pub pagekite.me telebit.io tunnelto.dev "
    "playit.gg zrok.io pinggy.io pinggy.link devtunnels.ms btunnel.in expose.sh localxpose.io loclx.io "
    "duckdns.org no-ip.com no-ip.org ddns.net hopto.org zapto.org dynu.net",
    HostKind.SHORT: "bit.ly tinyurl.com t.co goo.gl is.gd v.gd ow.ly buff.ly cutt.ly rebrand.ly shorturl.at rb.gy "
    "tiny.cc s.id t.ly bl.ink adf.ly surl.li shorte.st clck.ru da.gd qrco.de lnkd.in",
    HostKind.HOOK: "api.telegram.org discord.com/api/webhooks discordapp.com/api/webhooks hooks.slack.com "
    "webhook.office.com maker.ifttt.com hooks.zapier.com ntfy.sh api.pushover.net pushbullet.com api.day.app "
    "qyapi.weixin.qq.com oapi.dingtalk.com open.feishu.cn/open-apis/bot sctapi.ftqq.com hook.eu1.make.com "
    "hook.us1.make.com hook.integromat.com",
    HostKind.FREE: "onrender.com herokuapp.com vercel.app netlify.app workers.dev pages.dev glitch.me repl.co "
    "replit.app replit.dev fly.dev railway.app up.railway.app deno.dev surge.sh web.app firebaseapp.com "
    "azurewebsites.net cloudfront.net s3.amazonaws.com amazonaws.com blob.core.windows.net storage.googleapis.com "
    "run.app appspot.com github.io gitlab.io blogspot.com wordpress.com wixsite.com weebly.com 000webhostapp.com "
    "infinityfreeapp.com koyeb.app cyclic.app pythonanywhere.com streamlit.app hf.space modal.run lovable.app "
    "bolt.host r2.dev b-cdn.net supabase.co ondigitalocean.app gitbook.io notion.site carrd.co",
    HostKind.CODE: "github.com raw.githubusercontent.com gist.github.com gist.githubusercontent.com "
    "objects.githubusercontent.com codeload.github.com gitlab.com bitbucket.org codeberg.org sr.ht huggingface.co "
    "sourceforge.net gitee.com jsdelivr.net unpkg.com esm.sh",
    HostKind.PACKAGES: "pytorch.org nvidia.com tuna.tsinghua.edu.cn mirrors.ustc.edu.cn mirrors.aliyun.com "
    "npmmirror.com npm.taobao.org mirrors.cloud.tencent.com mirrors.tencent.com "
    "repo.huaweicloud.com pypi.douban.com mirrors.163.com "
    "mirror.baidu.com gcr.io mcr.microsoft.com public.ecr.aws registry.k8s.io docker.elastic.co nvcr.io",
    HostKind.EXAMPLE: "example.com example.org example.net example test invalid localhost.localdomain yourdomain.com "
    "your-domain.com yoursite.com your-site.com mydomain.com your-company.com company.com domain.com acme.com "
    "yourcompany.com myapp.com yourapp.com your-app.com foo.com bar.com site.com mysite.com",
    HostKind.LOCAL: "localhost local lan internal intranet home.arpa host.docker.internal",
}
# Package registries, by the last label of their names.
_REGISTRIES = {
    "org": "pypi pythonhosted npmjs rubygems packagist nuget maven golang debian alpinelinux archlinux fedoraproject "
    "anaconda nodejs python",
    "io": "crates conda docker ghcr quay",
    "com": "npmjs yarnpkg nodesource ubuntu",
    "dev": "go",
    "sh": "brew",
}
_TABLE = {entry: kind for kind, entries in _KINDS.items() for entry in entries.split()} | {
    f"{name}.{last}": HostKind.PACKAGES for last, names in _REGISTRIES.items() for name in names.split()
}
NAMELESS = frozenset({
    HostKind.DROP, HostKind.PASTE, HostKind.FILES, HostKind.TUNNEL, HostKind.SHORT, HostKind.ADDRESS, HostKind.ONION,
})  # fmt: skip
"""Kinds at which nobody can be held to anything: no honest vendor ships from there."""
GEOGRAPHERS = frozenset(
    "ipapi.co ip-api.com ipinfo.io ipgeolocation.io freegeoip.app ipwho.is ipwhois.app geoplugin.net ipstack.com "
    "geojs.io ipdata.co ip2location.io db-ip.com ipregistry.co iplocation.net".split()
)
"""Services that tell where the machine stands that asks."""
# Country codes under which names are sold one level down; enough to tell an owner from a registry.
_SECOND = frozenset("co com net org gov edu ac or ne go gob me ltd plc nom sch".split())
_URL = pattern(
    r"""(?:https?|ftp|wss?|hxxps?|tcp|udp|stratum\+tcp|stratum\+ssl)://[^\s"'<>`\x00-\x20)\]}|\\。，、；！？）】」』》”’]+"""
)
_TRAIL = b".,;:!?*'\""


class Host(str):
    """A host name or address, lower case, without port."""

    __slots__ = ()

    @property
    def kind(self) -> HostKind:
        """What kind of place it is."""
        return kind_of(self)

    @property
    def owner(self) -> str:
        """The part of the name that somebody registered: `example.co.uk` of `api.example.co.uk`."""
        return owner_of(self)


def host_of(url: str) -> Host:
    """The host of an address; empty where there is none. Never raises: addresses are written by strangers."""
    text = url.strip()
    if "://" not in text:
        text = f"//{text}"
    try:
        return Host((urlsplit(text.replace("hxxp", "http")).hostname or "").strip(".").lower())
    except ValueError:
        return Host("")


@lru_cache(4096)
def kind_of(host: str) -> HostKind:
    """What kind of place a host is."""
    if not host or "$" in host or "{" in host or "<" in host or host.startswith(("your", "my-", "xxx")):
        return HostKind.EXAMPLE
    address = _address(host)
    if address is not None:
        return HostKind.ADDRESS if address.is_global or _documented(address) else HostKind.LOCAL
    if host.endswith(".onion"):
        return HostKind.ONION
    return next((_TABLE[name] for name in _suffixes(host) if name in _TABLE), _plain(host))


# Kept for documentation: they stand for somebody's address, not for this machine's network.
_DOCUMENTED = tuple(
    ipaddress.ip_network(one) for one in ("192.0.2.0/24", "198.51.100.0/24", "203.0.113.0/24", "2001:db8::/32")
)


def _documented(address: ipaddress.IPv4Address | ipaddress.IPv6Address) -> bool:
    return any(address in one for one in _DOCUMENTED if one.version == address.version)


def _plain(host: str) -> HostKind:
    return HostKind.LOCAL if "." not in host else HostKind.OTHER


def kind_of_url(url: str) -> HostKind:
    """What kind of place an address leads to; some hosts are only known by their path."""
    host = host_of(url)
    path = url.partition("://")[2].partition("/")[2]
    for depth in (3, 2, 1):
        start = "/".join([host, *path.split("/")[:depth]])
        if start in _TABLE:
            return _TABLE[start]
    return kind_of(host)


# What a messenger or a hook is opened with, written out: whoever put it there reads what arrives.
_OPENED = pattern(
    r"api\.telegram\.org/(?:file/)?bot\d{8,10}:[\w-]{33,}|discord(?:app)?\.com/api/(?:v\d+/)?webhooks/\d{17,20}/[\w-]{50,}|"
    r"hooks\.slack\.com/services/T\w{7,}/B\w{7,}/\w{20,}"
)
_FILLER = pattern(r"x{6}|0{6}|(?:your|example|token|replace|placeholder)|1234567890|abcdef(?:gh|12)|\.\.\.")


def opened(url: str) -> bool:
    """Whether an address of a messenger holds the secret that opens it: the author reads along, not the person."""
    found = _OPENED.search(url.encode("utf-8", "replace"))
    return found is not None and not _FILLER.search(found.group().partition(b".")[2].partition(b"/")[2])


def _suffixes(host: str) -> Iterator[str]:
    labels = host.split(".")
    return (".".join(labels[at:]) for at in range(len(labels)))


def _address(host: str) -> ipaddress.IPv4Address | ipaddress.IPv6Address | None:
    """An address in any spelling that a resolver takes: dotted, decimal, hexadecimal."""
    try:
        return ipaddress.ip_address(host.strip("[]"))
    except ValueError:
        pass
    try:
        if host.count(".") == 3 and "0x" in host:
            host = ".".join(str(int(part, 0)) for part in host.split("."))
            return ipaddress.ip_address(host)
        number = int(host, 0) if host[:1].isdigit() else -1
    except ValueError:
        return None
    return ipaddress.IPv4Address(number) if 0xFFFFFF < number <= 0xFFFFFFFF else None


@lru_cache(4096)
def owner_of(host: str) -> str:
    """The registered part of a name; on shared hosting the label below it, since each label has another owner."""
    if _address(host) is not None:
        return host
    labels = host.split(".")
    shared = next((name for name in _suffixes(host) if _TABLE.get(name) in (HostKind.FREE, HostKind.TUNNEL)), "")
    if shared:
        return ".".join(labels[-len(shared.split(".")) - 1 :])
    two = len(labels) > 2 and len(labels[-1]) == 2 and labels[-2] in _SECOND
    return ".".join(labels[-3 if two else -2 :])


def account_of(url: str) -> str:
    """On a code host, whose it is: `github.com/owner`; elsewhere the owner of the host."""
    host = host_of(url)
    if kind_of(host) is not HostKind.CODE:
        return owner_of(host)
    path = url.partition("://")[2].partition("/")[2].split("/")
    return f"{owner_of(host)}/{path[0].lower()}" if path[0] else owner_of(host)


def urls_in(data: bytes) -> Iterator[tuple[int, int, str]]:
    """Start, end and text of every address written out in some bytes."""
    for found in _URL.finditer(data):
        url = found.group().rstrip(_TRAIL)
        yield found.start(), found.start() + len(url), url.decode("utf-8", "replace")


def urls_of(document: Document) -> tuple[tuple[int, int, str], ...]:
    """Every address written out in a document."""
    return tuple(urls_in(document.data)) if b"://" in document.data else ()
