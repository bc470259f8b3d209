// biome-ignore-all lint/suspicious/noTemplateCurlyInString: the variables of clients
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { startProtected } from "../servers/oauth/testing/open-protected.ts";
import { openServedCommandLine, type ServedCommandLine } from "./testing/command-line.ts";

const PACKAGES = path.join(import.meta.dirname, "..", "..", "node_modules", "@modelcontextprotocol");
const EVERYTHING = path.join(PACKAGES, "server-everything", "dist", "index.js");
const MEMORY = path.join(PACKAGES, "server-memory", "dist", "index.js");
const SECRET = "ghp_a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8";

const everything = { command: process.execPath, args: [EVERYTHING], env: { API_TOKEN: SECRET, LEVEL: "1" } };
const broken = { command: process.execPath, args: ["-e", "console.error('No key.'); process.exit(4)"] };
/** As a person writes it: with a comment, an entry that does not start, and a disabled one. */
const CURSOR = `{
  // mine
  "mcpServers": {
    "Every Thing": ${JSON.stringify(everything, null, 2).replaceAll("\n", "\n    ")},
    "broken": ${JSON.stringify(broken)}, // why?
    "off": { "command": "x", "disabled": true }
  },
  "theme": "dark"
}
`;

function put(file: string, content: string): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content, { mode: 0o600 });
  return file;
}

const read = (file: string) => readFileSync(file, "utf8");
const cursorOf = ({ folder }: ServedCommandLine) => put(path.join(folder, ".cursor", "mcp.json"), CURSOR);

/** The texts of all files that have no business with a secret. */
function storedTexts(folder: string): string {
  return ["servers.json", "moved-servers.json", "connections.json"]
    .map((name) => read(path.join(folder, "data", name)))
    .join("\n");
}

it("shows, moves and returns the servers of a client, and keeps its file to the byte", async () => {
  const line = await openServedCommandLine(undefined, undefined, { NO_PROXY: ".test" });
  const { run, json, folder, inWindow } = line;
  const file = cursorOf(line);
  const preview = await run(["servers", "add", "--from", "cursor", "--dry-run"]);
  expect(preview.code).toBe(0);
  expect(preview.out).toContain("becomes every-thing");
  expect(preview.out).toContain("stored as secrets: API_TOKEN");
  expect(preview.out).toContain("still gets from Recollect's environment: NO_PROXY");
  expect(preview.out).toContain("cannot be moved: It is switched off in the client.");
  expect(preview.out).not.toContain(SECRET);
  expect(preview.errors).toContain(`${file} would be changed.`);
  expect(read(file)).toBe(CURSOR);
  expect(await json(["servers"])).toEqual({ servers: [] });

  const moved = await run(["servers", "add", "--from", "cursor"]);
  expect(moved.code).toBe(1);
  expect(moved.out).toContain("Moved Every Thing as every-thing.");
  expect(moved.errors).toContain("broken was not moved. broken did not start: exit code 4: No key.");
  const [, backup = ""] = /Backup: (.*)/.exec(moved.errors) ?? [];
  expect(read(backup)).toBe(CURSOR);
  const after = read(file);
  expect(after).toContain("// mine");
  expect(after).toContain('"broken"');
  expect(after).toContain('"recollect"');
  expect(after).not.toContain("Every Thing");
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(storedTexts(folder)).not.toContain(SECRET);
  const [server] = await inWindow("servers.list", {});
  expect(server).toMatchObject({ name: "every-thing", secretNames: ["API_TOKEN"], state: "running" });
  expect(server?.transport).toMatchObject({ inherit: ["NO_PROXY"] });
  const grants = await inWindow("clients.grants", {});
  expect(grants.find(({ subject }) => subject === "cursor")?.servers).toEqual([{ server: server?.id, tools: "all" }]);

  const returned = await run(["servers", "return", "cursor"]);
  expect(returned).toMatchObject({ code: 0 });
  expect(returned.errors).toContain("Removed from Recollect: every-thing.");
  expect(read(file)).toBe(CURSOR);
  expect(await inWindow("servers.list", {})).toEqual([]);
  expect((await inWindow("clients.grants", {})).find(({ subject }) => subject === "cursor")?.servers).toEqual([]);
  const again = await run(["servers", "return", "cursor"]);
  expect(again).toMatchObject({ code: 4 });
  expect(again.errors).toContain("No servers were moved from Cursor");
}, 300_000);

it("puts only the entries back into a file that others changed since", async () => {
  const line = await openServedCommandLine();
  const { run, json } = line;
  const file = cursorOf(line);
  await run(["servers", "add", "--from", "cursor", "Every Thing"]);
  const changed = read(file)
    .replace('"theme": "dark"', '"theme": "light"')
    .replace('"mcpServers": {', '"mcpServers": {\n    "newer": { "command": "y" },');
  writeFileSync(file, changed);
  expect(await json(["servers", "return", "cursor", "--dry-run"])).toMatchObject({
    names: ["Every Thing"],
    written: false,
  });
  expect(read(file)).toBe(changed);
  await json(["servers", "return", "cursor"]);
  const text = read(file);
  expect(text).toContain("// mine");
  const content = JSON.parse(text.replaceAll(/\/\/.*$/gm, "")) as { mcpServers: object; theme: string };
  expect(content.theme).toBe("light");
  expect(Object.keys(content.mcpServers).sort()).toEqual(["Every Thing", "broken", "newer", "off"]);
  expect(content.mcpServers).toMatchObject({ "Every Thing": everything });
}, 300_000);

it("keeps Recollect's entry and an entry of the same name that are not of the move", async () => {
  const line = await openServedCommandLine();
  const { run, json } = line;
  const file = cursorOf(line);
  expect((await run(["connect", "cursor"])).code).toBe(0);
  await run(["servers", "add", "--from", "cursor", "Every Thing"]);
  const newer = '"Every Thing": { "command": "another" }';
  writeFileSync(file, read(file).replace('"mcpServers": {', `"mcpServers": {\n    ${newer},`));
  const before = read(file);
  expect(await json(["servers", "return", "cursor"])).toMatchObject({
    names: [],
    kept: ["Every Thing"],
    changed: false,
  });
  expect(read(file)).toBe(before);
  expect(before).toContain('"recollect"');
}, 300_000);

it("moves the same server of two clients to one server with two grants, and keeps it for the other", async () => {
  const line = await openServedCommandLine();
  const { run, folder, inWindow } = line;
  cursorOf(line);
  const codex = put(
    path.join(folder, ".codex", "config.toml"),
    `model = "o3" # good

[mcp_servers.every]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(EVERYTHING)}]
disabled_tools = ["echo"]

[mcp_servers.every.env]
API_TOKEN = "${SECRET}"
LEVEL = "1"

[mcp_servers.every-thing]
command = ${JSON.stringify(process.execPath)}
args = [${JSON.stringify(MEMORY)}]
`,
  );
  const original = read(codex);
  await run(["servers", "add", "--from", "cursor", "Every Thing"]);
  const second = await run(["servers", "add", "--from", "codex"]);
  expect(second).toMatchObject({ code: 0 });
  expect(second.out).toContain("is already in Recollect as every-thing");
  expect(second.out).toContain("Moved every-thing as every-thing-2.");
  const servers = await inWindow("servers.list", {});
  expect(servers.map(({ name }) => name)).toEqual(["every-thing", "every-thing-2"]);
  const granted = async (client: string) =>
    (await inWindow("clients.grants", {})).find(({ subject }) => subject === client)?.servers ?? [];
  expect((await granted("cursor")).map(({ server }) => server)).toEqual([servers[0]?.id]);
  const tools = (await granted("codex"))[0]?.tools;
  expect(tools).toContain("get-sum");
  expect(tools).not.toContain("echo");

  expect((await run(["servers", "return", "cursor"])).errors).not.toContain("Removed");
  expect(await inWindow("servers.list", {})).toHaveLength(2);
  expect(await granted("cursor")).toEqual([]);
  await run(["servers", "return", "codex"]);
  expect(read(codex)).toBe(original);
  expect(await inWindow("servers.list", {})).toEqual([]);
}, 300_000);

it("changes nothing if the file cannot be written or no server starts", async () => {
  const line = await openServedCommandLine();
  const { run, folder, inWindow } = line;
  const file = cursorOf(line);
  const none = await run(["servers", "add", "--from", "cursor", "broken"]);
  expect(none.code).toBe(1);
  expect(read(file)).toBe(CURSOR);
  chmodSync(file, 0o400);
  const failed = await run(["servers", "add", "--from", "cursor", "Every Thing"]);
  expect(failed.errors).toContain("is read-only");
  expect(read(file)).toBe(CURSOR);
  expect(await inWindow("servers.list", {})).toEqual([]);
  const grants = await inWindow("clients.grants", {});
  expect(grants.find(({ subject }) => subject === "cursor")?.servers ?? []).toEqual([]);
  expect((await run(["servers", "return", "cursor"])).code).toBe(4);
  expect(
    readdirSync(path.join(folder, "data"))
      .filter((name) => name.endsWith(".key"))
      .join(),
  ).not.toContain("server-");
}, 300_000);

it("passes the values of variables that Recollect does not have, and names those that are missing", async () => {
  const { run, folder, inWindow } = await openServedCommandLine();
  const reference = "${MY_VALUE}";
  const entry = { type: "stdio", ...everything, env: { NAME: reference } };
  const file = put(path.join(folder, ".claude.json"), JSON.stringify({ mcpServers: { every: entry } }));
  const missing = await run(["servers", "add", "--from", "claude-code", "every"]);
  expect(missing).toMatchObject({ code: 1 });
  expect(missing.out).toContain("cannot be moved without the value of MY_VALUE: pass --secret MY_VALUE");
  expect(await run(["servers", "add", "--from", "claude-code", "every"], { env: { MY_VALUE: "v" } })).toMatchObject({
    code: 0,
  });
  expect(await inWindow("servers.list", {})).toMatchObject([{ secretNames: ["NAME"] }]);
  await run(["servers", "return", "claude-code"]);
  expect(JSON.parse(read(file))).toEqual({ mcpServers: { every: entry } });
}, 300_000);

it("moves the servers of a project's file", async () => {
  const { run, folder, inWindow } = await openServedCommandLine();
  const project = path.join(folder, "shop");
  const file = put(path.join(project, ".mcp.json"), JSON.stringify({ mcpServers: { every: everything } }));
  const original = read(file);
  expect(await run(["servers", "add", "--from", "claude-code", "--project"], { cwd: project })).toMatchObject({
    code: 0,
  });
  expect(await inWindow("servers.list", {})).toMatchObject([{ transport: { cwd: project } }]);
  expect(await inWindow("servers.sources", {})).toMatchObject([{ scope: "project", project, moved: ["every"] }]);
  expect(await run(["servers", "return", "claude-code", "--project"], { cwd: project })).toMatchObject({ code: 0 });
  expect(read(file)).toBe(original);
}, 300_000);

it("refuses an unknown client, name and file", async () => {
  const line = await openServedCommandLine();
  const file = cursorOf(line);
  expect((await line.run(["servers", "add", "--from", "nobody"])).errors).toContain('Unknown client "nobody"');
  expect((await line.run(["servers", "add", "--from", "cursor", "nothing"])).errors).toContain("has no server nothing");
  writeFileSync(file, '{ "mcpServers": ');
  expect((await line.run(["servers", "add", "--from", "cursor"])).errors).toContain("is not valid JSON");
}, 300_000);

it("removes what it added if the command ends before the file is written", async () => {
  const line = await openServedCommandLine();
  const { folder, inWindow } = line;
  const entry = { command: process.execPath, args: ["-e", "setInterval(() => {}, 1000)"] };
  const text = JSON.stringify({ mcpServers: { every: everything, silent: entry } });
  const file = put(path.join(folder, ".cursor", "mcp.json"), text);
  const aborting = new AbortController();
  const child = line.runProcess(["servers", "add", "--from", "cursor"], { signal: aborting.signal });
  await expect.poll(async () => (await inWindow("servers.list", {})).map(({ name }) => name)).toEqual(["every"]);
  aborting.abort();
  await child;
  await expect.poll(() => inWindow("servers.list", {})).toEqual([]);
  expect(read(file)).toBe(text);
}, 300_000);

it("says that a moved server needs a sign-in of Recollect", async () => {
  const { server } = await startProtected();
  const { run, folder } = await openServedCommandLine();
  put(path.join(folder, ".cursor", "mcp.json"), JSON.stringify({ mcpServers: { tickets: { url: server.url } } }));
  const moved = await run(["servers", "add", "--from", "cursor"]);
  expect(moved).toMatchObject({ code: 0, out: expect.stringContaining("Moved tickets.") });
  expect(moved.errors).toContain("tickets needs a sign-in: recollect servers sign-in tickets");
}, 300_000);
