import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { claudeHooks, hasClaudeHooks, insertClaudeHooks, removeClaudeHooks } from "./claude-hooks.ts";

const COMMAND = { command: "/opt/my apps/node", args: ["/opt/Recollect's/recollect-shim.mjs"], env: {} };
const insert = (text: string, command = COMMAND) => insertClaudeHooks(text, command, "linux");

/** Settings with a layout that no serializer produces. */
const OWN = `{
    // mine
    "permissions": { "allow": ["Bash(npm test)"],   "deny": [] },
    "hooks": {
        "Stop": [{ "hooks": [{ "type": "command", "command": "notify-send done" }] }]
    }
}
`;

describe("Claude Code's hooks", () => {
  it("adds the hooks to existing settings and removes them to the byte", () => {
    const { text, changed } = insert(OWN);
    expect(changed).toBe(true);
    for (const line of OWN.split("\n").slice(0, 3)) expect(text).toContain(line);
    expect(text).toContain('"command": "notify-send done"');
    expect(hasClaudeHooks(text)).toBe(true);
    expect(insert(text)).toEqual({ text, changed: false });
    expect(removeClaudeHooks(text)).toEqual({ text: OWN, changed: true });
  });

  it.each([
    ["settings without hooks", '{\n  "model": "opus"\n}\n'],
    ["Windows line ends", '{\r\n  "model": "opus",\r\n  "env": {}\r\n}\r\n'],
    ["tabs", '{\n\t"model": "opus"\n}'],
    ["hooks of other events", '{\n  "hooks": {\n    "PreToolUse": []\n  }\n}\n'],
  ])("restores %s to the byte", (_name, text) => {
    const inserted = insert(text).text;
    expect(hasClaudeHooks(inserted)).toBe(true);
    if (text.includes("\r")) expect(inserted.replaceAll("\r\n", "")).not.toContain("\n");
    expect(removeClaudeHooks(inserted).text).toBe(text);
  });

  it("refuses settings whose hooks have another form, and returns no text", () => {
    const unfit = [null, true, "a", 1, {}, { hooks: [] }, [null], [{ hooks: null }], [{}]];
    for (const groups of unfit) {
      expect(() => insert(JSON.stringify({ hooks: { Stop: groups } })), JSON.stringify(groups)).toThrow();
      expect(() => removeClaudeHooks(JSON.stringify({ hooks: { Stop: groups } }))).toThrow();
    }
    for (const text of ['{"hooks": null}', '{"hooks": []}', '{"hooks": {"Stop": }}', '{"a": 1', "[]", "null"]) {
      expect(() => insert(text), text).toThrow();
    }
  });

  it("creates settings if there are none", () => {
    const { text } = insert("");
    expect(Object.keys(JSON.parse(text).hooks)).toEqual(["SessionStart", "UserPromptSubmit", "PreCompact", "Stop"]);
    expect(JSON.parse(text).hooks.SessionStart[0].matcher).toBe("startup|clear|compact");
    expect(JSON.parse(removeClaudeHooks(text).text)).toEqual({});
  });

  it("updates the hooks in place, without duplicates", () => {
    const moved = insert(insert(OWN).text, { ...COMMAND, args: ["/new place/recollect-shim.mjs"] }).text;
    expect(moved).not.toContain("Recollect's");
    expect(moved.match(/hook SessionStart/g)).toHaveLength(1);
    expect(removeClaudeHooks(moved).text).toBe(OWN);
  });

  it("adds the hook that an earlier set does not have", () => {
    const settings = JSON.parse(insert("{}").text);
    delete settings.hooks.UserPromptSubmit;
    const earlier = JSON.stringify(settings, null, 2);
    expect(hasClaudeHooks(earlier)).toBe(true);
    const { text, changed } = insert(earlier);
    expect(changed).toBe(true);
    expect(JSON.parse(text)).toEqual(JSON.parse(insert("{}").text));
  });

  it("keeps another program's hook in the same group", () => {
    const settings = JSON.parse(insert("{}").text);
    settings.hooks.Stop[0].hooks.push({ type: "command", command: "say done" });
    const { text } = removeClaudeHooks(JSON.stringify(settings, null, 2));
    expect(JSON.parse(text)).toEqual({ hooks: { Stop: [{ hooks: [{ type: "command", command: "say done" }] }] } });
  });

  it.each(["[]", "{ not json", '{"hooks": []}', '{"hooks": {"Stop": {}}}', '{"hooks": {"Stop": ["x"]}}'])(
    "refuses settings of an unknown form: %s",
    (text) => {
      expect(() => insert(text)).toThrow(/were not changed/);
    },
  );

  it("passes the program's arguments through the shell unchanged", () => {
    const command = {
      command: process.execPath,
      args: [
        "-p",
        "JSON.stringify([process.argv.slice(1), process.env.RECOLLECT_DATA_DIR])",
        "/it's here/recollect.mjs",
      ],
      env: { RECOLLECT_DATA_DIR: "/some $where/it's" },
    };
    const line = claudeHooks(command, "linux").Stop?.hooks[0]?.command ?? "";
    const printed = execFileSync("sh", ["-c", line], { encoding: "utf8" });
    expect(JSON.parse(printed)).toEqual([["/it's here/recollect.mjs", "hook", "Stop"], "/some $where/it's"]);
  });

  it("uses PowerShell and its syntax for variables on Windows", () => {
    const command = {
      command: "C:\\Program Files\\R\\r.exe",
      args: ["C:\\R\\recollect-shim.mjs"],
      env: { ELECTRON_RUN_AS_NODE: "1" },
    };
    expect(claudeHooks(command, "win32").Stop?.hooks[0]).toMatchObject({
      shell: "powershell",
      command: "$env:ELECTRON_RUN_AS_NODE = '1'; & 'C:\\Program Files\\R\\r.exe' C:\\R\\recollect-shim.mjs hook Stop",
    });
  });
});
