"""Guards: programs and settings that protect a machine or ask before something happens, as text names them."""

from __future__ import annotations

from sealskill.scan.pattern import pattern

GUARDS = pattern(
    r"\b(?:windows[\s-]*defender|microsoft\s+defender|defender|MpPreference|DisableRealtimeMonitoring|amsi(?:utils|scanbuffer)?|WinDefend|"
    r"gatekeeper|spctl|csrutil|xprotect|SELinux|setenforce|apparmor|ufw|iptables|firewalld?|netsh\s+advfirewall|"
    r"auditd|falcon(?:-sensor)?|crowdstrike|sentinelone|sentinelagent|carbon\s*black|osquery|clamav|clamd|"
    r"sophos|bitdefender|kaspersky|avast|mcafee|norton|malwarebytes|eset|antivirus|anti-virus|"
    r"little\s+snitch|lulu|fail2ban|tripwire|sysmon|wazuh|event\s*log|wevtutil|quarantine|uac|EnableLUA|"
    r"ExecutionPolicy)\b"
)
"""What stands between a machine and whoever is not wanted there."""

WATCHED = pattern(
    r"\b(?:defender|MpPreference|amsi|WinDefend|gatekeeper|spctl|csrutil|xprotect|SELinux|setenforce|ufw|iptables|"
    r"firewalld?|advfirewall|auditd|falcon|crowdstrike|sentinel\w*|carbon\s*black|osquery|clam\w*|sophos|"
    r"bitdefender|kaspersky|avast|mcafee|norton|malwarebytes|eset|anti-?virus|sysmon|wazuh|wevtutil)\b"
)
"""Those that no skill has a reason to switch off on the way."""

SYSTEM_NAMES = pattern(
    r"\b(?:com\.apple\.[\w.-]+|com\.microsoft\.[\w.-]+|com\.google\.[\w.-]+|systemd-[\w-]+|svchost(?:\.exe)?|"
    r"explorer\.exe|lsass(?:\.exe)?|csrss(?:\.exe)?|winlogon|spoolsv|kworker\w*|kthreadd?|dbus-daemon|launchd|"
    r"softwareupdated?|(?:windows|microsoft|google|chrome|adobe|apple|system|security)[\s_-]?"
    r"(?:update(?:r|service)?|helper|service|health|agent|monitor))(?:\.(?:service|timer|plist|exe|sh))?\b"
)
"""Names under which a system's own services run."""
OWN_UNIT = pattern(
    r"com\.apple\.(?:finder|dock|screencapture|Safari|systempreferences|Terminal|universalaccess|LaunchServices)"
)
"""Settings of a system's own programs, which are read and changed in the open."""
