"""Variables no skill is ever given: they load code into whatever reads them.

The names are those of loaders, interpreters and build tools; a manifest that requires one can never be satisfied.
"""

from __future__ import annotations

_NAMES = frozenset(
    [
        "NODE_OPTIONS",
        "NODE_PATH",
        "NODE_REPL_EXTERNAL_MODULE",
        "NODE_REPL_HISTORY",
        "NODE_V8_COVERAGE",
        "PYTHONHOME",
        "PYTHONPATH",
        "PYTHONBREAKPOINT",
        "PYTHONINSPECT",
        "PYTHONEXECUTABLE",
        "PERL5LIB",
        "PERL5OPT",
        "PERL5DB",
        "RUBYLIB",
        "RUBYOPT",
        "RUBYSHELL",
        "BASHOPTS",
        "BASH_ENV",
        "ENV",
        "KSH_ENV",
        "SHELL",
        "SHELLOPTS",
        "PS4",
        "IFS",
        "FPATH",
        "BROWSER",
        "GCONV_PATH",
        "GLIBC_TUNABLES",
        "SSLKEYLOGFILE",
        "HOSTALIASES",
        "LOCPATH",
        "NLSPATH",
        "CC",
        "CXX",
        "MAKE",
        "MAKEFLAGS",
        "RUSTC",
        "RUSTC_WRAPPER",
        "RUSTC_WORKSPACE_WRAPPER",
        "CMAKE_TOOLCHAIN_FILE",
        "JAVA_TOOL_OPTIONS",
        "_JAVA_OPTIONS",
        "JDK_JAVA_OPTIONS",
        "MAVEN_OPTS",
        "GRADLE_OPTS",
        "DOTNET_STARTUP_HOOKS",
        "CORECLR_PROFILER",
        "CORECLR_PROFILER_PATH",
        "CORECLR_ENABLE_PROFILING",
        "LUA_INIT",
        "LUA_PATH",
        "LUA_CPATH",
        "VIMINIT",
        "EXINIT",
        "EMACSLOADPATH",
        "SUDO_ASKPASS",
        "HELM_PLUGINS",
        "R_PROFILE",
        "R_PROFILE_USER",
        "ERL_FLAGS",
        "ERL_AFLAGS",
        "ERL_ZFLAGS",
        "ERL_LIBS",
        "OPENSSL_CONF",
        "OPENSSL_MODULES",
        "GIT_DIR",
        "GIT_WORK_TREE",
        "GIT_EXEC_PATH",
        "GIT_EDITOR",
        "GIT_SEQUENCE_EDITOR",
        "GIT_EXTERNAL_DIFF",
        "GIT_TEMPLATE_DIR",
        "GIT_SSL_NO_VERIFY",
        "GIT_SSL_CAINFO",
        "GIT_PROXY_COMMAND",
        "GIT_PAGER",
    ]
)
_PREFIXES = ("LD_", "DYLD_", "BASH_FUNC_", "GIT_CONFIG_", "NPM_CONFIG_", "CARGO_REGISTRIES_", "CARGO_BUILD_", "TF_VAR_")


def never_passes(name: str) -> str:
    """Why a variable of that name reaches no skill, or ""."""
    plain = name.upper()
    if plain in _NAMES or plain.startswith(_PREFIXES):
        return "it loads code into other programs"
    if plain.startswith("CARGO_TARGET_") and plain.endswith(("_LINKER", "_RUNNER")):
        return "it loads code into other programs"
    if not name or "=" in name or "\0" in name:
        return "it is not the name of a variable"
    return ""
