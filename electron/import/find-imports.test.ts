import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { findImports } from "./find-imports.ts";
import { testFolder } from "./testing/databases.ts";

function put(...parts: string[]): string {
  const file = path.join(...parts.slice(0, -1));
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, parts.at(-1) ?? "");
  return file;
}

it.each([
  ["linux", [".local", "share", "mcp-memory"], [".config", "Claude"], [".npm", "_npx"]],
  [
    "darwin",
    ["Library", "Application Support", "mcp-memory"],
    ["Library", "Application Support", "Claude"],
    [".npm", "_npx"],
  ],
  [
    "win32",
    ["AppData", "Local", "mcp-memory"],
    ["AppData", "Roaming", "Claude"],
    ["AppData", "Local", "npm-cache", "_npx"],
  ],
] as const)("finds the memories of other programs in their places on %s", (platform, service, desktop, cache) => {
  const home = testFolder();
  const own = put(home, ".claude-mem", "claude-mem.db", "x");
  const vectors = put(home, ...service, "sqlite_vec.db", "x");
  const graph = put(home, "graph.jsonl", "{}");
  const env = { MEMORY_FILE_PATH: graph };
  const server = { mcpServers: { memory: { command: "npx", env } } };
  put(home, ...desktop, "claude_desktop_config.json", JSON.stringify(server, null, 2));
  // Two clients with the same file.
  put(home, ".cursor", "mcp.json", `// Comments are allowed here\n${JSON.stringify(server)}`);
  const cached = put(
    home,
    ...cache,
    "a1",
    ...["node_modules", "@modelcontextprotocol", "server-memory", "dist"],
    "memory.jsonl",
    "{}",
  );
  put(home, ...cache, "b2", "package.json", "{}");
  const notes = path.dirname(put(home, "notes", "a.md", "A"));
  const basic = path.dirname(put(home, "basic-memory", "b.md", "B"));
  const projects = { main: basic, work: { path: notes }, gone: path.join(home, "gone") };
  put(home, ".basic-memory", "config.json", JSON.stringify({ projects }));
  const machine = {
    home,
    platform,
    env: platform === "win32" ? { LOCALAPPDATA: path.join(home, "AppData", "Local") } : {},
  };
  expect(findImports(machine).map(({ program, path: place }) => [program, place])).toEqual([
    ["claude-mem", own],
    ["mcp-memory-service", vectors],
    ["server-memory", graph],
    ["server-memory", cached],
    ["markdown", basic],
    ["markdown", notes],
  ]);
  const index = put(home, ".basic-memory", "memory.db", "x");
  expect(findImports(machine).slice(4)).toMatchObject([{ program: "basic-memory", path: index }]);
});

it("finds other programs' memories by their environment variables, and leaves out empty and missing files", () => {
  const home = testFolder();
  put(home, ".claude-mem", "claude-mem.db", "x");
  const own = put(home, "elsewhere", "claude-mem.db", "x");
  const vectors = put(home, "vectors.db", "");
  const env = { CLAUDE_MEM_DATA_DIR: path.dirname(own), MCP_MEMORY_SQLITE_PATH: vectors };
  expect(findImports({ home, platform: "linux", env })).toMatchObject([{ program: "claude-mem", path: own, bytes: 1 }]);
  expect(findImports({ home: testFolder(), platform: "linux", env: {} })).toEqual([]);
});
