/**
 * `npm run dev`: the window with Vite's reload, for a running `npm run headless`. Ends with the npm that started it.
 */
import path from "node:path";
import { root, runInForeground } from "./tools.ts";

const vite = path.join(root, "node_modules", "vite", "bin", "vite.js");
runInForeground(process.execPath, [vite, ...process.argv.slice(2)]);
