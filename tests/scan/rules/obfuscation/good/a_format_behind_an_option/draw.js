const { spawnSync } = require("child_process");
const draw = (format, input) => spawnSync("dot", [`-T${format}`], { input });
draw("svg", "graph {}");
