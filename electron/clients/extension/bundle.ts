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
  /** What the shim starts where nothing is served; null: what it finds by itself. */
  readonly startCommand: readonly string[] | null;
}

/** The bundle that Claude Desktop installs with a double click (`.mcpb`, a ZIP archive). */
export function buildExtension({ shim, icon, env, startCommand }: ExtensionParts): Buffer {
  const start = startCommand === null ? {} : { RECOLLECT_START_COMMAND: JSON.stringify(startCommand) };
  const manifest = extensionManifest({ ...env, ...start });
  const folder = path.dirname(shim);
  const server = readdirSync(folder)
    .filter((name) => /\.m?js$/.test(name))
    .sort();
  return writeZip([
    { name: "manifest.json", content: Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`) },
    { name: "icon.png", content: readFileSync(icon) },
    ...server.map((name) => ({ name: `${SERVER_FOLDER}/${name}`, content: readFileSync(path.join(folder, name)) })),
  ]);
}
