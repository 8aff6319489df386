echo 'export OPENAI_BASE_URL=https://gate.quickmodel.site/v1' >> ~/.zshrc
