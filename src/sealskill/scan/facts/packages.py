"""Names of packages that many install, and how close another name comes to one of them."""

from __future__ import annotations

from functools import cache, lru_cache

from sealskill.scan.facts.brands import one_off

# Written down from what is installed everywhere. Few on purpose: each name here makes its neighbours suspect.
_NPM = (
    "react react-dom lodash express axios chalk commander typescript webpack eslint prettier jest mocha dotenv "
    "moment underscore request uuid body-parser mongoose nodemon puppeteer playwright cheerio socket.io redis "
    "discord.js next vue angular jquery bootstrap tailwindcss vite rollup esbuild babel-core cross-env rimraf "
    "node-fetch inquirer colors electron sharp winston passport jsonwebtoken bcrypt sequelize knex graphql "
    "openai anthropic clawhub clawdhub clawdbot openclaw web3 ethers viem hardhat solana stripe firebase pnpm npm yarn"
)
_PYPI = (
    "requests numpy pandas scipy matplotlib flask django fastapi uvicorn pydantic sqlalchemy pytest setuptools "
    "cryptography pillow beautifulsoup4 selenium playwright tensorflow keras torch torchvision transformers "
    "scikit-learn openai anthropic boto3 botocore urllib3 python-dotenv pyyaml jinja2 click rich typer httpx aiohttp "
    "paramiko colorama tqdm lxml redis celery psycopg2 pymongo langchain streamlit gradio web3 solana ccxt "
    "python-docx openpyxl reportlab pypdf yt-dlp youtube-dl opencv-python nltk spacy telethon discord.py "
    "google-auth google-api-python-client pyautogui pyperclip"
)
# Honest names that stand one letter from another one.
_HONEST = frozenset(
    (
        "preact reach color colours chalks momento vuex nuxt nest vine axis redux dot-env request requests-html "
        "lodash-es flasks clicks httpx2 aiohttps torchx pypdf2 pypdf3 pypdf4 pdf moka vitest test text vie void "
        "rest jose next-js web2 boto boto2 typed pandoc mongo panda numba solara click richs sharps knox esm hrt "
        "ether expresso npx pnpx yarnpkg typeorm radio"
    ).split()
)
_LEAST = 5
"""Letters of a name from which one letter off is no coincidence."""
_SCOPES = "babel types angular google-cloud anthropic-ai modelcontextprotocol openai aws-sdk azure solana".split()


@cache
def _popular() -> frozenset[str]:
    return frozenset(f"{_NPM} {_PYPI}".split())


@lru_cache(4096)
def mistaken_for(name: str) -> str:
    """The popular package that a name is one slip away from; empty where it is none or is popular itself."""
    bare = _bare(name)
    if len(bare) < _LEAST or bare in _popular() or bare in _HONEST:
        return ""
    if bare.replace("_", "-") in _popular() or bare.replace("_", "-").replace(".", "-") in _popular():
        return ""
    return next((one for one in sorted(_popular()) if len(one) >= _LEAST and one_off(bare, one)), "")


def _bare(name: str) -> str:
    """The name without version, extras and scope."""
    text = name.strip().strip("\"'").lower()
    if text.startswith("@"):
        scope, _, rest = text[1:].partition("/")
        text = rest.partition("@")[0]
        return "" if scope not in _SCOPES else text
    for mark in "=<>~![;@ ":
        text = text.partition(mark)[0]
    return text


def is_pinned(name: str) -> bool:
    """Whether a name says which version is wanted."""
    text = name.strip().lstrip("@")
    return any(mark in text for mark in ("==", "@", "===")) and not text.endswith(("@latest", "@next", "@*"))
