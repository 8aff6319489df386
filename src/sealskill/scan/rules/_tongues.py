"""How a text tells a model to drop what it was told before, in the languages that registries hold."""

from __future__ import annotations

# One entry per language: what is done, and to which orders. Letters between are few, so that both stand in one thought.
OVERRIDES = {
    "english": r"\b(?:ignor(?:e|ing)|disregard(?:ing)?|forget(?:ting)?|overrid(?:e|es|ing)|discard|supersedes?|abandon|"
    r"dismiss|nullify|erase|"
    r"drop|stop\s+(?:following|obeying|complying\s+with|adhering\s+to|listening\s+to)|set\s+aside|throw\s+(?:out|away)|"
    r"pay\s+no\s+(?:attention|heed|mind)\s+to|(?:bypass|cancel|replace)(?:s|ing)?)\s+(?:(?:and|or|to|about|with|completely|"
    r"entirely|fully)\s+)?"
    r"(?:(?:absolutely|any|all|every|each|everything|of|the|your|my|their|its|these|those|other|system|safety|"
    r"core|content|ethical|original|"
    r"security|anthropic'?s?|openai'?s?|developer'?s?|default|built-?in)\s+){0,5}"
    r"(?:(?:previous|prior|above|earlier|preceding|existing|former|past|foregoing|aforementioned|initial|"
    r"original|current|system|safety|ethical|"
    r"content|hidden|your|you\s+(?:were|have\s+been)|pre-?existing|security|core|default|"
    r"built-?in)[\s,]+(?:(?:and|or)\s+\w+\s+)?)"
    r"(?:(?:system|safety|user|developer|content|security|ethical|your|usage|operating|training|set|of|"
    r"conversation)\s+){0,2}"
    r"(?:instruct(?:ions?|ed)|prompts?|rules?|guidelines?|directives?|commands?|orders?|constraints?|"
    r"restrictions?|polic(?:y|ies)|programming|"
    r"told|given|guardrails?|safeguards?|limitations?|filters?)",
    "english not": r"(?:^|[.!:;,(>*-]\s*|\bplease\s+|\bnow\s+|\b(?:must|should)\s+)(?:do\s+not|"
    r"don['’]?t|no\s+longer|never|"
    r"not)\s+(?:follow|obey|comply\s+with|adhere\s+to|listen\s+to)\s+"
    r"(?:any\s+|all\s+|the\s+|of\s+|your\s+|other\s+){0,4}(?:previous|prior|earlier|preceding|existing|original|"
    r"your|safety|above)\s+(?:\w+\s+)?(?:instructions?|prompts?|rules?|guidelines?|directives?|constraints?|"
    r"polic(?:y|ies))",
    "english all": r"\b(?:ignore|disregard|forget|discard|pay\s+no\s+(?:attention|heed|mind)\s+to)\s+"
    r"(?:absolutely\s+)?(?:everything|anything|whatever|all|what)\b[^.\n]{0,30}?\b(?:you\s+(?:were|have\s+been|ve\s+been|know)|"
    r"told|said|written|above|before\s+this|up\s+to\s+(?:now|this)|so\s+far|came\s+before|until\s+now)\b|"
    r"\bforget\s+(?:all\s+)?(?:of\s+)?your\s+(?:instructions?|rules?|guidelines?|training|programming|system\s+prompt)",
    "chinese": r"(?:忽略|忽视|忽視|无视|無視|忘记|忘記|忘掉|不要理会|不要理會|不用理会|不必理会|"
    r"抛弃|拋棄|"
    r"丢弃|丟棄|放弃|放棄|违背|不再遵守|不要遵守|不要遵循|停止遵循|不必遵守|推翻|取代)"
    r"[^。！？\n]{0,10}?(?:之前|以前|先前|上面|上述|以上|前面|此前|原有|原来|原來|系统|系統|所有|一切|全部|你的|"
    r"您的|安全|既定|现有|現有)[^。！？\n]{0,12}?"
    r"(?:指令|指示|提示词|提示詞|提示|规则|規則|命令|说明|說明|约束|約束|限制|准则|準則|设定|設定|规定|規定)|"
    # To skip and to cover are ordinary words: only of what was said before, or of the system, do they mean this.
    r"(?:跳过|覆盖|覆蓋)[^。！？\n]{0,6}?(?:之前|以前|先前|上面|上述|以上|前面|此前|原有|原来|原來|你的|您的|系统提示|系統提示)"
    r"[^。！？\n]{0,8}?(?:指令|指示|提示词|提示詞|命令)",
    "japanese": r"(?:以前|これまで|今まで|前の|前述|上記|先の|先ほど|すべて|全て|全ての|既存|元の|システム|"
    r"上の)[^。！？\n]{0,14}?(?:指示|命令|プロンプト|ルール|指令|制約|ガイドライン|規則|設定)"
    r"[^。！？\n]{0,6}?(?:無視|忘れ|破棄|無効|従わな|上書き|取り消)",
    "korean": (
        r"(?:이전|앞선|앞의|위의|기존|지금까지|모든|시스템|원래|종전)[^.!?\n]{0,14}?(?:지시|명령|지침|프롬프트|규칙|"
        r"설정|제약|안내)[^.!?\n]{0,8}?(?:무시|잊|따르지|버리|무효|폐기|덮어)"
    ),
    "spanish": r"\b(?:ignor(?:a|e|ar|en|ad)|olvid(?:a|e|ar|en|ad)|descart(?:a|e|ar)|desatiend(?:e|a)|ha(?:z|ga|"
    r"gan)\s+caso\s+omiso\s+de|omite|omita|no\s+(?:sigas?|sigan|obedezcas?)|anul(?:a|e)|"
    r"sobrescrib(?:e|a)|pasa\s+por\s+alto)\s+[^.\n]{0,20}?(?:instrucciones|reglas|órdenes|ordenes|indicaciones|"
    r"directrices|normas|restricciones|prompts?)"
    r"(?:\s+[^.\n]{0,20}?(?:anterior|previ[ao]s|precedent|del\s+sistema|original|de\s+seguridad|existent|recibid|"
    r"dad[ao]s|de\s+arriba))",
    "portuguese": r"\b(?:ignor(?:e|a|ar|em)|esque[çc](?:a|e|am|er)|desconsider(?:e|a|ar|em)|"
    r"descart(?:e|a|ar)|desprez(?:e|a)|"
    r"não\s+(?:siga|sigas|obedeça)|anul(?:e|a)|sobrescreva)\s+[^.\n]{0,20}?"
    r"(?:instruç(?:ões|ão)|regras|ordens|diretrizes|comandos|orientações|restrições|"
    r"prompts?)\s+[^.\n]{0,20}?(?:anterior|prévi|precedent|acima|do\s+sistema|original|originais|de\s+segurança|"
    r"existent|recebid)",
    "french": r"(?:ignor(?:e|ez|er|ons)|oubli(?:e|ez|er|ons)|néglige[zr]?|ne\s+(?:tiens|tenez|tenir)\s+(?:pas|"
    r"aucun)\s+compte|fai(?:s|tes)\s+abstraction|écarte[zr]?|annule[zr]?|ne\s+(?:suis|suivez|"
    r"respecte[zr]?)\s+(?:pas|plus))\s+"
    r"[^.\n]{0,25}?(?:instructions|consignes|règles|directives|ordres|invites|"
    r"restrictions)\s+[^.\n]{0,20}?(?:précédent|antérieur|ci-dessus|du\s+système|système|initial|d['’]origine|"
    r"de\s+sécurité|existant|reçu|donné)|"
    r"(?:ignor(?:e|ez)|oubli(?:e|ez))\s+(?:toutes?\s+)?(?:les|tes|vos)\s+(?:précédent|ancienn|"
    r"propres)[^.\n]{0,12}?(?:instructions|consignes|règles|directives|ordres)",
    "german": r"(?:ignorier(?:e|en|t)|vergiss|vergessen|vergesst|missachte|verwirf|verwerfen|beachte|befolge|"
    r"überschreib(?:e|en)|setze)\s+[^.\n]{0,20}?"
    r"(?:bisherig|vorherig|früher|vorig|vorangegangen|vorangehend|obig|ursprünglich|bestehend|alle|sämtlich|"
    r"deine|system|sicherheits)[^.\n]{0,20}?"
    r"(?:anweisung|instruktion|regel|vorgabe|befehl|richtlinie|anordnung|prompt|einschränkung)",
    "russian": r"(?:игнорируй|проигнорируй|игнорировать|забудь|забыть|отбрось|отмени|пренебреги|"
    r"не\s+(?:следуй|выполняй|"
    r"соблюдай|обращай\s+внимания\s+на))(?:те)?\s+[^.\n]{0,25}?"
    r"(?:предыдущ|прежн|вышеуказанн|вышеприведённ|все|всё|системн|сво|ваш|тво|прошл|исходн|изначальн|"
    r"указан)[^.\n]{0,25}?(?:инструкци|указани|правил|команд|распоряжени|промпт|ограничени|установк)",
    "ukrainian": (
        r"(?:ігноруй|проігноруй|забудь|відкинь|не\s+(?:дотримуйся|виконуй))(?:те)?\s+[^.\n]{0,25}?(?:попередн|усі|"
        r"всі|системн|сво|тво)[^.\n]{0,25}?(?:інструкці|вказівк|правил|команд|обмежен)"
    ),
    "italian": r"\b(?:ignor(?:a|ate|are|i)|dimentic(?:a|ate|are|hi)|trascura|non\s+(?:seguire|seguite)|scarta|annulla|"
    r"tralascia)\s+[^.\n]{0,25}?(?:istruzioni|regole|direttive|ordini|comandi|indicazioni|restrizioni)"
    r"\s+[^.\n]{0,20}?(?:precedent|di\s+sistema|del\s+sistema|sopra|original|di\s+sicurezza|esistent|inizial|ricevut)",
    "dutch": (
        r"\b(?:negeer|vergeet|sla)\s+[^.\n]{0,12}?(?:vorige|eerdere|voorgaande|bovenstaande|alle|bestaande|"
        r"je)\s+[^.\n]{0,15}?(?:instructies|opdrachten|regels|richtlijnen|aanwijzingen|prompts?)"
    ),
    "polish": (
        r"(?:zignoruj(?:cie)?|ignoruj(?:cie)?|zapomnij(?:cie)?|pomiń|odrzuć|"
        r"nie\s+przestrzegaj)\s+[^.\n]{0,20}?(?:poprzedni|wcześniejsz|powyższ|wszystki|systemow|"
        r"swoj)[^.\n]{0,20}?(?:instrukcj|polece|zasad|wytyczn|reguł)"
    ),
    "turkish": (
        r"(?:önceki|yukarıdaki|tüm|bütün|mevcut|sistem)[^.\n]{0,20}?(?:talimat|yönerge|kural|"
        r"komut)[^.\n]{0,15}?(?:yok\s+say|unut|görmezden\s+gel|dikkate\s+alma|göz\s+ardı)"
    ),
    "vietnamese": (
        r"(?:bỏ\s+qua|phớt\s+lờ|quên|không\s+tuân\s+theo)\s+[^.\n]{0,20}?(?:hướng\s+dẫn|chỉ\s+dẫn|chỉ\s+thị|lệnh|"
        r"quy\s+tắc)[^.\n]{0,15}?(?:trước|trên|hệ\s+thống|ban\s+đầu)"
    ),
    "indonesian": (
        r"\b(?:abaikan|lupakan|jangan\s+ikuti)\s+[^.\n]{0,15}?(?:instruksi|perintah|aturan|petunjuk|"
        r"arahan)[^.\n]{0,15}?(?:sebelum|di\s+atas|sistem|awal|terdahulu)"
    ),
    "arabic": (
        r"(?:تجاهل|تجاهلي|انس|انسَ|لا\s+تتبع)[^.\n]{0,25}?(?:التعليمات|الأوامر|القواعد|الإرشادات|تعليماتك|"
        r"الأوامر)[^.\n]{0,12}?(?:السابقة|أعلاه|النظام|الأصلية)"
    ),
    "hindi": (
        r"(?:पिछले|पहले|सभी|ऊपर|पूर्व)[^।\n]{0,30}?(?:निर्देश|आदेश|नियम)[^।\n]{0,25}?(?:अनदेखा|अनदेखी|नज़रअंदाज|भूल|"
        r"उपेक्षा)"
    ),
}  # fmt: skip
OVERRIDE_ANCHORS = (
    (
        r"ignor(?:e|a|ez|er)|disregard|forget|overrid|supersede|discard|abandon|dismiss|nullify|erase|set aside|"
        r"throw (?:out|away)|no (?:attention|heed|mind) to|(?:not|n't|stop) (?:follow|obey|comply|adher|listen)|bypass|"
        r"cancel |"
        r"replace |no longer (?:follow|obey)"
    ),
    (
        "忽略|忽视|忽視|无视|無視|忘记|忘記|忘掉|理会|理會|跳过|覆盖|覆蓋|抛弃|丢弃|放弃|违背|遵守|遵循|推翻|取代|"
        "忘れ|破棄|無効|従わな|上書き|무시|잊|따르지|무효|폐기"
    ),
    (
        r"olvid|caso omiso|descart|desatiend|esque|desconsider|despre[zc]|oubli|abstraction|(?:aucun|pas) compte|"
        r"annul|vergiss|vergess|missacht|verwirf|befolge|beachte|ignorier|dimentic|negeer|vergeet|ignoruj|zapomnij|"
        r"yok say|görmezden|dikkate alma|göz ardı|phớt|bỏ qua|abaikan|lupakan"
    ),
    "гнорир|абудь|абыть|тбрось|ренебре|гнору|ідкинь|تجاهل|لا تتبع|अनदेख|नज़रअंदाज|भूल",
)
ANYTHING = "|".join(f"(?:{one})" for one in OVERRIDES.values())
"""Any of them, in any language."""
