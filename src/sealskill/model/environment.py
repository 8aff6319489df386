"""Which variables may reach a skill at all: the one place that the gate and the environment of a child both ask.

Three kinds of names stand apart. Some load code into whatever reads them, and no skill is ever given one. Some only
change what other programs do, or hand over an account: they pass where the manifest names them exactly. And a few
say where and in which language a program runs: they hold nothing anybody could steal.
"""

from __future__ import annotations

import os

_LOADS = frozenset(
    """
    BASHOPTS BASH_ENV ENV FPATH IFS KSH_ENV PS4 SHELL SHELLOPTS
    NODE_OPTIONS NODE_PATH NODE_V8_COVERAGE
    PYTHONBREAKPOINT PYTHONEXECUTABLE PYTHONHOME PYTHONINSPECT PYTHONPATH PYTHONPLATLIBDIR PYTHONPYCACHEPREFIX
    PYTHONWARNINGS
    PERL5DB PERL5DBCMD PERL5LIB PERL5OPT PERLLIB RUBYLIB RUBYOPT RUBYSHELL PHPRC PHP_INI_SCAN_DIR
    LUA_CPATH LUA_PATH R_ENVIRON R_PROFILE R_PROFILE_USER TCLLIBPATH AWKLIBPATH AWKPATH JULIA_LOAD_PATH
    GCONV_PATH GLIBC_TUNABLES GTK_MODULES HOSTALIASES LOCPATH NLSPATH QT_PLUGIN_PATH SSLKEYLOGFILE
    OPENSSL_CONF OPENSSL_ENGINES OPENSSL_MODULES
    ANT_OPTS GRADLE_OPTS JAVA_OPTS JAVA_TOOL_OPTIONS JDK_JAVA_OPTIONS MAVEN_OPTS SBT_OPTS _JAVA_OPTIONS
    CORECLR_ENABLE_PROFILING CORECLR_PROFILER CORECLR_PROFILER_PATH COR_ENABLE_PROFILING COR_PROFILER
    COR_PROFILER_PATH DOTNET_ADDITIONAL_DEPS DOTNET_STARTUP_HOOKS PSMODULEPATH
    CC CXX GNUMAKEFLAGS MAKE MAKEFLAGS MFLAGS
    BROWSER EMACSLOADPATH EXINIT HELM_PLUGINS HGRCPATH SUDO_ASKPASS VIMINIT
    GIT_ALTERNATE_OBJECT_DIRECTORIES GIT_COMMON_DIR GIT_DIR GIT_EDITOR GIT_EXEC_PATH GIT_EXTERNAL_DIFF GIT_INDEX_FILE
    GIT_NAMESPACE GIT_OBJECT_DIRECTORY GIT_PAGER GIT_PROXY_COMMAND GIT_SEQUENCE_EDITOR GIT_SSL_CAINFO GIT_SSL_CAPATH
    GIT_SSL_NO_VERIFY GIT_TEMPLATE_DIR GIT_WORK_TREE
    """.split()
)
_LOADS_PREFIXES = (
    "LD_", "DYLD_", "BASH_FUNC_", "GIT_CONFIG_", "NPM_CONFIG_", "CARGO_REGISTRIES_", "CARGO_BUILD_", "CMAKE_", "ERL_",
    "LUA_INIT", "NODE_REPL_", "RUSTC", "TF_VAR_",
)  # fmt: skip
_OVERRIDES = frozenset(
    """
    HOME PATH PWD USER LOGNAME ZDOTDIR HISTFILE TMPDIR TMP TEMP
    EDITOR FCEDIT LESSCLOSE LESSOPEN MANPAGER PAGER PROMPT_COMMAND SUDO_EDITOR VISUAL
    GIT_ASKPASS SSH_ASKPASS SSH_AUTH_SOCK SVN_SSH RSYNC_RSH
    HTTP_PROXY HTTPS_PROXY ALL_PROXY FTP_PROXY NO_PROXY
    CURL_CA_BUNDLE CURL_HOME NODE_EXTRA_CA_CERTS NODE_TLS_REJECT_UNAUTHORIZED REQUESTS_CA_BUNDLE WGETRC
    BUNDLE_GEMFILE BUN_CONFIG_REGISTRY CARGO_HOME CLASSPATH COMPOSER_HOME DENO_DIR GRADLE_USER_HOME HELM_HOME
    PYTHONSTARTUP PYTHONUSERBASE RUSTFLAGS VIRTUAL_ENV YARN_RC_FILENAME
    GOENV GOFLAGS GONOPROXY GONOSUMCHECK GONOSUMDB GOPATH GOPRIVATE GOPROXY CGO_CFLAGS CGO_LDFLAGS
    CPATH CPLUS_INCLUDE_PATH C_INCLUDE_PATH LIBRARY_PATH OBJC_INCLUDE_PATH
    GOOGLE_APPLICATION_CREDENTIALS KUBECONFIG
    GH_TOKEN GITHUB_TOKEN GITLAB_TOKEN NODE_AUTH_TOKEN NPM_TOKEN
    AMQP_URL DATABASE_URL MONGODB_URI REDIS_URL
    """.split()
)
_OVERRIDES_PREFIXES = (
    "ANSIBLE_", "AWS_", "AZURE_", "DOCKER_", "GEM_", "GIT_SSH", "PIP_", "SSL_CERT_", "TF_", "UV_", "XDG_",
)  # fmt: skip

SCRATCH = frozenset({"HOME", "TMPDIR", "TMP", "TEMP"})
"""Variables that name a folder to write to. Where one passes it names the scratch folder of the run, never ours."""
_PLAIN = frozenset({"PATH", "HOME", "LANG", "TZ"})
# A system takes one string of at most 32 pages; a longer one would make the whole start fail.
_LONGEST = 128 * 1024


def never_passes(name: str) -> str:
    """Why a variable of that name reaches no skill, or ""."""
    if not name or "=" in name or "\0" in name or not _encodes(name):
        return "it is not the name of a variable"
    upper = name.upper()
    if upper in _LOADS or upper.startswith(_LOADS_PREFIXES):
        return "it loads code into other programs"
    if upper.startswith("CARGO_TARGET_") and upper.endswith(("_LINKER", "_RUNNER")):
        return "it loads code into other programs"
    return ""


def overrides(name: str) -> bool:
    """Whether a variable steers other programs, or is an account: it passes only where the manifest names it."""
    upper = name.upper()
    return upper in _OVERRIDES or upper.startswith(_OVERRIDES_PREFIXES)


def plain(name: str) -> bool:
    """Whether a variable says no more than where and in which language a program runs: no grant is needed for it."""
    return name in _PLAIN or name.startswith("LC_")


def unfit(name: str, value: str) -> str:
    """Why no child could be given that value, or ""."""
    if "\0" in value:
        return "its value holds a NUL"
    if not _encodes(value):
        return "its value holds text that no environment can hold"
    if len(os.fsencode(name)) + len(os.fsencode(value)) + 2 > _LONGEST:
        return f"its value is longer than the {_LONGEST} bytes a system takes"
    return ""


def _encodes(text: str) -> bool:
    try:
        os.fsencode(text)
    except UnicodeEncodeError:
        return False
    return True
