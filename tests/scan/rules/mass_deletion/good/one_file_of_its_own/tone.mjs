import { existsSync, unlinkSync } from "fs";
import { homedir } from "os";
import { join } from "path";
const PLACE = join(homedir(), process.env.TONE_FILE);
if (existsSync(PLACE)) unlinkSync(PLACE);
