"""The words of orders: verbs of dangerous acts and what they are done to, in the languages skills are written in."""

from __future__ import annotations

from sealskill.scan.act import Data, Verb
from sealskill.scan.pattern import pattern

# English words stand between borders; other words are stems, since most of those languages bend them.
_ENGLISH = {
    Verb.SEND: "send|post|upload|transmit|forward|exfiltrate|submit|relay|deliver|dispatch|leak|beacon|report|ship|"
        "email|"
    "e-mail|publish|share|sync|mirror|push|stream|transfer|hand|pass|bcc|cc|sent|posted|uploaded|transmitted|forwarded|submitted|shared|sending|"
    "posting|uploading|forwarding|transmitting|submitting|include|attach|embed|append|mail|mailed|backed\\s+up|back\\s+up|"
    "make\\s+an?\\s+(?:http\\s+)?(?:post|request)|call|ping|notify",
    Verb.READ: "read|collect|gather|harvest|extract|grab|capture|access|enumerate|dump|retrieve|scrape|search|scan|"
        "get|copy|"
    "record|log|monitor|track|look\\s+for|list|find|locate|bundle|pack|take|obtain|steal|zip|compress|archive|cat|examine|exfiltrate|reading|"
    "collecting|gathering|note",
    Verb.FETCH: "download|fetch|pull|retrieve|curl|wget|grab|load|visit|open|go\\s+to|navigate\\s+to|"
        "head\\s+(?:over\\s+)?to|"
    "browse\\s+to|clone|get|extract|unzip|unpack|decompress|downloading|fetching",
    Verb.RUN: "run|execute|launch|start|eval|evaluate|exec|source|double[- ]click(?:\\s+on)?|invoke|apply|import|paste|"
    "follow|obey|perform|running|executing|pipe",
    Verb.WRITE: "write|append|add|insert|save|inject|put|persist|modify|edit|update|overwrite|prepend|install|copy|"
        "create|"
    "register|change|store|drop|place|embed|include|replace|set\\s+up|schedule|configure",
    Verb.DELETE: "delete|remove|wipe|erase|purge|destroy|shred|clear|rm|truncate|format|drop|nuke|overwrite|empty|"
        "discard|trash|get\\s+rid\\s+of|clean\\s+out|throw\\s+(?:away|out)",
    Verb.ENCRYPT: "encrypt|encipher|lock|encrypting",
    Verb.STOP: "disable|deactivate|turn\\s+off|switch\\s+off|bypass|kill|terminate|stop|uninstall|circumvent|suppress|"
        "evade|"
    "pause|exclude|whitelist|skip|ignore|override|remove|unload|shut\\s+down",
    Verb.SPEND: "transfer|pay|withdraw|swap|purchase|buy|spend|drain|wire|approve|sign|send|donate|sweep|bet|stake",
    Verb.REPEAT: "flood|ddos|dos|spam\\s+(?:the|them|their|this|every|all|https?)|bombard|hammer|overwhelm|"
        "overload|brute[- ]?force|mass[- ]?send|"
        "keep\\s+(?:on\\s+)?(?:requesting|calling|fetching|pinging|sending|hitting|loading|opening|downloading)|"
        "in\\s+an?\\s+(?:endless|infinite|tight|never-ending)\\s+loop|as\\s+(?:fast|often)\\s+as\\s+(?:you\\s+can|possible)|"
        "(?:thousands|hundreds|millions)\\s+of\\s+(?:requests|times|calls|connections)|non-?stop",
    Verb.INSTALL: "install|add|set\\s+up|installing",
}  # fmt: skip
_OTHERS = {
    Verb.SEND: "发送|上传|发到|提交到|转发|传送|外发|回传|送信|アップロード|転送|전송|보내|업로드|"
    r"env[ií][ae]|enviar|envíe|s[uú]b[ea]\b|subir|transmit[ae]|reenv|envie[mr]?\b|encaminh|"
    r"\bsende[nt]?\b|\bschick|hochlad|lade\s.{1,60}\shoch|übermittl|envoy|téléverse|transmet|transf[eè]re|"
    r"отправ|пошли|загрузи\S*\s+на|перешл|выгрузи",
    Verb.READ: "读取|收集|获取|搜集|提取|窃取|复制|扫描|查找|読み取|読み込|収集|取得|コピー|읽어|읽고|"
    "읽기|수집|복사|추출|"
    r"\blee[r]?\b|\blea\b|recop|recol|extra[ei]|copia|lê\b|\bleia|ler\b|colete|extrai|\blies\b|\blese|sammle|"
    r"sammel|auslesen|kopier|"
    r"\blis(?:ez)?\b|lire\b|\bcollecte[zr]?\b|récup|recueill|прочита|прочти|считай|собер|извлек|скопиру|найди",
    Verb.FETCH: r"下载|获取|访问|打开|拉取|解压|解凍|ダウンロード|取得し|アクセス|開いて|다운로드|내려받|"
    r"방문|descarg|visit[ae]|baix[ae]|acesse|lade\b|"
    r"herunter|besuch|öffne|"
    r"télécharg|visite[zr]|ouvr[ei]|descomprim|entpack|décompress|скача|распаку|загрузи|перейд|откро|посети",
    Verb.RUN: r"运行|执行|启动|粘贴|実行|起動|貼り付け|실행|붙여|ejecut|inici[ae]|peg[ae]|execut[ae]|"
    r"rode\b|inicie|cole\b|führe|ausführ|"
    r"starte|"
    r"einfüg|exécut|lance[zr]?\b|colle[zr]|запуст|выполн|вставь",
    Verb.WRITE: r"写入|追加|添加到|加入到|修改|保存到|書き込|追記|追加し|保存し|추가|기록|저장|작성|escrib|"
    r"añad|agreg|escrev|adicion|acrescent|"
    r"schreib|füge|hänge|écri|ajout|запиш|добав|внес|впиш",
    Verb.DELETE: r"删除|清空|清除|擦除|抹除|削除|消去|삭제|지우|borr|elimin|apag[au]|exclua|remov[ae]|lösch|"
    r"entfern|supprim|efface|удал|"
    r"сотр|очист",
    Verb.ENCRYPT: r"加密|暗号化|암호화|cifr|encript|criptograf|verschlüssel|chiffr|зашифр|шифру",
    Verb.STOP: r"关闭|禁用|绕过|停用|跳过|無効|停止|バイパス|비활성|우회|중지|desactiv|deshabilit|desativ|"
    r"desabilit|deaktivier|abschalt|umgeh|"
    r"désactiv|contourn|отключ|выключ|обойд|обход",
    Verb.SPEND: r"转账|支付|购买|转移资金|送金|支払|購入|송금|결제|구매|transfier|pag[au]e|compr[ae]\b|"
    r"transfir|überweis|bezahl|kauf|"
    r"transfér|"
    r"pay(?:e|ez)\b|achet|перевед|оплат|купи",
    Verb.REPEAT: r"洪水|刷请求|轰炸|連続送信|도배|inund|sobrecarg|überflut|inond|зафлуд|заспам",
    Verb.INSTALL: r"安装|インストール|설치|instal[ae]|installier|установ",
}

VERBS = {verb: pattern(rf"\b(?:{_ENGLISH[verb]})\b|{_OTHERS[verb]}") for verb in _ENGLISH}
"""The words for each act; some stand for several."""

_NOUNS = {
    Data.CREDENTIALS: r"\b(?:credentials?|secrets?|ssh\s+(?:private\s+)?keys?|private\s+keys?|(?:all|any|other|"
        r"every)\s+(?:of\s+)?"
    r"(?:the\s+)?(?:user'?s?\s+)?(?:api\s+keys?|(?:access\s+|auth\w*\s+)?tokens?|passwords?)|keychain|seed\s+phrases?|"
    r"(?:recovery|mnemonic)\s+phrases?|(?:session\s+|browser\s+|auth\w*\s+)?cookies|saved\s+(?:passwords?|logins?)|"
    r"wallet\s+(?:keys?|files?)|(?:aws|cloud|gcp|azure|github|git|npm|database|login)\s+(?:credentials?|"
    r"secrets?|tokens?|keys?))\b|"
    r"密钥|凭证|凭据|私钥|令牌|助记词|認証情報|秘密鍵|資格情報|자격\s*증명|개인\s*키|비밀\s*키|credenciales|"
    r"claves?\s+(?:ssh|privadas?|api)|credenciais|"
    r"chaves?\s+(?:ssh|privadas?|de\s+api)|zugangsdaten|anmeldedaten|private[rn]?\s+schlüssel|ssh-schlüssel|"
    r"identifiants|clés?\s+(?:ssh|privées?|api)|"
    r"учетн\S+\s+данн|учётн\S+\s+данн|приватн\S+\s+ключ|ssh[- ]ключ|секретн\S+\s+ключ|токен",
    Data.ENVIRONMENT: r"\b(?:(?:all|every|the|full|entire|complete|current)\s+(?:\w+\s+)?(?:environment|"
        r"env)\s+(?:variables?|"
        r"vars?)|"
    r"(?:full|entire|complete|whole)\s+env(?:ironment)?|"
    r"environment\s+variables|env\s+vars|printenv|process\.env\b[^._\[]|os\.environ\b)|环境变量|環境変数|환경\s*변수|"
    r"variables\s+de\s+entorno|"
    r"vari[aá]veis\s+de\s+ambiente|umgebungsvariablen|variables\s+d['’]environnement|переменн\S+\s+(?:окружения|среды)",
    Data.ENV_FILE: r"(?:^|[\s`\"'(/*])\.env\b(?:\s+files?)?|\bdotenv\s+files?\b",
    Data.KEY: r"\b(?:(?:api|access|auth|secret)[\s_-]*(?:keys?|tokens?)|bearer\s+tokens?|passphrase)\b|API\s*(?:密钥|"
        r"キー|키)|clave\s+de\s+api",
    Data.CLIPBOARD: r"\bclipboard|剪贴板|剪切板|クリップボード|클립보드|portapapeles|área\s+de\s+transferência|"
        r"zwischenablage|"
        r"presse-papiers|буфер\S*\s+обмена",
    Data.CONVERSATION: r"\b(?:(?:entire|full|whole|complete|all|current|previous|past|the|user'?s?|this|chat|"
        r"session)\s+(?:\w+\s+)?"
    r"(?:conversations?|chats?|transcripts?|prompts?|messages|dialog\w*)(?:\s+(?:history|logs?|context|contents?))?|"
    r"(?:conversation|chat|message|session|prompt)\s+(?:history|logs?|context|contents?|data|transcripts?)|"
    r"system\s+prompts?|user'?s?\s+"
    r"(?:prompts?|questions?|inputs?|quer(?:y|ies)|requests?|messages?)|"
    r"(?:prompts?|questions?|messages?|requests?|inputs?)\s+(?:of|from|by)\s+the\s+user|your\s+(?:reply|replies|"
    r"answers?|responses?)|(?:each|every|any|the)\s+(?:\w+\s+)?(?:quer(?:y|ies)|prompts?|questions?)|what\s+the\s+user\s+(?:says|said|asks|asked|types|typed|writes|wrote))\b|对话|聊天记录|会话(?:记录|历史|"
    r"内容)|系统提示|会話|チャット履歴|"
    r"システムプロンプト|대화|채팅\s*기록|시스템\s*프롬프트|conversaci[oó]n|conversa\b|gespräch|unterhaltung|"
    r"l['’]historique|"
    r"переписк|разговор|диалог|истори\S+\s+чат",
    Data.LOCATION: r"\b(?:geo-?location|gps(?:\s+coordinates)?|(?:user|your|their|device)'?s?\s+coordinates|"
        r"user'?s?\s+(?:current\s+|physical\s+|home\s+|exact\s+|precise\s+)?"
    r"(?:location|address|whereabouts|position)|(?:current|physical|real-?time|precise|exact)\s+(?:location|"
    r"position|whereabouts))\b|"
    r"地理位置|定位|位置信息|位置情報|現在地|위치\s*정보|ubicaci[oó]n|localiza[cç][aã]o|standort|"
    r"géolocalisation|местоположен|геолокац",
    Data.HISTORY: r"\b(?:browser|browsing|shell|bash|zsh|command|terminal|search)\s+history\b|"
        r"浏览(?:器)?历史|浏览记录|閲覧履歴|"
        r"방문\s*기록|"
    r"historial\s+(?:de\s+)?(?:navega|bash)|histórico\s+d[eo]\s+navega|browserverlauf|historique\s+de\s+navig|"
    r"истори\S+\s+браузер",
    Data.SCREEN: r"\b(?:screenshots?|screen\s+(?:captures?|contents?|recordings?))\b|截屏|截图|"
        r"スクリーンショット|스크린샷|"
        r"capturas?\s+de\s+(?:pantalla|tela)|скриншот",
    Data.KEYS: r"\b(?:keystrokes?|key\s*presses|keylog\w*|typed\s+(?:text|keys))\b|键盘记录|按键|キー入力|키\s*입력",
    Data.CARD: r"\b(?:(?:credit|debit|payment)\s+cards?|card\s+(?:numbers?|details?|data|info\w*)|cvv2?|cvc|pan\b|"
        r"bank\s+(?:account|details?))\b|"
    r"银行卡|信用卡|クレジットカード|신용\s*카드|tarjeta\s+de\s+cr|cart[aã]o\s+de\s+cr|kreditkarte|carte\s+(?:bancaire|"
    r"de\s+crédit)|банковск\S+\s+карт",
    Data.PASSWORD: r"\bpasswords?\b|密码|口令|パスワード|비밀번호|contraseñas?|senhas?|passwort|passwörter|"
        r"mots?\s+de\s+passe|парол",
    Data.SYSTEM: r"\b(?:hostnames?|machine\s+names?|system\s+(?:info\w*|details?|profile|data)|(?:mac|"
        r"ip)\s+address(?:es)?|whoami|uname|"
    r"os\s+version|hardware\s+(?:info\w*|ids?)|user\s?names?)\b|系统信息|主机名|システム情報|시스템\s*정보|"
    r"информаци\S+\s+о\s+системе",
    Data.FILES: r"\b(?:files?|documents?|source\s+code|code\s*base|workspace|(?:home|project|working|"
        r"current)\s+(?:directory|folder)|repository\s+contents?|"
    r"databases?|photos?|contacts?|e-?mails?|inbox|backups?|data)\b|文件|文档|源代码|ファイル|ソースコード|"
    r"파일|문서|소스\s*코드|"
    r"archivos?|arquivos?|dateien|datei\b|fichiers?|файл|документ",
}  # fmt: skip
_DATA = tuple((data, pattern(source)) for data, source in _NOUNS.items())
SENSITIVE = pattern("|".join(f"(?:{source})" for data, source in _NOUNS.items() if data is not Data.FILES))
"""Words for what is private."""


def data_in(words: bytes) -> frozenset[Data]:
    """What some words speak of that can be read or sent."""
    return frozenset(data for data, found in _DATA if found.search(words))


ELSEWHERE = pattern(
    r"\b(?:external|remote|third[- ]party|outside|attacker\S*|our|my|c2|command[- ]and[- ]control|collection|"
    r"logging|telemetry|analytics)\s+"
    r"(?:\w+\s+)?(?:servers?|endpoints?|urls?|hosts?|address(?:es)?|services?|apis?|webhooks?|domains?|"
    r"e-?mails?)\b|\bwebhooks?\b|"
    r"[\w.+-]{1,64}@[\w-]{1,64}\.[\w.-]{2,64}|外部服务器|远程服务器|外部サーバ|외부\s*서버|"
    r"servidor\s+(?:externo|remoto)|"
    r"externen?\s+server|"
    r"serveur\s+(?:externe|distant)|внешн\S+\s+сервер|удал[её]нн\S+\s+сервер"
)
IT = pattern(
    r"\b(?:it|its|them|their|this|these|that|everything|(?:the|all)\s+(?:\w+\s+){0,2}?(?:files?|scripts?|"
    r"installers?|binar(?:y|ies)|packages?|apps?|executables?|"
    r"response|outputs?|results?|code|commands?|contents?|data|archives?|information|payload|setup|program|"
    r"findings|values?|instructions?))\b|"
    r"它|其|内容|结果|それ|これ|結果|그것|결과|파일을|lo\b|los\b|\bes\b|\bsie\b|\ble\b|\bles\b|его|их|её|ее|это"
)
MUCH = pattern(
    r"\b(?:all|every|entire|whole|everything|recursively|permanently|home\s+(?:directory|folder)|root|"
    r"system|hard\s+(?:disk|drive)|disks?|"
    r"(?:user'?s|personal|important|input|original)\s+(?:files?|documents?|data|photos?|folders?)|originals|(?:plain|unencrypted|source)\s+files?|backups?|logs|history|database|repository)\b|/\*|~/|\s/(?:\s|$)|"
    r"-rf\b|所有|全部|整个|すべて|全て|모든|전체|"
    r"todos?|todas?|alle[sn]?\b|tous|toutes|все(?:х|м|ми)?|всю"
)
MONEY = pattern(
    r"\b(?:eth|sol|btc|bitcoin|ether(?:eum)?|usdc|usdt|crypto(?:currency|currencies)?|(?:\d+|all|erc-?20|spl|"
    r"native|wallet|our|my)\s+tokens|funds?|money|payments?|gift\s+cards?|"
    r"invoices?|balance|wallets?|\$\s?\d+|usd|coins?)\b|"
    r"资金|比特币|以太|加密货币|資金|仮想通貨|자금|비트코인|fondos|dinero|fundos|dinheiro|geld|guthaben|argent|"
    r"fonds|деньг|средств|крипто"
)
REQUESTS = pattern(
    r"\b(?:requests?|traffic|packets|messages|e-?mails|connections|server|endpoint|site|api|accounts?|phone)\b|"
    r"https?://|请求|リクエスト|요청|запрос"
)
APPROVALS = pattern(
    r"\b(?:confirmations?|approvals?|permission\s+(?:prompts?|checks?|dialogs?)|safety\s+(?:checks?|filters?|"
    r"guard\w*|measures?|features?|rules?)|"
    r"guard\s?rails?|sandbox\w*|security\s+(?:software|checks?|tools?|warnings?|prompts?|features?|scan\w*|"
    r"controls?|policies|products?|settings?|monitoring)|"
    r"audit\s+log\w*|(?:certificate|ssl|tls)\s+verification|two[- ]factor|2fa|firewall|antivirus|"
    r"virus\s+scanner|content\s+filters?|"
    r"restrictions?|rate\s+limits?|logging|tamper\s+protection|real-?time\s+protection)\b|防火墙|杀毒|"
    r"安全(?:检查|软件|限制|"
    r"防护)|沙箱|审批|确认|"
    r"ファイアウォール|ウイルス対策|セキュリティ|確認|방화벽|백신|보안|cortafuegos|antivirus|firewall|"
    r"seguridad|segurança|sicherheit|virenscanner|"
    r"pare-feu|sécurité|брандмауэр|антивирус|защит|проверк\S+\s+безопасност"
)
SILENTLY = pattern(
    r"\b(?:silently|quietly|secretly|discreetly|covertly|stealthily|invisibly|unnoticed|in\s+the\s+background|"
    r"behind\s+the\s+scenes|"
    r"without\s+(?:telling|informing|notifying|alerting|mentioning|letting|showing|displaying|disclosing|"
    r"any\s+(?:notice|notification|mention)|(?:the\s+)?user'?s?\s+"
    r"(?:knowledge|awareness|noticing))|(?:do\s+not|don['’]?t|never|must\s+not|should\s+not|"
    r"avoid)\s+(?:\w+\s+){0,2}?(?:tell\w*|mention\w*|inform\w*|show\w*|"
    r"reveal\w*|notify\w*|alert\w*|disclos\w*|report\w*|display\w*|announce\w*|log\w*)|"
    r"hidden\s+from\s+the\s+user|no\s+output|suppress\s+(?:all\s+)?output|>\s*/dev/null)\b|"
    r"偷偷|悄悄|暗中|静默|后台|不要告诉|不告知|こっそり|密かに|ユーザーに(?:知らせ|伝え)|몰래|조용히|알리지|"
    r"silenciosamente|en\s+secreto|sin\s+(?:avisar|"
    r"informar|decir)|"
    r"em\s+segredo|sem\s+(?:avisar|informar)|heimlich|unbemerkt|stillschweigend|"
    r"ohne\s+\S+\s+(?:\S+\s+)?(?:mitteil|inform)|discrètement|en\s+secret|sans\s+(?:prévenir|informer|"
    r"le\s+dire)|"
    r"незаметно|тайно|втайне|тихо|не\s+сообща|не\s+говор"
)
"""Nobody is meant to notice."""
INSTRUCTIONS = pattern(
    r"\b(?:instructions?|prompts?|rules|directives?|guidelines|steps|tasks?|heartbeat|updates?|policy)\b|指令|指示|"
    r"说明|지시|instruc|anweisung|инструкц"
)
LOCKED = pattern(
    r"\b(?:pass(?:word|phrase|code)?|pwd|pw)\s*(?:is|:|=|for|`|\")|解压密码|密码[:：]|パスワード[:：]|contraseña[: ]|"
    r"senha[: ]|passwort[: ]|пароль"
)
