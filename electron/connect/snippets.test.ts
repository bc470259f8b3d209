import { spawnSync } from "node:child_process";
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { parse as parseToml } from "smol-toml";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { parse as parseYaml } from "yaml";
import type { ConfigurationSnippet } from "../core/client-configuration.ts";
import { SERVER_NAME } from "./client.ts";
import { CLIENTS } from "./registry.ts";
import { type ConfigurationRequest, configurationsFor } from "./snippets.ts";

const URL = "http://127.0.0.1:7325/mcp";

const MACHINES = {
  linux: {
    platform: "linux",
    home: "/home/zoë o'neil",
    env: {},
    shim: {
      command: "/opt/Re collect's/recollect",
      args: ['/opt/a "b" $HOME `c`/résumé.mjs', "--", "back\\slash\\"],
      env: { ELECTRON_RUN_AS_NODE: "1", ODD: 'a=b "c" \\ $d %e% \u007f' },
    },
  },
  darwin: {
    platform: "darwin",
    home: "/Users/me",
    env: { XDG_CONFIG_HOME: "/Users/me/.xdg" },
    shim: { command: "/Applications/Recollect.app/Contents/MacOS/Recollect", args: ["/x/shim.mjs"], env: {} },
  },
  win32: {
    platform: "win32",
    home: "C:\\Users\\Me",
    env: { APPDATA: "C:\\Users\\Me\\AppData\\Roaming" },
    shim: {
      command: "C:\\Program Files\\Recollect\\Recollect.exe",
      args: ['C:\\Program Files\\Recollect\\resources\\it\'s a "shim"\\', "--"],
      env: { ELECTRON_RUN_AS_NODE: "1" },
    },
  },
} as const satisfies Record<string, Omit<ConfigurationRequest, "url" | "tokenFor">>;

type MachineName = keyof typeof MACHINES;
const NAMES = Object.keys(MACHINES) as MachineName[];

const configure = (name: MachineName, changes: Partial<ConfigurationRequest> = {}) =>
  configurationsFor({ ...MACHINES[name], url: URL, tokenFor: async (id) => `token.of-${id}`, ...changes });

async function snippetsOf(name: MachineName, id: string): Promise<readonly ConfigurationSnippet[]> {
  return (await configure(name)).find((each) => each.id === id)?.snippets ?? [];
}

type Json = Record<string, unknown>;

function parse(snippet: ConfigurationSnippet): Json {
  if (snippet.language === "toml") return parseToml(snippet.text);
  return snippet.language === "yaml" ? parseYaml(snippet.text) : JSON.parse(snippet.text);
}

/** Our entry in any client's format. */
function findEntry(value: unknown): Json | undefined {
  if (typeof value !== "object" || value === null) return undefined;
  if ("name" in value && value.name === SERVER_NAME) return value as Json;
  if (SERVER_NAME in value) return (value as Json)[SERVER_NAME] as Json;
  return Object.values(value).map(findEntry).find(Boolean);
}

/** The parts of an entry, independent of their names in the client's format. */
function readEntry(written: Json) {
  const entry = typeof written.transport === "object" ? (written.transport as Json) : written;
  const words = entry.command ?? entry.cmd;
  const [command, ...args] = Array.isArray(words) ? words : [words, ...((entry.args as string[]) ?? [])];
  const options = (entry.requestOptions ?? entry) as Json;
  return {
    command,
    args,
    env: (entry.env ?? entry.environment ?? entry.envs ?? {}) as Record<string, string>,
    url: entry.url ?? entry.serverUrl ?? entry.httpUrl ?? entry.uri,
    headers: options.headers ?? options.http_headers,
  };
}

let binFolder: string;
beforeAll(() => {
  binFolder = mkdtempSync(path.join(tmpdir(), "recollect-connect-"));
  const script = `#!${process.execPath}\nprocess.stdout.write(JSON.stringify(process.argv.slice(1)))\n`;
  for (const name of ["claude", "codex", "code"]) {
    writeFileSync(path.join(binFolder, name), script);
    chmodSync(path.join(binFolder, name), 0o755);
  }
});
afterAll(() => rmSync(binFolder, { recursive: true, force: true }));

/** The words that the shell passes to the program. */
function readCommand(snippet: ConfigurationSnippet): string[] {
  const line = snippet.text.trimEnd();
  expect(line).not.toContain("\n");
  const reasons = snippet.instructions.map(({ reason }) => reason);
  if (reasons.includes("run_in_powershell")) return readPowerShell(line);
  if (reasons.includes("run_in_cmd")) return readWindows(line);
  const { stdout } = spawnSync("/bin/sh", ["-c", line], { encoding: "utf8", env: { PATH: binFolder } });
  const [program, ...args] = JSON.parse(stdout);
  return [path.basename(program), ...args];
}

/** PowerShell: bare words, and single quotes in which a quote is doubled (about_Quoting_Rules). */
function readPowerShell(line: string): string[] {
  return [...line.matchAll(/'((?:[^']|'')*)'|([^\s']+)/g)].map(
    ([, quoted, bare]) => quoted?.replaceAll("''", "'") ?? bare ?? "",
  );
}

/** The rules of CommandLineToArgvW. */
function readWindows(line: string): string[] {
  const words: string[] = [];
  let word: string | null = null;
  let quoted = false;
  for (const [, slashes = "", character = ""] of line.matchAll(/(\\*)([^\\]|$)/g)) {
    const kept = character === '"' ? "\\".repeat(Math.floor(slashes.length / 2)) : slashes;
    if (kept !== "") word = (word ?? "") + kept;
    if (character === '"' && slashes.length % 2 === 0) {
      quoted = !quoted;
      word ??= "";
    } else if (character === " " && !quoted) {
      if (word !== null) words.push(word);
      word = null;
    } else word = (word ?? "") + character;
  }
  return word === null || word === "" ? words : [...words, word];
}

/** A text as it is, percent-decoded once and twice, and its parts in Base64. */
function readings(text: string): string[] {
  const decoded = [text, decode(text), decode(decode(text))];
  const parts = decoded.flatMap((each) => each.match(/[\w+/=-]{16,}/g) ?? []);
  return [...decoded, ...parts.map((part) => Buffer.from(part, "base64").toString("utf8"))];
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

describe("the registry", () => {
  it("lists each client once, with an id that can be a token's subject", () => {
    const ids = CLIENTS.map((client) => client.id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids) expect(id).toMatch(/^[a-z][a-z-]*$/);
    expect(ids.slice(0, 5)).toEqual(["claude-code", "claude-desktop", "cursor", "vscode", "codex"]);
  });

  it("requests tokens only for clients that support HTTP and writes them only to HTTP entries", async () => {
    const asked: string[] = [];
    const configurations = await configure("linux", {
      tokenFor: async (id) => {
        asked.push(id);
        return `secret-${id}`;
      },
    });
    expect(asked).toEqual(CLIENTS.filter((client) => client.takesHttp).map((client) => client.id));
    for (const { id, snippets } of configurations) {
      for (const snippet of snippets) expect(snippet.text.includes(`secret-${id}`)).toBe(snippet.transport === "http");
    }
  });

  it("passes the data folder to the shim", async () => {
    const [claude] = await configure("linux", { env: { RECOLLECT_DATA_DIR: "/data/re collect" } });
    const file = claude?.snippets.find((snippet) => snippet.kind === "file");
    expect(file && readEntry(findEntry(parse(file)) ?? {}).env).toMatchObject({
      RECOLLECT_DATA_DIR: "/data/re collect",
    });
  });
});

describe.each(NAMES)("clients on %s", (name) => {
  const machine = MACHINES[name];
  const { isAbsolute } = name === "win32" ? path.win32 : path.posix;

  it.each(CLIENTS.map((client) => [client.id, client] as const))(
    "has complete configurations: %s",
    async (id, client) => {
      const snippets = await snippetsOf(name, id);
      expect(snippets[0]?.transport).toBe("stdio");
      expect(snippets.some((snippet) => snippet.transport === "http")).toBe(client.takesHttp);
      expect(snippets.some((snippet) => snippet.kind === "file")).toBe(true);
      for (const snippet of snippets) {
        expect(snippet.instructions.length).toBeGreaterThan(0);
        expect(snippet.text.endsWith("\n")).toBe(true);
        if (snippet.path !== null) expect(isAbsolute(snippet.path)).toBe(true);
        if (snippet.kind === "command") {
          expect(snippet).toMatchObject({ language: "shell", path: null });
          continue;
        }
        const entry = readEntry(findEntry(parse(snippet)) ?? {});
        if (snippet.transport === "http") {
          expect(entry).toMatchObject({ url: URL, headers: { Authorization: `Bearer token.of-${id}` } });
          expect(entry.command).toBeUndefined();
        } else {
          expect(entry).toMatchObject({ command: machine.shim.command, args: machine.shim.args });
          expect(entry.env).toMatchObject({ ...machine.shim.env, RECOLLECT_CLIENT: id });
          expect(entry.url).toBeUndefined();
        }
      }
    },
  );

  it.each(CLIENTS.map((client) => [client.id, client] as const))(
    "puts no token into a link or a command, which other users of the machine can read: %s",
    async (id, client) => {
      const token = `secret.of-${id}`;
      const context = { ...machine, url: URL, token, shim: machine.shim };
      const commands = (await configure(name, { tokenFor: async () => token }))
        .flatMap(({ snippets }) => snippets)
        .filter(({ kind }) => kind === "command");
      const link = client.deepLink?.build(context) ?? "";
      for (const text of [link, (client.command?.(context) ?? []).join(" "), ...commands.map(({ text }) => text)]) {
        for (const form of readings(text)) expect(form).not.toMatch(/secret\.of|bearer|authorization/i);
      }
    },
  );

  it("writes commands that the shell passes on unchanged", async () => {
    const { command, args, env } = machine.shim;
    const variables = (id: string) =>
      Object.entries({ ...env, RECOLLECT_CLIENT: id }).flatMap(([key, value]) => ["--env", `${key}=${value}`]);
    const expected: Record<string, string[][]> = {
      "claude-code": [
        ["claude", "mcp", "add", "recollect", "--scope", "user", ...variables("claude-code"), "--", command, ...args],
      ],
      codex: [["codex", "mcp", "add", "recollect", ...variables("codex"), "--", command, ...args]],
    };
    for (const [id, lines] of Object.entries(expected)) {
      const commands = (await snippetsOf(name, id)).filter((snippet) => snippet.kind === "command");
      const shells = name === "win32" ? 2 : 1;
      expect(commands.map(readCommand)).toEqual(lines.flatMap((line) => Array.from({ length: shells }, () => line)));
    }
  });
});

describe("the documented format of the first five clients", () => {
  const entry = (id: string) => ({
    command: "/Applications/Recollect.app/Contents/MacOS/Recollect",
    args: ["/x/shim.mjs"],
    env: { RECOLLECT_CLIENT: id },
  });
  const headers = (id: string) => ({ Authorization: `Bearer token.of-${id}` });
  const files = async (id: string) =>
    (await snippetsOf("darwin", id))
      .filter((snippet) => snippet.kind === "file")
      .map((file) => [file.path, parse(file)]);

  it("writes the format of Claude Code", async () => {
    const file = "/Users/me/.claude.json";
    expect(await files("claude-code")).toEqual([
      [file, { mcpServers: { recollect: { type: "stdio", ...entry("claude-code") } } }],
      [file, { mcpServers: { recollect: { type: "http", url: URL, headers: headers("claude-code") } } }],
    ]);
  });

  it("writes the format of Claude Desktop", async () => {
    const file = "/Users/me/Library/Application Support/Claude/claude_desktop_config.json";
    expect(await files("claude-desktop")).toEqual([[file, { mcpServers: { recollect: entry("claude-desktop") } }]]);
    const windows = "C:\\Users\\Me\\AppData\\Roaming\\Claude\\claude_desktop_config.json";
    expect((await snippetsOf("win32", "claude-desktop"))[0]?.path).toBe(windows);
  });

  it("writes the format of Cursor with the open folder", async () => {
    const env = { RECOLLECT_CLIENT: "cursor", RECOLLECT_FOLDER: `\${workspaceFolder}` };
    expect(await files("cursor")).toEqual([
      ["/Users/me/.cursor/mcp.json", { mcpServers: { recollect: { ...entry("cursor"), env } } }],
      ["/Users/me/.cursor/mcp.json", { mcpServers: { recollect: { url: URL, headers: headers("cursor") } } }],
    ]);
  });

  it("writes the format of VS Code", async () => {
    const file = "/Users/me/Library/Application Support/Code/User/mcp.json";
    expect(await files("vscode")).toEqual([
      [file, { servers: { recollect: { type: "stdio", ...entry("vscode") } } }],
      [file, { servers: { recollect: { type: "http", url: URL, headers: headers("vscode") } } }],
    ]);
    const command = (await snippetsOf("linux", "vscode")).find((snippet) => snippet.kind === "command");
    const [program, flag, json] = command === undefined ? [] : readCommand(command);
    expect([program, flag]).toEqual(["code", "--add-mcp"]);
    const { command: shim, args, env } = MACHINES.linux.shim;
    expect(JSON.parse(json ?? "")).toEqual({
      name: "recollect",
      type: "stdio",
      command: shim,
      args,
      env: { ...env, RECOLLECT_CLIENT: "vscode" },
    });
  });

  it("writes the format of Codex", async () => {
    expect(await files("codex")).toEqual([
      ["/Users/me/.codex/config.toml", { mcp_servers: { recollect: entry("codex") } }],
      ["/Users/me/.codex/config.toml", { mcp_servers: { recollect: { url: URL, http_headers: headers("codex") } } }],
    ]);
  });
});
