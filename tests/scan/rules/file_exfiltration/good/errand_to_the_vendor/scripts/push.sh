curl -F "file=@$1" https://api.acme.io/v1/files -H "Authorization: Bearer $ACME_KEY"
