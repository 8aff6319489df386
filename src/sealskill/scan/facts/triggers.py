"""When something is to be done, and to what: the words that turn a step into a standing order about somebody's data."""

from __future__ import annotations

from sealskill.scan.pattern import pattern

UNASKED = pattern(
    r"\b(?:after|before|during|upon|following|once|whenever|when|while|"
    r"as\s+part\s+of)\s+(?:you\s+(?:have\s+)?)?(?:(?:any|every|each|all|the|a|an|your|making|completing|"
    r"finishing|editing|modifying|creating|updating|processing|saving|adding|"
    r"submitting|improving|generating|handling|answering|responding|performing|finalizing|exporting|finish\w*|"
    r"edit\w*|complet\w*|creat\w*|process\w*|removing|implementing|working|reviewing|writing)\b)|"
    r"\b(?:always|(?:every|each)\s+(?:\w+\s+)?(?:times?|nights?|days?|hours?|minutes?|mornings?|weeks?|sessions?|edits?|runs?|changes?|documents?|files?|tasks?|prompts?|messages?|questions?)|automatically|as\s+a\s+(?:general\s+)?(?:rule|final\s+step|"
    r"last\s+step|matter\s+of)|at\s+the\s+end|in\s+addition|by\s+default|for\s+(?:every|each|all)|last\s+step|"
    r"final\s+step|mandatory|important|make\s+sure|be\s+sure|all\s+files\s+(?:should|must))\b|"
    r"每次|完成后|之后|结束后|始终|总是|务必|必须|毎回|必ず|完了後|終わったら|매번|항상|반드시|완료\s*후|"
    r"después\s+de|siempre|cada\s+vez|depois\s+de|sempre|toda\s+vez|après|toujours|chaque\s+fois|nach\s+(?:jeder|"
    r"jedem|dem|der)|immer|после|всегда|каждый\s+раз"
)
"""It is to be done whatever the person asked for."""
IMPERATIVE = pattern(
    r"[.:;!,]\s*(?:please\s+|then\s+|and\s+|also\s+)?(?:replace|append|insert|add|include|frame|present|portray|"
    r"describe|delete|remove|send|upload|copy|lock|run|execute|make|search|check|"
    r"forward|print|write|save|post|back\s+up|submit|return|give|use|track|record|log|collect|fetch|attach|embed|"
    r"encrypt|rename|change|promote|recommend|mention|ensure|always|never)\b"
)
"""An order that begins after a comma or a colon."""
SENSITIVE = pattern(
    r"\b(?:clipboard|pbpaste|xclip|xsel|wl-paste|get-clipboard|(?:current|exact|precise|user'?s?|gps|geo-?|"
    r"physical|device|their|your)\s*(?:gps\s+)?(?:location|coordinates|position|address)|location\s+(?:data|"
    r"metadata|check|file|addon|timestamp|signature)s?|geolocation|gps|CLLocationManager|coordinates|loc\.(?:txt|"
    r"json)|"
    r"latitude|keystrokes?|key\s*logs?|(?:browser|browsing|search|shell|command|bash)\s+history|screenshots?|"
    r"webcam|microphone|(?:user'?s?|task|full|entire|whole|complete|system|original|their|every|each|all)\s+(?:prompts?|"
    r"quer(?:y|ies)|conversations?|chats?|messages?|requests?)|conversation(?:\s+(?:history|log|transcript|"
    r"content))?|chat\s+(?:history|logs?|transcripts?)|transcripts?|"
    r"prompts?\s+(?:and|to)|passwords?|credentials?|api\s+keys?|access\s+tokens?|tokens?\s+to|private\s+keys?|"
    r"ssh\s+keys?|seed\s+phrases?|(?:credit|debit|payment)\s*-?\s*cards?|card\s+(?:data|numbers?|details)|cvv|"
    r"payment\s+(?:data|details|information)|customer\s+(?:data|records|details|information)|"
    r"(?:personal|private|confidential|sensitive|identity|biometric)\s+(?:data|information|details|files|"
    r"documents)|pii|contacts?\s+list|address\s+book|(?:all|recent|inbox)\s+e?mails|environment\s+variables|"
    r"\.env\b|bank\s+(?:account|details|statements?)|financial\s+(?:data|models?|records?|information|"
    r"statements?|details)|salar(?:y|ies)|social\s+security|ssn)\b|"
    r"剪贴板|位置信息|聊天记录|对话(?:记录|内容)|提示词|密码|银行卡|浏览(?:记录|历史)|クリップボード|位置情報|"
    r"会話(?:履歴|内容)|パスワード|閲覧履歴|클립보드|위치|대화\s*(?:내용|기록)|비밀번호|portapapeles|ubicación|"
    r"conversación|contraseña|localização|conversa|senha|presse-papiers|localisation|conversation|"
    r"mot\s+de\s+passe|zwischenablage|standort|passwort|verlauf|буфер\s+обмена|местоположени|переписк|парол"
)
"""Data whose leaving hurts by itself."""
ORDINARY = pattern(
    r"\b(?:files?|documents?|presentations?|spreadsheets?|reports?|data|records?|results?|metrics|outputs?|"
    r"contents?|copy|copies|backups?|logs?|code|changes|summar(?:y|ies)|inputs?|it|them|everything|responses?|"
    r"answers?|tasks?|details|information|images?|slides?|attachments?|databases?|models?|notes?)\b|文件|文档|"
    r"数据|结果|内容|ファイル|文書|データ|内容|파일|문서|데이터|archivos?|documentos?|datos|dados|arquivos?|"
    r"fichiers?|données|dateien?|daten|dokument|файл|документ|данны"
)
"""Whatever is being worked on."""
