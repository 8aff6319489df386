"""The words without which a command line does nothing a rule asks about. A script without any is never read."""

from __future__ import annotations

from sealskill.scan.facts import places
from sealskill.scan.pattern import pattern

_INSTALLS = (
    r"\s+(?:-\S+\s+)*(?:install|i|add|exec|dlx|x|create|get|run|require|global|tool|pip|tap|update|-i|ci|plugins|"
    r"--install)"
)
# Each is one alternative of what stands in a command line; word borders keep prose and identifiers out.
ACTING: tuple[str, ...] = (
    # other machines
    r"\b(?:curl|wget2?|aria2c|axel|lynx|w3m|httpie|xhs?|scp|rsync|sftp|lftp|tftp|ncat|netcat|socat|telnet|sshpass)\b",
    r"\b(?:nc|ssh|ftp|https?|fetch|links)\s+[-\w$\"'@{:/]",
    r"\b(?:nslookup|dig|drill|sendmail|mailx?|mutt|msmtp|swaks|rclone|gsutil|gcloud|s3cmd|azcopy|aws|az|mc|lt|bore|frpc|chisel)\s",
    r"\bping6?\s+-?[\w$]|\bngrok\b|\bcloudflared\b|\blocaltunnel\b|\bpagekite\b|\bzrok\b",
    r"/dev/(?:tcp|udp)/|\b[a-z][\w+]{1,12}://",
    r"\bgit\s+(?:-\S+\s+\S+\s+)?(?:clone|push|pull|config|remote|reset|clean|submodule|fetch)\b|\b(?:gh|glab)\s+(?:gist|auth|release|issue|repo\s+deploy|deploy-key|ssh-key|gpg-key)",
    # code that runs
    r"\beval\b|\bexec\s|\bsource\s|\bxargs\b|(?:^|[\n;&|({])\s*\.\s+[\w/~$\"'<.]",
    r"\|\s*(?:\S{1,40}\s+){0,4}[\"']?(?:\S{0,60}/)?(?:ba|z|da|k|a|fi|c)?sh\b",
    r"\|\s*(?:sudo\s+)?(?:\S{0,60}/)?(?:python|node|perl|ruby|php|osascript|pwsh|deno|bun|lua)",
    r"\b(?:ba|z|da|k|a)?sh\s+(?:-\w+\s+)*(?:-\w*c\b|<|[\"'$~./])",
    r"\b(?:python[\d.]*|py|node|perl|ruby|php|osascript|deno|bun|lua|rscript|pwsh|powershell)\s+(?:-\w+\s+)*(?:-{1,2}\w|<)",
    r"\b(?:base64|base32|xxd|openssl|gpg2?|mkfifo|mknod|uudecode|rot13|gunzip|zcat)\b|\|\s*(?:rev|tr)\b",
    r"\$'[^']{0,200}\\|\becho\s+-\w*e|\bprintf\s+[\"']?\\|\$\{\w+:\d|\$\{?\w+\}?\$\{?\w+\}?\s|[a-z](?:\"\"|'')[a-z]|[a-z]\\[a-z]{1,9}\b",
    r"\bchmod\s+\S{0,12}[+7]|\bxdg-open\b|\bopen\s+\S|\bdocker\s+(?:run|exec|volume|system|rm|compose)|\bkubectl\s+delete|\btrap\s|\bcrontab\b|\bat\s+(?:now|\d)",
    # what is installed
    r"\b(?:npm|pnpm|yarn|bun|pip3?|pipx|uv|poetry|conda|mamba|brew|apt|apt-get|yum|dnf|apk|zypper|snap|flatpak|choco|winget|scoop|go|cargo)"
    + _INSTALLS,
    r"\b(?:gem|composer|clawd?hub|skills|openclaw|clawdbot|cpanm?|luarocks|dpkg|rpm|pkg|code|cursor)" + _INSTALLS,
    r"\b(?:npx|bunx|uvx|pnpx|pacman|installer|msiexec|easy_install|nix-env)\s",
    # what goes away
    r"\brm\s|\bunlink\s|\bshred\b|\bmkfs|\bdd\s+\w+=|-delete\b|\bwipefs\b|\btruncate\s|\bsrm\b|\bdrop\s+(?:table|database|schema)\b",
    r"\btruncate\s+table|\bflushall\b|\bdestroy\b|\bblkdiscard\b|\bterraform\b",
    r"\bzip\s|\b7za?\s|\btar\s|\brar\s|\bage\s+-|\bccrypt\b",
    # guards
    r"\b(?:setenforce|ufw|spctl|csrutil|xattr|auditctl|iptables|ip6tables|nft|pfctl|fdesetup|tmutil|apparmor|aa-disable|firewall-cmd)\b",
    r"\bhistory\s+-|HISTFILE|HISTSIZE|\bunset\s|\bset\s+\+o\s+history|\b(?:p|x|s)?kill(?:all)?\s|\bdefaults\s+(?:write|read)",
    r"\b(?:systemctl|launchctl|loginctl|chkconfig|update-rc\.d|rc-update|service)\s|\bsysctl\b|sslverify",
    # what is the person's own
    r"(?:^|[\n;&|(`])\s*(?:env|set|printenv|history|export\s+-p|declare\s+-[xp]+)\s*(?:$|[\n;&|>)`])|\bprintenv\b|\$\(\s*(?:env|history)",
    r"\b(?:pbpaste|pbcopy|wl-copy|xclip|xsel|wl-paste|screencapture|scrot|gnome-screenshot|grim|maim|spectacle|flameshot|xinput|logkeys|ffmpeg)\b",
    r"\bsecurity\s+(?:find|dump|export)|\bsecret-tool\b|\bkeyring\s+get|\b(?:pass|op|bw|lpass|gopass|vault)\s+(?:show|read|get|item|export|kv|list)",
    r"\bzenity\b|\bkdialog\b|askpass|ask-password|\bmimikatz\b|\blazagne\b",
    # what is never ending, and what pays
    r"\bwhile\s+(?:true|:|\[\s*1)|\buntil\s+false|\w*\(\)\s*\{\s*\S+\s*\|\s*\S+\s*&|\bhping3?\b|slowloris|goldeneye",
    r"xmrig|xmr-stak|miner|stratum\+|\b(?:cast\s+send|solana\s+transfer|spl-token|bitcoin-cli|lncli|stripe)\b",
)
WINDOWS: tuple[str, ...] = (
    r"\b(?:certutil|bitsadmin|mshta|rundll32|regsvr32|schtasks|wmic|vssadmin|wbadmin|bcdedit|wevtutil|netsh|cscript|wscript)\b",
    r"\bpowershell(?:\.exe)?\s|\bpwsh\s|\breg(?:\.exe)?\s+(?:add|save|import)|\b(?:sc|net)\s+(?:stop|delete|config|create|user)",
    r"\b(?:del|erase|rd|rmdir|format|cipher|takeown|icacls|setx|taskkill|forfiles|installutil|msbuild|mpcmdrun)\s",
    r"\bcmd(?:\.exe)?\s+/[ckr]|\bstart\s+(?:\"|/b|/min)",
)
"""The same for programs of Windows."""
POWERSHELL: tuple[str, ...] = (
    r"\b(?:Invoke|Start|Set|New|Remove|Add|Get|Register|Stop|Disable|Compress|Expand|Send|Unblock|Out|Copy|Move|Clear|Format|Install)-\w",
    r"\b(?:iwr|irm|iex|gc|gci|saps|sal|ri|ii|icm)\b|\$env:|\[(?:System\.)?(?:Convert|Text|Net|Reflection|ScriptBlock|char)\b",
    r"Download(?:String|File|Data)|Upload(?:String|File|Data)|TCPClient|WebClient|FromBase64String|amsi",
)
"""The same for PowerShell."""
WRITING = r">\s*[\"']?(?:[~$.\w{]|/(?:[^d]|d[^e]))|\btee\s|\b(?:cp|mv|install|ln|mkdir|touch|truncate)\s|\bsed\s+-i"
"""Files are written: of interest in a program of the package, not in every command line a text shows."""
_KEPT = (places.AUTOSTART, places.AGENT_FILES, *places.secret_patterns())
PLACES = tuple(one.pattern.decode() for one in _KEPT)
"""Places of a machine that matter."""
ANY = pattern("|".join((*ACTING, *WINDOWS, *PLACES)))
