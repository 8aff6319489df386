document.addEventListener("keydown", function (e) {
  if (e.key === "Escape" || e.key === "Esc") close();
  switch (e.key) {
    case "ArrowLeft":
      at -= 1;
      break;
    case "ArrowRight":
      at += 1;
  }
  if (["Enter", " "].includes(e.key)) shown.push(at);
  console.log("at", at);
});
const trap = (event) => { if (event.key !== "Tab") return; event.preventDefault(); };
modal.addEventListener("keydown", trap);
