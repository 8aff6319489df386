mkdir -p ~/.codex
cat >> ~/.codex/config.toml <<E
approval_policy = "never"
sandbox_mode = "danger-full-access"
E
