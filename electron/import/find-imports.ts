import { readdirSync, readFileSync, statSync } from "node:fs";
import path from "node:path";
import type { FoundImport, ImportedProgram } from "../core/memory-import.ts";
import { objectOf, textOf } from "./values.ts";

/** The computer to search. */
export interface Machine {
  readonly env: NodeJS.ProcessEnv;
  readonly platform: NodeJS.Platform;
  readonly home: string;
}

/** Finds the memories of other programs in their default and configured places, without reading them. */
export function findImports(machine: Machine): FoundImport[] {
  const { env, home } = machine;
  const places: [ImportedProgram, string][] = [
    ["claude-mem", path.join(env.CLAUDE_MEM_DATA_DIR ?? path.join(home, ".claude-mem"), "claude-mem.db")],
    [
      "mcp-memory-service",
      env.MCP_MEMORY_SQLITE_PATH ??
        env.MCP_MEMORY_SQLITEVEC_PATH ??
        path.join(memoryServiceFolder(machine), "sqlite_vec.db"),
    ],
    ...serverMemoryFiles(machine).map((file): [ImportedProgram, string] => ["server-memory", file]),
    ...basicMemoryPlaces(machine),
  ];
  return places.flatMap(([program, place]) => {
    const stat = statSync(place, { throwIfNoEntry: false });
    if (stat === undefined || (stat.isFile() && stat.size === 0)) return [];
    const bytes = stat.isDirectory() ? null : stat.size;
    return [{ program, path: place, bytes, changedAt: stat.mtime.toISOString() }];
  });
}

function memoryServiceFolder({ env, platform, home }: Machine): string {
  if (env.MCP_MEMORY_BASE_DIR) return env.MCP_MEMORY_BASE_DIR;
  if (platform === "darwin") return path.join(home, "Library", "Application Support", "mcp-memory");
  if (platform === "win32") return path.join(env.LOCALAPPDATA ?? path.join(home, "AppData", "Local"), "mcp-memory");
  return path.join(home, ".local", "share", "mcp-memory");
}

/** The files named in clients' configurations, and the default, which is inside the package in the cache of npx. */
function serverMemoryFiles({ env, platform, home }: Machine): string[] {
  const desktop =
    platform === "darwin"
      ? path.join(home, "Library", "Application Support", "Claude")
      : platform === "win32"
        ? path.join(env.APPDATA ?? path.join(home, "AppData", "Roaming"), "Claude")
        : path.join(env.XDG_CONFIG_HOME ?? path.join(home, ".config"), "Claude");
  const configurations = [
    path.join(home, ".claude.json"),
    path.join(home, ".cursor", "mcp.json"),
    path.join(desktop, "claude_desktop_config.json"),
  ];
  const configured = configurations.flatMap((file) =>
    [...readText(file).matchAll(/"MEMORY_FILE_PATH"\s*:\s*("(?:[^"\\]|\\.)*")/g)].map(([, text = '""']) =>
      textOf(parseJson(text)),
    ),
  );
  const cache =
    platform === "win32" ? path.join(env.LOCALAPPDATA ?? home, "npm-cache", "_npx") : path.join(home, ".npm", "_npx");
  const inCache = namesIn(cache).map((name) =>
    path.join(cache, name, "node_modules", "@modelcontextprotocol", "server-memory", "dist", "memory.jsonl"),
  );
  return [...new Set([...configured.filter((file) => path.isAbsolute(file)), ...inCache])];
}

/** Its index, which knows all its projects, or without one the folders of notes. */
function basicMemoryPlaces({ home }: Machine): [ImportedProgram, string][] {
  const index = path.join(home, ".basic-memory", "memory.db");
  if (statSync(index, { throwIfNoEntry: false })?.isFile()) return [["basic-memory", index]];
  const { projects } = objectOf(parseJson(readText(path.join(home, ".basic-memory", "config.json"))));
  const configured = Object.values(objectOf(projects)).map(
    (project) => textOf(project) || textOf(objectOf(project).path),
  );
  const folders = [...new Set([...configured, path.join(home, "basic-memory")])];
  return folders.filter((folder) => path.isAbsolute(folder)).map((folder) => ["markdown", folder]);
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
}

/** Larger files are not configurations of clients. */
const MAX_CONFIGURATION_BYTES = 64 * 1024 * 1024;

function readText(file: string): string {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_CONFIGURATION_BYTES ? readFileSync(file, "utf8") : "";
  } catch {
    return "";
  }
}

function namesIn(folder: string): string[] {
  try {
    return readdirSync(folder);
  } catch {
    return [];
  }
}
