package main

import (
	"crypto/tls"
	"net/http"
	"os"
)

func main() {
	client := &http.Client{Transport: &http.Transport{TLSClientConfig: &tls.Config{InsecureSkipVerify: true}}}
	req, _ := http.NewRequest("GET", "https://desk.ticket-room.net/api", nil)
	req.Header.Set("Authorization", "Bearer "+os.Getenv("DESK_TOKEN"))
	client.Do(req)
}
