"""Places of a machine that matter: where secrets lie, what starts by itself, what steers an agent."""

from __future__ import annotations

from sealskill.scan.act import Data
from sealskill.scan.pattern import Pattern, pattern

# What lies there, as the programs that keep it document it.
_CREDENTIALS = (
    r"\.ssh(?:/|\\|\b)|\bid_(?:rsa|ed25519|ecdsa|dsa)\b|\.aws(?:/|\\)(?:credentials|config)?|\.azure(?:/|\\)|"
    r"gcloud/(?:credentials|application_default)|application_default_credentials\.json|\.kube/config|"
    r"\.docker/config\.json|\.npmrc\b|\.pypirc\b|\.netrc\b|\.git-credentials\b|\.gnupg\b|\.config/gh/hosts|"
    r"\.vault-token|\.terraform\.d/credentials|login\.keychain|Library/Keychains|"
    r"Login Data\b|cookies\.sqlite|key4\.db|logins\.json|Local State\b|User Data(?:/|\\)Default|"
    r"Google/Chrome/Default|BraveSoftware|\.mozilla/firefox|"
    r"\bwallet\.dat\b|\.electrum\b|\.ethereum/keystore|\.config/solana/id\.json|\bExodus/|"
    r"Local Extension Settings|nkbihfbeogaeaoehlefnkodbefgpgknn|/etc/shadow\b|"
    r"\.openclaw/(?:credentials|openclaw\.json|agents/[^ ]*auth)|\.clawdbot/(?:\.env|credentials|clawdbot\.json)|"
    r"\.gem(?:/|\\)credentials|\.pgpass\b|\.my\.cnf\b|\.cargo/credentials|\.m2/settings(?:-security)?\.xml|"
    r"composer/auth\.json|\.config/hub\b|kaggle\.json|huggingface/token|\.s3cfg\b|\.boto\b|rclone\.conf|filezilla|"
    r"sitemanager\.xml|\.config/(?:doctl|netlify|stripe)/|com\.vercel\.cli|\.fly/config|Cookies\.binarycookies|"
    r"(?:Microsoft[/\\]Edge|Vivaldi|Opera Software|Chromium)[/\\](?:User Data|Default|Opera)|"
    r"Telegram Desktop[/\\]tdata|"
    r"discord(?:ptb|canary)?[/\\]Local Storage|"
    r"Signal[/\\]config\.json|Ledger Live|exodus\.wallet|[Ee]lectrum[/\\]wallets|"
    r"\.bitcoin/|\.monero|atomic[/\\]Local Storage|"
    r"\.claude/\.credentials|\.codex/auth\.json|auth-profiles\.json|\.config/op/|\.bitwarden|\.password-store"
)
_ENV_FILE = r"(?:^|[\s/\\\"'`(=@*])\.env(?:\.(?:local|production|development|prod|staging))?(?:$|[\s\"'`),;:])"
_CONVERSATION = (
    r"\.claude/(?:projects|history)|\.openclaw/(?:agents/[^ ]*/)?sessions|\.clawdbot/(?:agents/[^ ]*/)?sessions|"
    r"\.codex/sessions|\bMEMORY\.md\b|(?:^|[/\s])memory/[^ ]*\.md"
)
_SECRETS = {
    Data.CREDENTIALS: _CREDENTIALS,
    Data.ENV_FILE: _ENV_FILE,
    Data.HISTORY: r"\.(?:bash|zsh|python|node_repl)_history\b|fish/fish_history|ConsoleHost_history",
    Data.CONVERSATION: _CONVERSATION,
    Data.SYSTEM: r"/etc/passwd\b|/etc/hosts\b|/proc/self/environ|/etc/os-release",
}
_DATA = tuple((data, pattern(source)) for data, source in _SECRETS.items())

AUTOSTART = pattern(
    r"\bcrontab\b|/etc/cron|/var/spool/cron|LaunchAgents|LaunchDaemons|/etc/systemd/|\.config/systemd/user|"
    r"/etc/init\.d|/etc/rc\.local|\.config/autostart|Start Menu.{0,20}Startup|CurrentVersion\\+Run|"
    r"\.(?:bashrc|zshrc|profile|bash_profile|zprofile|zshenv|zlogin|bash_login|bash_logout|xprofile|xinitrc|xsession|xsessionrc)\b|"
    r"config\.fish|/fish/conf\.d/|/etc/profile|/etc/bash\.bashrc|/etc/zsh/|/etc/environment\b|\.pam_environment|\.ssh/rc\b|"
    r"\.git/hooks/|core\.hooksPath|\.ssh/authorized_keys|authorized_keys|/etc/sudoers|/etc/ld\.so\.preload|"
    r"\bsitecustomize\.py|usercustomize\.py|\.pth\b|\$PROFILE\b|schtasks\b|Register-ScheduledTask|New-Service"
)
"""Whatever is written there runs later, without being asked."""

AGENT_FILES = pattern(
    r"\b(?:AGENTS?|CLAUDE|SOUL|MEMORY|GEMINI|IDENTITY|HEARTBEAT|TOOLS|USER|BOOTSTRAP)\.md\b|\.cursorrules|"
    r"\.cursor/rules|\.windsurfrules|\.clinerules|copilot-instructions\.md|\.claude/(?:settings|commands|skills|agents)|"
    r"\.openclaw/(?:openclaw\.json|skills|workspace)|\.clawdbot/(?:clawdbot\.json|skills)|\.codex/config|\.mcp\.json|"
    r"mcp_settings|claude_desktop_config"
)
"""Files that steer agents: who writes there speaks to every later session."""


def data_at(text: str | bytes) -> frozenset[Data]:
    """What a path, or a text that names paths, leads to."""
    raw = text.encode("utf-8", "replace") if isinstance(text, str) else text
    return frozenset(data for data, found in _DATA if found.search(raw))


_ASKED = (
    (Data.CREDENTIALS, ("seed phrase", "private key", "mnemonic")),
    (Data.CARD, ("card number", "cvv")),
    (Data.PASSWORD, ("passw",)),
)


def asked_for(prompt: str) -> Data:
    """What a question at the terminal is about, the worst first."""
    low = prompt.lower()
    return next((data for data, words in _ASKED if any(word in low for word in words)), Data.CHOSEN)


def secret_patterns() -> tuple[Pattern, ...]:
    """The patterns of all places that hold secrets."""
    return tuple(found for _, found in _DATA)
