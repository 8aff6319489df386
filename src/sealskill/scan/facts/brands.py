"""Well-known names and the owners of their hosts: whose a key is, who keeps an installer, whom strangers imitate."""

from __future__ import annotations

import re
from functools import cache, lru_cache

from sealskill.scan.facts.hosts import Host, HostKind, kind_of, owner_of

# Word of a name or variable → owners of hosts, as the vendors document them.
_OWNERS = {
    "google": "google.com googleapis.com google.dev googleusercontent.com goo.gle withgoogle.com android.com",
    "gemini": "google.com googleapis.com google.dev",
    "vertex": "google.com googleapis.com",
    "youtube": "youtube.com googleapis.com youtu.be",
    "gmail": "google.com googleapis.com",
    "firebase": "google.com googleapis.com firebaseio.com",
    "gcp": "google.com googleapis.com",
    "openai": "openai.com chatgpt.com azure.com",
    "chatgpt": "openai.com chatgpt.com",
    "codex": "openai.com chatgpt.com",
    "anthropic": "anthropic.com claude.ai claude.com",
    "claude": "anthropic.com claude.ai claude.com",
    "openclaw": "openclaw.ai clawhub.ai clawhub.com clawd.bot clawdhub.com molt.bot",
    "clawhub": "clawhub.ai clawhub.com openclaw.ai clawdhub.com",
    "clawdbot": "openclaw.ai clawd.bot clawdbot.com clawdhub.com molt.bot",
    "github": "github.com githubusercontent.com github.io github.dev",
    "gitlab": "gitlab.com gitlab.io",
    "aws": "amazonaws.com amazon.com aws.dev awscli.com",
    "amazon": "amazonaws.com amazon.com",
    "azure": "azure.com microsoft.com windows.net azure.net microsoftonline.com aka.ms",
    "microsoft": "microsoft.com azure.com windows.net live.com office.com microsoftonline.com aka.ms sharepoint.com",
    "outlook": "microsoft.com office.com live.com microsoftonline.com",
    "graph": "microsoft.com facebook.com",
    "apple": "apple.com icloud.com",
    "facebook": "facebook.com fbcdn.net meta.com",
    "instagram": "instagram.com facebook.com",
    "whatsapp": "whatsapp.com facebook.com",
    "meta": "facebook.com meta.com",
    "twitter": "twitter.com x.com twimg.com",
    "xai": "x.ai",
    "grok": "x.ai",
    "telegram": "telegram.org t.me",
    "discord": "discord.com discordapp.com discord.gg",
    "slack": "slack.com",
    "feishu": "feishu.cn larksuite.com feishu.com",
    "lark": "feishu.cn larksuite.com",
    "dingtalk": "dingtalk.com",
    "wechat": "qq.com weixin.com",
    "weixin": "qq.com",
    "wecom": "qq.com",
    "huggingface": "huggingface.co hf.co hf.space",
    "dashscope": "aliyuncs.com aliyun.com",
    "qwen": "aliyuncs.com aliyun.com",
    "aliyun": "aliyuncs.com aliyun.com alicdn.com",
    "alibaba": "aliyuncs.com aliyun.com alicdn.com",
    "ark": "volces.com volcengine.com",
    "doubao": "volces.com volcengine.com",
    "volc": "volces.com volcengine.com",
    "zhipu": "bigmodel.cn z.ai",
    "glm": "bigmodel.cn z.ai",
    "kimi": "moonshot.cn moonshot.ai",
    "moonshot": "moonshot.cn moonshot.ai",
    "minimax": "minimax.io minimaxi.com minimax.chat",
    "deepseek": "deepseek.com",
    "mistral": "mistral.ai",
    "groq": "groq.com",
    "cohere": "cohere.ai cohere.com",
    "replicate": "replicate.com replicate.delivery",
    "elevenlabs": "elevenlabs.io",
    "openrouter": "openrouter.ai",
    "perplexity": "perplexity.ai",
    "brave": "brave.com",
    "tavily": "tavily.com",
    "exa": "exa.ai",
    "serpapi": "serpapi.com",
    "serper": "serper.dev",
    "firecrawl": "firecrawl.dev",
    "notion": "notion.com notion.so",
    "atlassian": "atlassian.net atlassian.com",
    "jira": "atlassian.net atlassian.com",
    "confluence": "atlassian.net atlassian.com",
    "trello": "trello.com",
    "todoist": "todoist.com",
    "linear": "linear.app",
    "asana": "asana.com",
    "airtable": "airtable.com",
    "dropbox": "dropbox.com dropboxapi.com",
    "stripe": "stripe.com",
    "paypal": "paypal.com paypalobjects.com",
    "shopify": "shopify.com myshopify.com",
    "twilio": "twilio.com sendgrid.com",
    "sendgrid": "sendgrid.com twilio.com",
    "resend": "resend.com",
    "mailgun": "mailgun.net mailgun.com",
    "cloudflare": "cloudflare.com cloudflare-dns.com",
    "vercel": "vercel.com",
    "netlify": "netlify.com",
    "supabase": "supabase.com supabase.co",
    "docker": "docker.com docker.io",
    "spotify": "spotify.com scdn.co",
    "reddit": "reddit.com redd.it",
    "linkedin": "linkedin.com licdn.com",
    "zoom": "zoom.us",
    "figma": "figma.com",
    "hubspot": "hubspot.com hubapi.com",
    "salesforce": "salesforce.com force.com",
    "binance": "binance.com binance.us",
    "coinbase": "coinbase.com cdp.coinbase.com",
    "kraken": "kraken.com",
    "bybit": "bybit.com",
    "okx": "okx.com",
    "metamask": "metamask.io",
    "phantom": "phantom.app phantom.com",
    "solana": "solana.com anza.xyz solana.org",
    "ethereum": "ethereum.org",
    "polymarket": "polymarket.com",
    "kalshi": "kalshi.com",
    "alchemy": "alchemy.com",
    "infura": "infura.io",
    "etherscan": "etherscan.io",
    "coingecko": "coingecko.com",
    "yahoo": "yahoo.com",
    "netflix": "netflix.com",
    "nvidia": "nvidia.com",
    "tailscale": "tailscale.com",
    "wikipedia": "wikipedia.org wikimedia.org",
    "sentry": "sentry.io",
    "datadog": "datadoghq.com",
    "posthog": "posthog.com",
    "homeassistant": "home-assistant.io",
}  # fmt: skip
_ALIASES = {
    "gh": "github", "hf": "huggingface", "tg": "telegram", "yt": "youtube", "fb": "facebook", "ig": "instagram",
    "ms": "microsoft", "msft": "microsoft", "ali": "aliyun", "cf": "cloudflare", "dc": "discord", "gdrive": "google",
    "gcloud": "google", "gsheets": "google", "gcal": "google", "bluebubbles": "apple", "imessage": "apple",
    "onedrive": "microsoft", "teams": "microsoft", "x": "twitter", "bailian": "aliyun", "wandb": "wandb",
}  # fmt: skip
_TOKEN = re.compile(r"[a-z0-9]+")
# Hosts from which their makers tell people to pipe an installer into a shell.
_INSTALLERS = frozenset(
    (
        "astral.sh rustup.rs get.docker.com brew.sh deno.land bun.sh bun.com fly.io ollama.com ollama.ai "
        "paradigm.xyz pnpm.io python-poetry.org starship.rs nodesource.com solana.com anza.xyz tailscale.com k3s.io "
        "helm.sh claude.ai opencode.ai cursor.com railway.app railway.com modal.com nixos.org determinate.systems "
        "rclone.org aka.ms microsoft.com google.com googleapis.com cloudflare.com mise.run mise.jdx.dev volta.sh "
        "fnm.vercel.app get-ghcup.haskell.org sdkman.io pyenv.run doppler.com ngrok.com netlify.com docker.com "
        "openclaw.ai clawd.bot molt.bot pixi.sh mamba.pm jsr.io wasmtime.dev wasmer.io aptos.dev sui.io foundry.sh "
        "githubcli.com cli.github.com hashicorp.com teleport.dev atuin.sh elixir-lang.org julialang.org "
        "tiup.io cockroachlabs.com supabase.com turso.tech encore.dev dagger.io earthly.dev kube.sh pulumi.com "
        "huggingface.co lmstudio.ai block.xyz charm.sh antigravity.google factory.ai ampcode.com sh.dev"
    ).split()
)
# Accounts on code hosts whose installers are piped the same way.
_ACCOUNTS = frozenset(
    (
        "homebrew nvm-sh rust-lang ohmyzsh astral-sh docker kubernetes helm pyenv asdf-vm anthropics openai google "
        "googleapis microsoft azure aws awslabs actions cli github nodejs npm denoland oven-sh rclone yt-dlp ffmpeg "
        "btbn gyan jqlang junegunn burntsushi sharkdp neovim vercel cloudflare hashicorp tailscale k3s-io "
        "kubernetes-sigs foundry-rs openclaw clawdbot modelcontextprotocol huggingface ollama ggml-org ggerganov "
        "steipete charmbracelet aquasecurity gitleaks semgrep trufflesecurity projectdiscovery owasp mozilla apple "
        "facebook meta pytorch tensorflow nvidia python psf golang jdx direnv lsof mikefarah stedolan starship "
        "install-sh conda-forge miniforge mamba-org block goose"
    ).split()
)
# Accounts whose installers are widely piped, on the one code host where the name is theirs.
_ONLY_THERE = frozenset(("gitee.com/cunkai",))


def brands_in(*names: str) -> frozenset[str]:
    """The well-known names that stand in some names, as words of their own."""
    said = {word for name in names for word in _TOKEN.findall(name.lower())}
    return frozenset(_ALIASES.get(word, word) for word in said if word in _OWNERS or word in _ALIASES)


@cache
def all_owners() -> frozenset[str]:
    """Every owner of hosts of a well-known name."""
    return frozenset(owner for owners in _OWNERS.values() for owner in owners.split())


def owners_of(brands: frozenset[str]) -> frozenset[str]:
    """The owners of hosts that belong to some well-known names."""
    return frozenset(owner for brand in brands for owner in _OWNERS.get(brand, "").split())


def is_installer(account: str) -> bool:
    """Whether its maker is known for installers that people pipe into a shell; `account` as `account_of` gives it."""
    owner, _, name = account.partition("/")
    return name in _ACCOUNTS or account in _ONLY_THERE if name else owner in _INSTALLERS


@lru_cache(4096)
def imitated(host: str) -> str:
    """The well-known host that a host only looks like; empty where it looks like none.

    A look-alike is one letter off, spelt in letters of another script, or carries the whole real name in front of
    its own: `openai.com.login-check.net`.
    """
    if kind_of(host) in (HostKind.LOCAL, HostKind.EXAMPLE, HostKind.ADDRESS) or owner_of(host) in all_owners():
        return ""
    return _carried(host) or _spelt(owner_of(_folded(host)), host) or _near(owner_of(host))


def _carried(host: str) -> str:
    """The well-known name that stands in front of somebody else's: `github.com.files.top`."""
    rest = host[: -len(owner_of(host))]
    return next((owner for owner in _carriable() if rest.startswith(f"{owner}.") or f".{owner}." in rest), "")


@cache
def _carriable() -> tuple[str, ...]:
    return tuple(sorted(all_owners(), key=len, reverse=True))


_LETTERS = str.maketrans("аеорсухіјѕԁӏһԛԝɡɩɑον01", "aeopcyxijsdlhqwgiaovol")


def _folded(host: str) -> str:
    if "xn--" in host:
        try:
            host = host.encode("ascii").decode("idna")
        except UnicodeError:
            return host
    return host.translate(_LETTERS).replace("rn", "m").replace("vv", "w")


def _spelt(folded: str, host: str) -> str:
    return folded if folded != owner_of(host) and folded in all_owners() else ""


_LEAST = 6
"""Letters of a name from which one letter off is no coincidence."""


def _near(owner: str) -> str:
    name, _, last = owner.partition(".")
    if len(name) < _LEAST or "." in last:
        return ""
    return next((one for one in _by_length(len(name), last) if one_off(name, one.partition(".")[0])), "")


@cache
def _by_length(length: int, last: str) -> tuple[str, ...]:
    named = [one.partition(".") for one in sorted(all_owners())]
    return tuple(f"{name}.{rest}" for name, _, rest in named if abs(len(name) - length) <= 1 and rest == last)


def one_off(one: str, other: str) -> bool:
    """Whether two names differ by one letter that was added, lost, changed or swapped with its neighbour."""
    if one == other or abs(len(one) - len(other)) > 1:
        return False
    if len(one) > len(other):
        one, other = other, one
    at = next((place for place, letter in enumerate(one) if letter != other[place]), len(one))
    if len(one) < len(other):
        return one[at:] == other[at + 1 :]
    swapped = one[at : at + 2] == other[at : at + 2][::-1] and one[at + 2 :] == other[at + 2 :]
    return swapped or one[at + 1 :] == other[at + 1 :]


def host_belongs(host: Host, names: tuple[str, ...]) -> bool:
    """Whether a host belongs to a well-known name that stands in some names: `GEMINI_API_KEY`, googleapis.com."""
    return host.owner in owners_of(brands_in(*names))
