"""Which programs are worth a walk: one thing is honest work, two of a kind that go together may be an attack."""

from __future__ import annotations

from sealskill.scan.document import Document
from sealskill.scan.facts.hosts import HostKind, kind_of_url, urls_of
from sealskill.scan.facts.standing import key_fits
from sealskill.scan.language._python_modules import together
from sealskill.scan.pattern import pattern

_NET = (
    r"\b(?:requests|httpx|aiohttp|urllib\w*|urlopen|httplib\w*|http\.client|curl_cffi|niquests|cloudscraper|wget|gdown)\b",
    r"\b(?:socket|websockets?|smtplib|ftplib|telnetlib|paramiko|pysftp|yagmail|asyncio\.open_connection)\b",
    r"\b(?:boto3|telebot|telegram|discord\w*|dhooks|slack_sdk|dropbox|minio|pymongo|paho|dns\.resolver|socketio)\b",
)
"""Bytes leave or arrive."""
_SENDS = (
    r"\.(?:post|put|patch|request)\s*\(",
    r"\bsend\w*\s*\(",
    r"\bdata\s*=",
    r"\bstorbinary\b",
    r"\bupload\w*\s*\(",
)
_CAPTURES = (r"\b(?:pyperclip|clipboard\w*|pynput|keyboard|ImageGrab|mss|pyautogui|pyscreenshot)\b",)
"""Keys, screens and the clipboard are taken."""
_SECRETS = (
    r"\.ssh\b|\bid_(?:rsa|ed25519|ecdsa)\b|\.aws\b|\.netrc\b|\.npmrc\b|\.pypirc\b|\.kube\b|\.gnupg\b|\.git-credentials\b",
    r"['\"/\\]\.env\b|Login Data|cookies\.sqlite|Keychains?\b|\bwallet\b|keystore|_history\b|/etc/(?:passwd|shadow)\b",
    r"\.pgpass\b|\.gem\b|\.cargo/cred|\bauth\.json|rclone\.conf|\btdata\b|Local Storage",
    r"\b[Ee]xodus|Safe Storage|Ledger Live",
    r"Local State\b|User Data\b|\.mozilla\b|Local Extension Settings|\.docker\b|\.azure\b|gcloud\b|solana/id",
    r"\.(?:claude|openclaw|clawdbot|codex)\b|\bMEMORY\.md\b|auth-profiles",
    r"\benviron\b\s*(?:[),\n\]:}]|\.(?:items|copy|values|keys)\b)",
    r"\bin\s+(?:os\.)?environ\b",
    *_CAPTURES,
    r"\b(?:keyring|browser_?cookie3?|win32crypt|getpass)\b",
    r"\b(?:geocoder|CoreLocation|ipinfo|ip-api|secretstorage|conversation\w*|chat_history|system_prompt)\b",
    r"\b(?:mnemonic|seed_phrase|private_key|card_number|cvv)\b",
)
"""What belongs to the person lies there."""
_MACHINE = (r"\b(?:gethostname|getnode|getuser|uname|getlogin|platform\.(?:node|platform|uname))\b",)
_FILES = (
    r"['\"]rb['\"]", r"\bread_bytes\b", r"\bfiles\s*=", r"\brglob\b", r"\bos\.walk\b", r"\b(?:zip|tar)file\b",
    r"\bmake_archive\b",
)  # fmt: skip
_KEYS = (r"\bgetenv\b", r"\benviron\b")
_RUNS = (
    r"\bsubprocess\b",
    r"\bos\.(?:system|popen|exec|spawn|startfile)",
    r"\b(?:pty|pexpect|create_subprocess_\w+)\b",
)
_EVALS = (
    r"(?:^|[^.\w])(?:eval|exec|execfile|compile)\s*\(",
    r"\b__import__\b|\bimportlib\b|__builtins__|\b(?:globals|vars)\s*\(\s*\)",
    r"\b(?:c?pickle|dill|marshal|runpy|ctypes|joblib|jsonpickle)\b|\btorch\.load\b|\byaml\.(?:unsafe_)?load\b",
    r"\bgetattr\s*\(\s*(?:os|sys|builtins|subprocess|__\w+)",
)  # fmt: skip
_INPUT = (
    r"\bsys\.(?:argv|stdin)\b|(?:^|[^.\w])(?:raw_)?input\s*\(|\brequest\.(?:args|form|json|data|get_json|values)\b",
)
"""Whatever a caller passes in."""
_HIDES = (
    r"\b(?:b(?:16|32|85)decode|a85decode|fromhex|unhexlify|decompress|maketrans)\b|rot_?13|\[\s*::\s*-\s*1\s*\]",
    r"\bb64decode\s*\(\s*b?['\"]|\bjoin\s*\(\s*(?:\[?\s*chr\b|map\s*\(\s*chr\b|\w+\s*\[\s*\w+\s*\]\s*for\b)",
)
"""Text that is put together so that nobody can search for it."""
_SPLITS = (r"['\"]\s*\+\s*['\"][^'\"\n]{0,6}['\"]", r"\bb64decode\b|\bchr\s*\(")
_SHELLISH = (
    r"\b(?:curl|wget|ncat|nc|socat|nohup|sudo|osascript|powershell|pwsh|certutil|bitsadmin|mshta|setsid|xmrig)\b",
    r"/dev/(?:tcp|udp)|\brm\s+-|\bchmod\b|\bbase64\b|\b(?:ba|z)?sh['\"]?,?\s*['\"]?-c\b|\b(?:pip3?|npm|brew)['\",\s]+install",
    r"\b(?:launchctl|systemctl|schtasks|crontab|iptables|ufw|taskkill|pkill|killall|csrutil|spctl|xattr|security)\b",
)
_STARTS = (
    (
        r"crontab|LaunchAgents|LaunchDaemons|systemd|autostart|\.(?:ba|z)shrc\b|\.(?:bash_|z)?profile\b|authorized_keys|"
        r"\.git/hooks|CurrentVersion|winreg|sitecustomize|usercustomize|\.pth\b|/etc/cron|Startup"
    ),
    (
        r"\b(?:AGENTS?|CLAUDE|SOUL|MEMORY|GEMINI|IDENTITY|HEARTBEAT|TOOLS|USER)\.md\b|\.cursor|\.mcp\.json|mcp_settings|"
        r"claude_desktop_config|\.(?:claude|openclaw|clawdbot|codex)/"
    ),
)
"""What is written there comes back by itself."""
_WRITES = (
    r"['\"][wax]b?\+?['\"]",
    r"\bwrite_(?:text|bytes)\b",
    r"\bcopy(?:2|file|tree)?\s*\(",
    r"\b(?:symlink|rename|replace|SetValue(?:Ex)?)\s*\(",
)
_REMOVES = (r"\brmtree\b", r"\bos\.(?:remove|unlink|rmdir|removedirs|truncate)\b", r"\.unlink\s*\(")
_WALKS = (
    r"\bos\.(?:walk|listdir|scandir)\b",
    r"\b(?:rglob|iglob|glob|iterdir)\s*\(",
    r"\bexpanduser\b",
    r"\.home\s*\(",
)
_LOCKS = (
    r"\bFernet\b",
    r"\bAES\b",
    r"\bChaCha20\w*\b",
    r"\bpyAesCrypt\b",
    r"\bnacl\b",
    r"\bRSA\b",
    r"\bencrypt\w*\s*\(",
)
_ALONE = (
    r"\bos\.(?:dup2|fork)\b", r"\bpty\.spawn\b", r"\b(?:web3|ccxt|solana|solders|py_clob_client|tronpy|hyperliquid)\b",
    r"\b(?:send_(?:raw_)?transaction|create_(?:market_)?order)\b|\bstripe\.(?:Charge|PaymentIntent|Transfer|Payout)\b",
    r"_create_unverified_context|_create_default_https_context|\bCERT_NONE\b|PYTHONHTTPSVERIFY|LD_PRELOAD|DYLD_INSERT",
    r"(?:HTTP|TCP)Server\s*\(\s*\(\s*['\"]['\"]|\bcreate_server\b|\.bind\s*\(|0\.0\.0\.0",
    r"\batexit\b",
    r"while\s+(?:True|1)\s*:\s*(?:#[^\n]*)?\n?\s*(?:pass|continue|\w+\s*[+*]=|\w+\s*=|\w+\.(?:append|start|get|post)|os\.fork|threading)",
)  # fmt: skip
"""Worth a look whatever else stands there."""
_THREADS = (r"\b(?:Thread|Process|ThreadPoolExecutor|start_new_thread)\s*\(",)
_FLOODS = (r"while\s+(?:True|1)\s*:|\brange\s*\(\s*(?:[1-9]\d{3,}|10\s*\*\*)|\bitertools\.(?:count|cycle)\b",)
_PAIRS = (
    (_NET, _SECRETS), (_NET, _MACHINE), (_NET, _RUNS), (_NET, _EVALS), (_NET, _HIDES),
    (_RUNS, _HIDES), (_RUNS, _SPLITS), (_RUNS, _SHELLISH), (_WRITES, _SECRETS), (_RUNS, _SECRETS), (_RUNS, _STARTS),
    (_EVALS, _HIDES), (_EVALS, _SPLITS), (_EVALS, _INPUT),
    (_CAPTURES, _WRITES), (_WRITES, _STARTS), (_REMOVES, _WALKS), (_LOCKS, _WALKS), (_THREADS, _FLOODS),
)  # fmt: skip
_GROUPS = (
    _NET, _SENDS, _SECRETS, _MACHINE, _FILES, _KEYS, _RUNS, _EVALS, _INPUT, _HIDES, _SPLITS, _FLOODS, _THREADS,
    _SHELLISH, _STARTS, _WRITES, _REMOVES, _WALKS, _LOCKS, _ALONE,
)  # fmt: skip
ANCHORS = tuple(dict.fromkeys(one for group in _GROUPS for one in group))
_OURS = frozenset(ANCHORS)
_KEY_NAME = pattern(r"(?:getenv|environ(?:\.get)?)\s*[(\[]\s*['\"]([A-Za-z][A-Za-z0-9_]{2,60})['\"]")
_SECRET_NAME = pattern(r"key|token|secret|passw|credential|auth|cookie|pat$|sid$|pwd|webhook")
_USUAL = (HostKind.OTHER, HostKind.CODE, HostKind.PACKAGES, HostKind.LOCAL, HostKind.EXAMPLE)


def worth(document: Document) -> bool:
    """Whether a program does anything that a rule could ask about."""
    stands = _standing(document)
    if not stands.isdisjoint(_ALONE):
        return True
    if any(not stands.isdisjoint(one) and not stands.isdisjoint(other) for one, other in _PAIRS):
        return True
    if stands.isdisjoint(_NET):
        return False
    if not stands.isdisjoint(_SENDS) and not (stands.isdisjoint(_FILES) and stands.isdisjoint(_MACHINE)):
        return True
    return not stands.isdisjoint(_KEYS) and not _keys_fit(document)


_ACROSS = ((_NET, _SECRETS), (_NET, _EVALS), (_NET, _MACHINE), (_EVALS, _HIDES), (_RUNS, _HIDES))
"""What goes together although it stands in different files of one program."""


def worth_together(document: Document) -> bool:
    """The same of a program of several files."""
    stands = document.hits.union(*(one.hits for one in together(document)))
    return any(not stands.isdisjoint(one) and not stands.isdisjoint(other) for one, other in _ACROSS)


def _standing(document: Document) -> frozenset[str]:
    """The anchors that stand in a program; a part of a text has those of the whole text, so it is asked again."""
    where = document.embedding
    if where is None or where.outer.hits is not document.hits or len(document.hits) == len(ANCHORS):
        return document.hits
    return frozenset(one for one in _OURS & document.hits if pattern(one).search(document.data))


def _keys_fit(document: Document) -> bool:
    """Whether each key in sight belongs to a host in sight, and no host is strange: an honest client looks so."""
    urls = [url for _, _, url in urls_of(document) if kind_of_url(url) not in (HostKind.LOCAL, HostKind.EXAMPLE)]
    if not urls or any(kind_of_url(url) not in _USUAL for url in urls):
        return False
    names = {found.group(1).decode("utf-8", "replace") for found in _KEY_NAME.finditer(document.data)}
    secret = {name for name in names if _SECRET_NAME.search(name.encode())}
    return all(any(key_fits((name,), url) for url in urls) for name in secret) and all(
        not secret or any(key_fits((name,), url) for name in secret) for url in urls
    )
