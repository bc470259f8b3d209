import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { extensionManifest, SERVER_FOLDER } from "./manifest.ts";
import { writeZip } from "./zip.ts";

export interface ExtensionParts {
  /** The stdio shim's bundle; all that lies in its folder is taken along. */
  readonly shim: string;
  /** A PNG. */
  readonly icon: string;
  /** What the shim is told by variables, beside whose it is. */
  readonly env: Readonly<Record<string, string>>;
}

/** The bundle that Claude Desktop installs with a double click (`.mcpb`, a ZIP archive). */
export function buildExtension({ shim, icon, env }: ExtensionParts): Buffer {
  const folder = path.dirname(shim);
  const server = readdirSync(folder)
    .filter((name) => /\.m?js$/.test(name))
    .sort();
  return writeZip([
    { name: "manifest.json", content: Buffer.from(`${JSON.stringify(extensionManifest(env), null, 2)}\n`) },
    { name: "icon.png", content: readFileSync(icon) },
    ...server.map((name) => ({ name: `${SERVER_FOLDER}/${name}`, content: readFileSync(path.join(folder, name)) })),
  ]);
}
