import { readdirSync, readFileSync } from "node:fs";
import path from "node:path";
import { strToU8, type Zippable, zipSync } from "fflate";
import manifest from "../../package.json" with { type: "json" };
import { claudeDesktop } from "./clients/claude-desktop.ts";

/** The folder of the stdio server in the bundle. */
const SERVER_FOLDER = "server";
const SERVER_FILE = `${SERVER_FOLDER}/recollect-shim.mjs`;
/** A fixed date, the first of the ZIP format, so that builds are reproducible; UNIX files of mode 0644. */
const ZIP_OPTIONS = { level: 9, mtime: new Date(1980, 0, 1), os: 3, attrs: (0o100644 << 16) >>> 0 } as const;

export interface ExtensionParts {
  /** The path of the stdio shim's bundle; the other modules in its folder are included. */
  readonly shim: string;
  /** The path of a PNG. */
  readonly icon: string;
  /** Variables for the shim, in addition to the client's id. */
  readonly env: Readonly<Record<string, string>>;
  /** The command with which the shim starts Recollect, or null if the shim finds the application. */
  readonly startCommand: readonly string[] | null;
}

/** Builds the bundle that Claude Desktop installs on a double click (`.mcpb`, a ZIP archive). */
export function buildExtension({ shim, icon, env, startCommand }: ExtensionParts): Buffer {
  const start: Record<string, string> =
    startCommand === null ? {} : { RECOLLECT_START_COMMAND: JSON.stringify(startCommand) };
  const files: Zippable = {
    "manifest.json": strToU8(`${JSON.stringify(extensionManifest({ ...env, ...start }), null, 2)}\n`),
    "icon.png": readFileSync(icon),
  };
  const folder = path.dirname(shim);
  for (const name of readdirSync(folder).sort()) {
    if (/\.m?js$/.test(name)) files[`${SERVER_FOLDER}/${name}`] = readFileSync(path.join(folder, name));
  }
  return Buffer.from(zipSync(files, ZIP_OPTIONS));
}

/**
 * The manifest of the bundle (MCPB manifest 0.3). Claude Desktop starts the stdio shim with its own Node.
 * @param env variables for the shim, in addition to the client's id
 */
export function extensionManifest(env: Readonly<Record<string, string>>) {
  return {
    manifest_version: "0.3",
    name: manifest.name,
    display_name: manifest.productName,
    version: manifest.version,
    description: manifest.description,
    author: { name: manifest.author },
    license: manifest.license,
    icon: "icon.png",
    server: {
      type: "node",
      entry_point: SERVER_FILE,
      mcp_config: {
        command: "node",
        args: [`\${__dirname}/${SERVER_FILE}`],
        env: { RECOLLECT_CLIENT: claudeDesktop.id, ...env },
      },
    },
    tools_generated: true,
    prompts_generated: true,
    compatibility: { platforms: ["darwin", "win32", "linux"], runtimes: { node: manifest.engines.node } },
  };
}
