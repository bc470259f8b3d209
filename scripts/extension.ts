/** `npm run extension`: packs the stdio shim as a bundle that Claude Desktop installs with a double click. */
import { globSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { build } from "./build.ts";
import { extensionManifest, SERVER_FOLDER } from "./extension/manifest.ts";
import { writeZip } from "./extension/zip.ts";
import { root } from "./tools.ts";

build();
const read = (...parts: string[]) => readFileSync(path.join(root, ...parts));
const server = globSync("**/*.{mjs,js}", { cwd: path.join(root, "dist", "shim") })
  .map((file) => file.replaceAll(path.sep, "/"))
  .sort();
const bundle = path.join(root, "dist", "recollect.mcpb");
writeFileSync(
  bundle,
  writeZip([
    { name: "manifest.json", content: Buffer.from(`${JSON.stringify(extensionManifest(), null, 2)}\n`) },
    { name: "icon.png", content: read("resources", "icons", "icon.png") },
    ...server.map((file) => ({ name: `${SERVER_FOLDER}/${file}`, content: read("dist", "shim", file) })),
  ]),
);
console.log(path.relative(root, bundle));
