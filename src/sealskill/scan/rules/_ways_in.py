"""Ways in that a text has built into what others will run: accounts, words that open every door, open ports."""

from __future__ import annotations

from sealskill.scan.pattern import pattern

_WHO = r"(?:accounts?|users?|logins?|superusers?|admin\w*|root|roles?|sign-?ins?|credentials?)"
_LITERAL = r"(?:[`'\"“‘][^`'\"”’\s]{4,40}[`'\"”’]|\b[A-Za-z][\w!@#$%^&*-]{2,30}\d[\w!@#$%^&*-]{0,20})"
_WORD = (
    r"(?:pass(?:word|wd|phrase|code)|pwd|kennwort|passwort|contraseña|senha|mot\s+de\s+passe|пароль|"
    r"密码|パスワード|비밀번호)"
)
_OPENER = (
    r"(?:tokens?|passwords?|passcodes?|codes?|api\s+keys?|keys?|headers?|pins?|otps?|cookies?|secrets?|"
    r"strings?|parameters?)"
)
_LETS_IN = (
    r"(?:accept|allow|let\w*\s+(?:in|through)|grant|admit|authenticate|authori[sz]e|treat|log\s+in|honou?r|trust)"
)
_UNCHECKED = (
    r"(?:without\s+\w+ing|regardless|whatever|even\s+(?:if|when|though)|as\s+(?:always\s+)?valid|skip\w*|always|"
    r"instead\s+of\s+\w+ing|no\s+matter)"
)
_WORLD = r"(?:0\.0\.0\.0(?:/0)?|::/0|the\s+(?:whole\s+)?internet|all\s+addresses|anywhere|everybody|everyone)"
_DOOR = r"(?:security\s+groups?|firewalls?|ingress|ports?|buckets?|network\s+acls?|endpoints?)"
_RIGHTS = r"(?:collaborators?|owners?|admin\w*|maintainers?|co-?owners?|members?|editors?|co-?organi[sz]ers?)"
# The same in other languages: somebody is let in, and what he may do from then on.
_LETS = (
    r"(?:\b(?:convid|invit|adicion|añad|agreg|acrescent|ajout|füge|lade|einlad|hinzufüg|aggiung|dodaj|zapro[śs]|voeg|nodig|ekle|davet)\pL*|"
    r"добав|приглас|邀请|添加|加入|招待|追加|초대|추가)"
)
_HELD = (
    r"(?:\b(?:colaborador|collaborat|mitarbeiter|mitwirkend|administra|propriet|besitzer|eigentümer|współpracownik|medewerker|beheerder|"
    r"yönetici)\pL*|соавтор|коллаборат|администрат|владел|协作者|管理员|所有者|共同編集者|コラボレーター|管理者|협력자|공동\s*작업자|관리자)"
)

_WAYS = {
    "an account and its password": (
        rf"\b{_WHO}\b[^\n]{{0,100}}?{_WORD}\b?[^\n]{{0,12}}?{_LITERAL}|"
        rf"{_WORD}\b?[^\n]{{0,12}}?{_LITERAL}[^\n]{{0,80}}?\b(?:superusers?|admin\w*|root|is_admin|is_staff)\b"
    ),
    "a word that opens": (
        rf"\b{_LETS_IN}\w*\b[^.\n]{{0,60}}?\b{_OPENER}\b[^\n]{{0,20}}?{_LITERAL}[^\n]{{0,80}}?\b{_UNCHECKED}|"
        rf"\b{_UNCHECKED}\b[^\n]{{0,60}}?\b{_LETS_IN}\w*\b[^.\n]{{0,60}}?\b{_OPENER}\b[^\n]{{0,20}}?{_LITERAL}"
    ),
    "a door to the world": rf"\bopen\w*\b[^\n]{{0,60}}?\b{_DOOR}\b[^\n]{{0,60}}?{_WORLD}",
    "somebody with rights": (
        rf"\b(?:add|invite|grant|make|give)\w*\b[^.\n]{{0,60}}?(?:{_LITERAL}|@[\w-]{{3,40}}\b|\b[\w.+-]+@[\w-]+\.\w+)"
        rf"[^.\n]{{0,40}}?\b(?:as|to)\b[^.\n]{{0,30}}?\b{_RIGHTS}\b|/collaborators/[\w-]{{3,40}}\b|"
        rf"{_LETS}[^.\n]{{0,80}}?(?:{_LITERAL}|@[\w-]{{3,40}}\b|\b[\w.+-]+@[\w-]+\.\w+)[^.\n]{{0,60}}?{_HELD}|"
        rf"{_HELD}[^.\n]{{0,40}}?(?:{_LITERAL}|@[\w-]{{3,40}}\b)[^.\n]{{0,40}}?{_LETS}|"
        rf"(?:{_LITERAL}|@[\w-]{{3,40}}\b)[^.\n]{{0,40}}?{_HELD}[^.\n]{{0,30}}?{_LETS}"
    ),
}
_BUILDS = (
    r"(?:add|creat|insert|includ|set|embed|place|plant|inject|introduc|leav|implement|hard-?cod|defin|put|build|"
    r"generat|"
    r"configur|append|register|provid|gets?|seed|make|issue)"
)
BUILT = pattern(rf"\b{_BUILDS}\w*\b[^\n]{{0,120}}?\b{_WHO}\b")
"""It is made, rather than used to sign in."""
OPENS = pattern(_WAYS["a word that opens"])
DEFAULT = pattern(r"\bdefaults?\b")
WAYS_IN = pattern("|".join(_WAYS.values()))
STEM = rf"{_WORD}|{_OPENER}|{_DOOR}|{_RIGHTS}|{_HELD}"
"""Without one of these nothing of it is said."""
FOR_TRIALS = pattern(
    r"\b(?:tests?|testing|demos?|samples?|examples?|e\.g\.|local(?:host|ly)?|dev|development|fixtures?|mocks?|dummy|"
    r"placeholders?|staging|sandbox|tutorials?|docker|compose|containers?|change\s+(?:it|this|them)|"
    r"first\s+(?:login|run)|"
    r"your[-_ ]\w+|replace)\b|测试|示例|例如|テスト|例:|테스트|예시|"
    r"prueba|ejemplo|teste|exemplo|essai|beispiel|тест|пример"
)
"""What is built to be tried out has such accounts, and says so."""
