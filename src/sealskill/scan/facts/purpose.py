"""What a skill says it is for, and whether an ordered act belongs to that."""

from __future__ import annotations

from enum import StrEnum

from sealskill.model.manifest import Manifest
from sealskill.model.value import Value
from sealskill.scan.pattern import pattern


class Topic(StrEnum):
    """One kind of thing that skills are for."""

    BACKUP = "backup"
    """Copying the person's files elsewhere is the point."""
    UPLOAD = "upload"
    """Sending what it is given to a service is the point."""
    MESSAGES = "messages"
    SECURITY = "security"
    """Attacks are its subject: it quotes them, tests for them, guards against them."""
    MEMORY = "memory"
    """It keeps notes for later sessions, and says so."""
    PERSONA = "persona"
    """It sets up who the agent is and how it works."""
    SKILLS = "skills"
    """It finds, installs or writes skills."""
    PLACES = "places"
    CLIPBOARD = "clipboard"
    HISTORY = "history"
    CLEANING = "cleaning"
    DATABASE = "database"
    MONEY = "money"
    TRADING = "trading"
    """It moves money on its own account of things."""
    TELEMETRY = "telemetry"
    LOAD = "load"
    """Sending a great many requests is the point."""
    LOCKING = "locking"
    """Encrypting or protecting files is the point."""
    PERMISSIONS = "permissions"
    ACCOUNTS = "accounts"
    """It keeps or uses logins: password managers, sign-in."""
    AUTONOMY = "autonomy"
    """It runs agents unattended, in containers or in automation."""
    RECORDING = "recording"
    """Watching screen, keys or microphone is the point."""
    TEXT = "text"
    """It has opinions on style, tone or wording by trade."""
    PROMOTION = "promotion"


# Stems in English and, where the registry has many such skills, in Chinese; matched at the start of a word.
_STEMS = {
    Topic.BACKUP: "backup back-up back\\s+up snapshot restor archiv mirror sync rsync rclone replicat 备份 同步 "
    "バックアップ",
    Topic.UPLOAD: "upload publish deploy post host share sharing cdn s3 bucket drive dropbox transfer 上传 发布",
    Topic.MESSAGES: "messag email e-mail mail gmail slack discord telegram whatsapp notif sms chat tweet 消息 邮件",
    Topic.SECURITY: "security pentest penetration red-?team detects? malware threat vulnerab guard firewall "
    "ctf prompt-?guard prompt\\s+injection jailbreak adversarial defen[cs]e harden forensic scanner 安全 漏洞 攻击",
    Topic.MEMORY: "memor remember recall journal knowledge self-improv lesson evolv 记忆 笔记",
    Topic.PERSONA: "persona soul identity onboard workspace bootstrap proactive agent\\s+config agents\\.md "
    "claude\\.md scaffold cursor copilot",
    Topic.SKILLS: "clawhub clawdhub marketplace plugin extension "
    "skill-(?:manag|install|creat|find|search|sync|updat|scan|vet|regist|hub) "
    "(?:install|find|creat|manag|discover|search|updat|publish|sync|load|list)\\w*\\s+(?:\\w+\\s+)?skills "
    "技能管理 技能市场",
    Topic.PLACES: "locat gps map maps weather travel geo rout navigat places nearby forecast flight transit "
    "restaurant ip\\s+address find-?my 位置 地图 天气",
    Topic.CLIPBOARD: "clipboard pasteboard copy paste 剪贴板",
    Topic.HISTORY: "history browser bookmark chrome session log 历史",
    Topic.CLEANING: "cleanup clean-?up clean(?:s|er|ing)?\\s declutter prun delet purg disk\\s+space dedup "
    "uninstall garbage tidy 清理 删除",
    Topic.DATABASE: "database sql postgres mysql sqlite mongo redis migrat supabase prisma 数据库",
    Topic.MONEY: "pay wallet crypto bitcoin ethereum solana token defi swap bank invoic billing purchas shop buy order "
    "checkout stripe paypal donat fund stake nft trade trading bet polymarket financ 支付 钱包 交易",
    Topic.TRADING: "trad bot arbitrag snip market-?mak autonom copy-?trad swap bet yield polymarket dex",
    Topic.TELEMETRY: "telemetr analytics monitor observab log(?:ging|s)? metrics tracing 监控 日志",
    Topic.LOAD: "load-?\\s*test stress benchmark performance-?\\s*test traffic k6 locust jmeter crawl scrap 压测",
    Topic.LOCKING: "encrypt decrypt password-?protect vault crypt gpg pgp age secrets 加密",
    Topic.PERMISSIONS: "permission chmod access-?control acl sudo admin devops deploy linux server-admin 权限",
    Topic.ACCOUNTS: "password credential login log-?in sign-?in 1password bitwarden keychain vault 密码",
    Topic.AUTONOMY: "autonom headless unattended yolo sandbox container docker ci automation orchestrat "
    "delegat loop ralph codex claude-?code coding-?agent sub-?agent",
    Topic.RECORDING: "record screen keylog keyboard microphone transcri dictat surveil capture watch",
    Topic.TEXT: "style tone brand writ humani edit copywrit voice translat editorial 写作 文案",
    Topic.PROMOTION: "market promot advertis seo brand growth affiliat social influenc sales campaign 推广 营销",
}  # fmt: skip
_SHORT = 3
"""Letters up to which a stem is a word of its own: `ip` also begins `ipsum`."""


def _stem(one: str) -> str:
    return rf"{one}\b" if one.isascii() and len(one) <= _SHORT else one


_TOPICS = {
    topic: pattern(rf"(?:^|[^a-z0-9])(?:{'|'.join(map(_stem, stems.split()))})") for topic, stems in _STEMS.items()
}  # fmt: skip


class Purpose(Value):
    """What a skill says it is for."""

    said: str = ""
    """Name, description, tags: everything it says of itself up front."""
    topics: frozenset[Topic] = frozenset()

    @classmethod
    def of(cls, name: str, manifest: Manifest | None) -> Purpose:
        """The purpose a package states. One that states nothing has none, and nothing risky belongs to it."""
        parts = [name]
        if manifest is not None:
            parts += [manifest.name, manifest.description, manifest.when_to_use, manifest.category, *manifest.tags]
        said = " ".join(parts).lower().replace("_", " ")
        raw = said.encode("utf-8", "replace")
        return cls(said=said, topics=frozenset(topic for topic, found in _TOPICS.items() if found.search(raw)))

    def covers(self, *topics: Topic) -> bool:
        """Whether it is for any of these."""
        return not self.topics.isdisjoint(topics)
