"""What a piece of text would have somebody do that can hurt: the acts that make an odd sentence a bad one."""

from __future__ import annotations

from enum import StrEnum

from sealskill.scan.pattern import pattern

_TARGET = (
    r"(?:https?://|\bwebhooks?\b|\bendpoints?\b|\bcollectors?\b|\b(?:remote|external|central|logging|backup|our|"
    r"their|this|an?|the)"
    r"\s+(?:\w+\s+)?(?:servers?|hosts?|address|api|bucket|channel|drive)\b|\bpastebin\b|\btelegram\b|\bdiscord\b|"
    r"\b[\w.+-]+@[\w-]+\.\w+|"
    r"\b\d{1,3}(?:\.\d{1,3}){3}\b)"
)
_SECRET_WORDS = (
    r"\b(?:passwords?|passphrases?|credentials?|api[\s_-]?keys?|access\s+(?:keys?|tokens?)|secret\s+keys?|"
    r"private\s+keys?|ssh\s+keys?|"
    r"(?:auth|session|bearer|oauth|github|api)\s+tokens?|session\s+cookies?|browser\s+cookies|(?:seed|recovery|"
    r"mnemonic)\s+phrases?|"
    r"mnemonics?|keychains?|environment\s+variables|env(?:ironment)?\s+secrets|\w+_(?:TOKEN|SECRET|API_KEY|"
    r"PASSWORD)|wallet\s+keys?)\b|"
    r"密码|密钥|私钥|助记词|凭证|令牌|パスワード|秘密鍵|認証情報|비밀번호|개인\s*키|contraseñas?|credenciales|"
    r"senhas?|credenciais|mots?\s+de\s+passe|"
    r"passw[oö]rte?r?|zugangsdaten|парол[ьиея]|приватн\w*\s+ключ|учётн"
)
_SECRET_FILES = (
    r"(?:~|\$HOME|/home/|/root)/?[\w/]*\.(?:ssh|aws|gnupg|kube|netrc|npmrc|pypirc|docker|config/(?:gh|gcloud))|"
    r"\bid_(?:rsa|ed25519|ecdsa)\b|"
    r"\.aws/credentials|(?:^|[\s`'\"/(])\.env(?:\.\w+)?(?:[\s`'\",)]|$)|/etc/(?:passwd|shadow)|\.openclaw/|"
    r"\.clawdbot/|login\.keychain|"
    r"wallet\.dat|auth-profiles|openclaw\.json|cookies\.sqlite|Login\s+Data"
)
_TAKES = (
    r"\b(?:read|cat|collect|open|load|copy|gather|extract|harvest|scan|record|store|grab|retrieve|dump|print|"
    r"encode|attach|append|include|"
    r"upload|send|post|pass|search|find|fetch|access|locate|get|export|save|echo|embed|transmit|forward|output|"
    r"reveal|submit|return|list)\w*\b|"
    r"读取|收集|发送|上传|复制|送信|読み取|収集|읽|수집|전송|le[ea]\b|lire|lies|lesen|прочита|собер|отправ|env[ií]|envoi|envoy|send[et]|schick|lies\b|sube"
)
_SENDS = (
    r"\b(?:send|upload|post|transmit|forward|exfiltrate|submit|push|e?mail|report|sync|leak|deliver|relay|"
    r"dispatch|beacon|ping|back(?:ing)?\s+"
    r"(?:it\s+)?up|stream|copy|log|mirror|notify)\w*\b"
)


# In Japanese and Korean the verb stands last.
_AFTERWARDS = r"(?:送信|送っ|読み|アップロード|収集|コピー|전송|보내|업로드|읽|수집|복사)"


class Harm(StrEnum):
    """One way in which what is ordered can hurt the person."""

    SECRET = "secret"
    """Takes credentials or keys."""
    SECRET_FILE = "secret files"
    """Takes files that hold them, named by their places."""
    SEND = "send"
    """Something leaves for somewhere."""
    REMOTE = "remote code"
    """Whatever a server answers is run."""
    RUN = "run"
    """A program or command is run."""
    INSTALL = "install"
    STEER = "steer"
    """A file that steers agents is written."""
    DELETE = "delete"
    SPEND = "spend"
    GUARD = "guard"
    """A guard is switched off or walked round."""
    CHANGE = "change"
    """The person's files or settings are changed."""


_HARMS = {
    Harm.SECRET: rf"(?:{_TAKES})[^\n]{{0,160}}?(?:{_SECRET_WORDS}|{_SECRET_FILES})",
    Harm.SECRET_FILE: rf"(?:{_TAKES}).{{0,240}}?(?:{_SECRET_FILES})|(?:{_SECRET_FILES}).{{0,120}}?{_AFTERWARDS}",
    Harm.SEND: rf"https?://[^\s]{{4,200}}[^\n]{{0,40}}?{_AFTERWARDS}|{_SENDS}[^\n]{{0,200}}?{_TARGET}|\bcurl\b[^\n]*\s(?:-X\s*(?:POST|PUT)|-d\b|-F\b|--data|-T\b|--upload)|"
    r"\brequests\.(?:post|put)\(|\bmethod:\s*[\"']POST|\bPOST\s+(?:request|it|them|the)\b|\bexfiltrat|"
    r"(?:发送|上传|回传|送信|アップロード|전송|업로드|env[ií]a|sub[ae]|lade|lädt|carica|invia|inoltra|wyślij|envie|envoi?e|envoyez|envoyer|sende|hochladen|отправ|"
    r"загруз)[^\n]{0,200}?(?:https?://|服务器|サーバ|서버|servidor|serveur|server|сервер)",
    Harm.REMOTE: r"\b(?:curl|wget|iwr|irm)\b[^\n]*\|\s*(?:sudo\s+)?(?:ba|z|da)?sh\b|\b(?:curl|wget)\b[^\n]*(?:&&|"
    r";)\s*(?:sudo\s+)?(?:bash|sh|chmod|python)|"
    r"\b(?:download|fetch|pull|retrieve)\w*\b[^\n]{0,80}?\b(?:and|then)\s+(?:\w+\s+){0,2}?(?:run|execute|install|"
    r"launch|eval)|"
    r"\b(?:execut|run|follow|eval)\w*\b[^\n]{0,40}?\b(?:the\s+)?(?:response|returned|downloaded|fetched|received)",
    Harm.RUN: r"\b(?:run|execute|invoke|launch)\w*\b[^\n]{0,60}?(?:`|\bscripts?\b|\bcommands?\b|\bbinary\b|\bcode\b|"
    r"\.(?:sh|py|js|exe|ps1)\b)|"
    r"(?:运行|执行|実行|실행|ejecuta|execute|exécute|führe|выполн|запуст)[^\n]{0,60}?(?:`|脚本|命令|コマンド|"
    r"スクリプト|명령|스크립트|comando|script|commande|befehl|команд|скрипт)",
    Harm.INSTALL: r"\b(?:install|npm\s+i(?:nstall)?|pip3?\s+install|npx|brew\s+install)\b",
    Harm.STEER: r"\b(?:write|append|add|insert|modify|edit|update|inject|create|overwrite|copy|put|"
    r"save)\w*\b[^\n]{0,100}?"
    r"(?:\b(?:AGENTS?|CLAUDE|SOUL|MEMORY|GEMINI|IDENTITY|HEARTBEAT|TOOLS)\.md\b|\.cursorrules|\.cursor/|"
    r"copilot-instructions|\.claude/|openclaw\.json|"
    r"\.mcp\.json|system\s+prompt|other\s+skills)",
    Harm.DELETE: r"\b(?:delet|remov|eras|wip|purg|destroy|shred|drop|truncat|overwrit)\w*\b[^\n]{0,60}?\b(?:files?|"
    r"director(?:y|ies)|folders?|databases?|tables?|"
    r"backups?|data|logs?|history|workspace|repositor(?:y|ies)|documents?|versions?|traces?)\b|\brm\s+-[a-z]*r|"
    r"\bDROP\s+(?:TABLE|DATABASE)\b|"
    r"(?:删除|清空|削除|삭제|elimina|borra|apague|supprime|lösche|удал)",
    Harm.SPEND: r"\b(?:transfer|send|withdraw|pay|buy|purchase|swap|approve|donate|tip|drain|sweep|mint|stake|"
    r"bet)\w*\b[^\n]{0,60}?(?:\b(?:funds?|money|"
    r"tokens?\s+to|crypto|bitcoin|btc|eth|ether|sol|usdc?|usdt|coins?|balance|payments?|wallet|subscription|"
    r"gift\s+cards?|credits?)\b|[$€£]\s?\d)",
    Harm.GUARD: r"\b(?:disable|turn\s+off|bypass|circumvent|skip|deactivate|stop|kill|"
    r"evade)\w*\b[^\n]{0,60}?\b(?:security|"
    r"firewall|antivirus|defender|"
    r"gatekeeper|sandbox\w*|verification|validation|authentication|guardrails?|safety|monitoring|logging|"
    r"audit\w*|permissions?|approvals?|"
    r"confirmations?|selinux|SIP)\b|--dangerously|--no-sandbox|--yolo",
    Harm.CHANGE: r"\b(?:modif|alter|chang|edit|overwrit|insert|append|replac|inject|add)\w*\b[^\n]{0,60}?\b(?:files?|"
    r"documents?|code(?:base)?|configs?|"
    r"configurations?|settings|records?|commits?|links?|output|responses?|scores?|amounts?|account|recipient|iban)\b",
}  # fmt: skip
_FOUND = tuple((harm, pattern(source)) for harm, source in _HARMS.items())
SERIOUS = frozenset({Harm.SECRET, Harm.SECRET_FILE, Harm.SEND, Harm.REMOTE, Harm.STEER, Harm.SPEND, Harm.GUARD})
"""What nobody orders by the way: each of them is somebody's whole attack."""


def harms_in(data: bytes) -> frozenset[Harm]:
    """Every way to hurt that stands in a piece of text."""
    return frozenset(harm for harm, found in _FOUND if found.search(data))
