// Loads a folder with pi's own loader and prints one JSON line: { skills, diagnostics, ms: [each round] }.
// usage: node pi_load.mjs NODE_MODULES FOLDER [ROUNDS] [WARMUP]
//
// The module of the loader is imported by its path: the package's front door would pull in the whole agent,
// which is not what we measure. ROUNDS 1 with WARMUP 0 is the single shot for timing a fresh process.
import { join } from "node:path";
import { pathToFileURL } from "node:url";

const [modules, folder, rounds = "1", warmup = "0"] = process.argv.slice(2);
const loader = join(modules, "@mariozechner/pi-coding-agent/dist/core/skills.js");
const { loadSkillsFromDir } = await import(pathToFileURL(loader).href);

const ms = [];
let found = { skills: [], diagnostics: [] };
for (let round = -Number(warmup); round < Number(rounds); round++) {
  const start = performance.now();
  found = loadSkillsFromDir({ dir: folder, source: "path" });
  if (round >= 0) ms.push(performance.now() - start);
}
console.log(JSON.stringify({ skills: found.skills.length, diagnostics: found.diagnostics.length, ms }));
