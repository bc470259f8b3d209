import { existsSync, readdirSync, rmSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { connections, fileOf, giveHome, here, read, user, write } from "../testing/connections.ts";
import { installProgram, openInstructions, openPlugins, pluginFolder } from "./testing/plugins.ts";

giveHome();

/** Claude Code's commands, as far as they show whether the plugin is installed. */
const CLAUDE = `list="$HOME/.claude/plugins/installed_plugins.json"
case "$1 $2" in
  "plugin install") mkdir -p "$HOME/.claude/plugins"; echo '{ "recollect@recollect": [] }' > "$list" ;;
  "plugin uninstall") rm -f "$list" ;;
esac`;

const calls = () => read(path.join(here.home, "calls")).trim().split("\n");
const stateOf = async (id: string) => (await openPlugins().list()).find(({ clientId }) => clientId === id)?.state;

async function apply(clientId: string, action: "install" | "remove", version?: string) {
  const plugins = openPlugins(version);
  return await plugins.apply((await plugins.plan(clientId, action)).id);
}

it("generates a plugin, runs the client's commands, and removes both", async () => {
  installProgram("claude", CLAUDE);
  const folder = path.join(pluginFolder(), "claude-code");
  expect(await stateOf("claude-code")).toBe("absent");
  const preview = await apply("claude-code", "install");
  expect(preview).toMatchObject({ action: "install", folder, missingProgram: null, changes: [] });
  expect(calls()).toEqual([`plugin marketplace add ${folder}`, "plugin install recollect@recollect"]);
  expect(preview.files.every((file) => existsSync(path.join(folder, file)))).toBe(true);
  expect(await stateOf("claude-code")).toBe("installed");

  await apply("claude-code", "remove");
  expect(calls().slice(2)).toEqual(["plugin uninstall recollect@recollect", "plugin marketplace remove recollect"]);
  expect(await stateOf("claude-code")).toBe("absent");
  expect(readdirSync(pluginFolder()).sort()).toEqual(["plugins.json", "start.sh"]);
});

it("replaces the entry in the client's file and the hooks in its settings, and restores both", async () => {
  installProgram("claude", CLAUDE);
  const file = write(fileOf("claude-code"), '{\n  "mine": 1\n}\n');
  const settings = write(path.join(here.home, ".claude", "settings.json"), "{}\n");
  const connected = connections();
  await connected.apply((await connected.planConnect(user("claude-code", "http"))).id);
  const instructions = openInstructions();
  const hooks = { kind: "claude-hooks", scope: "user", action: "write" } as const;
  instructions.apply((await instructions.plan(hooks)).id);
  const before = [read(file), read(settings)];

  const preview = await apply("claude-code", "install");
  expect(preview.changes.map((change) => change.path)).toEqual([file, settings]);
  expect([read(file), read(settings)]).toEqual(['{\n  "mine": 1\n}\n', "{}\n"]);
  // A restored entry would duplicate the plugin's.
  await connected.apply((await connected.planConnect(user("claude-code", "http"))).id);
  expect(await stateOf("claude-code")).toBe("outdated");
  expect((await apply("claude-code", "install")).action).toBe("update");
  expect(await stateOf("claude-code")).toBe("installed");

  await apply("claude-code", "remove");
  expect([read(file), read(settings)]).toEqual(before);
});

it("updates a plugin of another version by installing it again", async () => {
  installProgram("claude", CLAUDE);
  await apply("claude-code", "install", "1.0.0");
  expect(await stateOf("claude-code")).toBe("outdated");
  expect((await apply("claude-code", "install")).action).toBe("update");
  expect(calls().slice(2)).toEqual([
    "plugin uninstall recollect@recollect",
    "plugin marketplace remove recollect",
    `plugin marketplace add ${path.join(pluginFolder(), "claude-code")}`,
    "plugin install recollect@recollect",
  ]);
  expect(await stateOf("claude-code")).toBe("installed");
});

it("undoes an installation whose command fails, and keeps the client's file", async () => {
  installProgram("claude", `if [ "$2" = install ]; then echo "no such marketplace" >&2; exit 1; fi`);
  const connected = connections();
  await connected.apply((await connected.planConnect(user("claude-code"))).id);
  const before = read(fileOf("claude-code"));
  await expect(apply("claude-code", "install")).rejects.toThrow(
    '"claude plugin install recollect@recollect" failed: no such marketplace',
  );
  expect(calls().slice(2)).toEqual(["plugin uninstall recollect@recollect", "plugin marketplace remove recollect"]);
  expect(existsSync(path.join(pluginFolder(), "claude-code"))).toBe(false);
  expect(read(fileOf("claude-code"))).toBe(before);
});

it("removes the plugin and restores the client's file if a command of an update fails", async () => {
  installProgram("claude", CLAUDE);
  const connected = connections();
  await connected.apply((await connected.planConnect(user("claude-code"))).id);
  const before = read(fileOf("claude-code"));
  await apply("claude-code", "install", "1.0.0");
  expect(existsSync(fileOf("claude-code"))).toBe(false);
  installProgram("claude", `if [ "$2" = install ]; then exit 1; fi\n${CLAUDE}`);
  await expect(apply("claude-code", "install")).rejects.toMatchObject({ code: "unavailable" });
  expect(await stateOf("claude-code")).toBe("absent");
  expect(read(fileOf("claude-code"))).toBe(before);
});

it("shows and restores the client's file when a plugin is removed whose program is missing", async () => {
  installProgram("claude", CLAUDE);
  const connected = connections();
  await connected.apply((await connected.planConnect(user("claude-code", "http"))).id);
  const before = read(fileOf("claude-code"));
  await apply("claude-code", "install");
  rmSync(path.join(here.home, "bin", "claude"));
  const preview = await apply("claude-code", "remove");
  expect(preview).toMatchObject({ missingProgram: "claude", changes: [{ path: fileOf("claude-code") }] });
  expect(read(fileOf("claude-code"))).toBe(before);
  // The person has run the commands: nothing is left to do.
  rmSync(path.join(here.home, ".claude", "plugins"), { recursive: true });
  const again = await openPlugins().plan("claude-code", "remove");
  expect(again).toMatchObject({ changes: [], steps: [{ kind: "delete" }] });
});

it("replaces the entry in the client's file once the person has installed the plugin without Recollect", async () => {
  const connected = connections();
  await connected.apply((await connected.planConnect(user("claude-code"))).id);
  await apply("claude-code", "install");
  write(path.join(here.home, ".claude", "plugins", "installed_plugins.json"), '{ "recollect@recollect": [] }');
  expect(await stateOf("claude-code")).toBe("outdated");
  expect(await apply("claude-code", "install")).toMatchObject({ missingProgram: "claude", action: "update" });
  expect(await stateOf("claude-code")).toBe("installed");
});

it("generates the plugin and names the commands if the client's program is missing", async () => {
  const connected = connections();
  await connected.apply((await connected.planConnect(user("codex"))).id);
  const before = read(fileOf("codex"));
  const preview = await apply("codex", "install");
  expect(preview).toMatchObject({ missingProgram: "codex", changes: [] });
  const folder = path.join(pluginFolder(), "codex");
  expect(preview.steps).toEqual([
    { kind: "generate", text: folder },
    { kind: "run", text: `codex plugin marketplace add ${folder}` },
    { kind: "run", text: "codex plugin add recollect@recollect" },
  ]);
  expect(existsSync(folder)).toBe(true);
  expect(read(fileOf("codex"))).toBe(before);
  expect(await stateOf("codex")).toBe("absent");
});

it("reports that a client does not list the plugin, keeps its entry, and refuses unknown clients", async () => {
  installProgram("claude", "");
  const connected = connections();
  await connected.apply((await connected.planConnect(user("claude-code"))).id);
  await expect(apply("claude-code", "install")).rejects.toThrow("does not list the plugin");
  expect(existsSync(fileOf("claude-code"))).toBe(true);
  await expect(openPlugins().plan("zed", "install")).rejects.toMatchObject({ code: "not_found" });
});

it("changes nothing before a plan is applied, and applies it once", async () => {
  installProgram("claude", CLAUDE);
  const plugins = openPlugins();
  const { id } = await plugins.plan("claude-code", "install");
  expect(existsSync(pluginFolder())).toBe(false);
  expect(existsSync(path.join(here.home, "calls"))).toBe(false);
  await plugins.apply(id);
  await expect(plugins.apply(id)).rejects.toMatchObject({ code: "not_found" });
  rmSync(pluginFolder(), { recursive: true });
  expect(await stateOf("claude-code")).toBe("outdated");
});

it("copies a plugin to where the client looks for it, and deletes only its own folder", async () => {
  const copy = path.join(here.home, ".cursor", "plugins", "local", "recollect");
  await apply("cursor", "install");
  expect(existsSync(path.join(copy, "bin", "recollect-mcp"))).toBe(true);
  expect(await stateOf("cursor")).toBe("installed");
  await apply("cursor", "remove");
  expect(existsSync(copy)).toBe(false);
  write(path.join(copy, "notes.txt"), "mine");
  await expect(apply("cursor", "install")).rejects.toMatchObject({ code: "conflict" });
  expect(read(path.join(copy, "notes.txt"))).toBe("mine");
});

it("names the plugin in a client's settings, and restores them to the byte", async () => {
  const settings = path.join(here.home, ".config", "Code", "User", "settings.json");
  const before = '{\n  // Mine.\n  "editor.tabSize": 2, // two\n}\n';
  write(settings, before);
  await apply("vscode", "install");
  expect(read(settings)).toContain(`"${path.join(pluginFolder(), "vscode")}": true`);
  expect(read(settings)).toContain('"editor.tabSize": 2, // two');
  expect(await stateOf("vscode")).toBe("installed");
  expect(await openPlugins("2.0.0").plan("vscode", "install")).toMatchObject({ action: "update", changes: [] });
  await apply("vscode", "remove");
  expect(read(settings)).toBe(before);

  for (const blank of [null, "", "{}", "{}\n"]) {
    rmSync(settings);
    rmSync(path.join(here.home, "data", "replaced-files"), { recursive: true });
    if (blank !== null) write(settings, blank);
    await apply("vscode", "install");
    await apply("vscode", "remove");
    expect(existsSync(settings) ? read(settings) : null).toBe(blank);
    if (blank === null) write(settings, before);
  }

  const shared = '{\n  "chat.pluginLocations": {\n    "/other": true\n  }\n}\n';
  write(settings, shared);
  await apply("vscode", "install");
  await apply("vscode", "remove");
  expect(read(settings)).toBe(shared);
});

it("does not change a client's settings that it cannot change without risk", async () => {
  const settings = path.join(here.home, ".config", "Code", "User", "settings.json");
  const folder = JSON.stringify(path.join(pluginFolder(), "vscode"));
  const unfit = [
    '{"chat.pluginLocations": null}',
    '{"chat.pluginLocations": ["a"]}',
    '{"chat.pluginLocations": "a"}',
    '{"chat.pluginLocations": true, "editor.tabSize": 2}',
    '{"a": }',
    '{"a": 1',
    '{"a": 1 "b": 2}',
    "[]",
    "null",
    `{"chat.pluginLocations": {${folder}: false}, "chat.pluginLocations": {}}`,
  ];
  for (const text of unfit) {
    write(settings, text);
    await expect(apply("vscode", "install"), text).rejects.toMatchObject({ code: "invalid_argument" });
    expect(read(settings)).toBe(text);
  }
});

it("loads opencode's plugin from one file, and refuses to replace a foreign file", async () => {
  const file = path.join(here.home, ".config", "opencode", "plugins", "recollect.js");
  await apply("opencode", "install");
  expect(read(file)).toContain(`from "${path.join(pluginFolder(), "opencode")}/index.js"`);
  await apply("opencode", "remove");
  expect(existsSync(file)).toBe(false);
  write(file, "export const Mine = async () => ({});\n");
  await expect(openPlugins().plan("opencode", "install")).rejects.toMatchObject({ code: "conflict" });
});

it("generates a folder for clients that read Agent Plugins", async () => {
  await apply("other", "install");
  expect(await stateOf("other")).toBe("installed");
  await apply("other", "remove");
  expect(await stateOf("other")).toBe("absent");
});
