import {
  chmodSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { describe, expect, it, onTestFinished } from "vitest";
import { Instructions } from "./instructions.ts";

async function open() {
  const home = await mkdtemp(path.join(tmpdir(), "recollect-instructions-"));
  onTestFinished(() => rm(home, { recursive: true, force: true }));
  const project = path.join(home, "work", "shop");
  mkdirSync(project, { recursive: true });
  let number = 0;
  let ticks = 0;
  const create = (program: string) =>
    new Instructions({
      platform: process.platform,
      home,
      env: {},
      shim: { command: "/usr/bin/node", args: [program], env: {} },
      backupFolder: path.join(home, "data"),
      clock: { now: () => Date.UTC(2026, 5, 1) + 1000 * ++ticks },
      newId() {
        number += 1;
        return `plan-${number}`;
      },
    });
  return { home, project, create, instructions: create("/opt/recollect/recollect-shim.mjs") };
}

describe("Instructions", () => {
  it("writes what the preview showed and restores the file when the instructions are removed", async () => {
    const { project, instructions } = await open();
    const file = path.join(project, "AGENTS.md");
    const before = "# Rules\r\n\r\nBe kind.\r\n";
    writeFileSync(file, before);
    chmodSync(file, 0o640);
    const choice = { kind: "agents", scope: "project", project } as const;
    const stateNow = async () => (await instructions.list(project)).find(({ path: at }) => at === file)?.state;
    expect(await stateNow()).toBe("absent");

    const preview = await instructions.plan({ ...choice, action: "write" });
    expect(preview).toMatchObject({ path: file, exists: true, kind: "agents", scope: "project", action: "write" });
    expect(preview.difference.filter(({ kind }) => kind === "removed")).toEqual([]);
    expect(readFileSync(file, "utf8")).toBe(before);
    instructions.apply(preview.id);
    expect(await stateNow()).toBe("present");
    expect(statSync(file).mode & 0o777).toBe(0o640);
    expect(readFileSync(preview.backupPath ?? "", "utf8")).toBe(before);

    const removal = await instructions.plan({ ...choice, action: "remove" });
    instructions.apply(removal.id);
    expect(readFileSync(file, "utf8")).toBe(before);
    expect(await stateNow()).toBe("absent");
  });

  it("creates missing files and removes files that have no other contents", async () => {
    const { home, project, instructions } = await open();
    for (const { kind, scope } of await instructions.list(project)) {
      const preview = await instructions.plan({ kind, scope, project, action: "write" });
      expect(preview).toMatchObject({ exists: false, backupPath: null });
      instructions.apply(preview.id);
    }
    const written = await instructions.list(project);
    expect(written.map(({ state }) => state)).toEqual(written.map(() => "present"));
    expect(written.map(({ path: at }) => path.relative(home, at)).toSorted()).toEqual([
      ".claude/CLAUDE.md",
      ".claude/settings.json",
      ".codex/AGENTS.md",
      ".gemini/GEMINI.md",
      "work/shop/.cursor/rules/recollect.mdc",
      "work/shop/AGENTS.md",
      "work/shop/CLAUDE.md",
      "work/shop/GEMINI.md",
    ]);
    for (const { kind, scope, path: at } of written) {
      const removal = await instructions.plan({ kind, scope, project, action: "remove" });
      instructions.apply(removal.id);
      expect(existsSync(at)).toBe(false);
    }
    expect((await instructions.list(project)).every(({ state }) => state === "absent")).toBe(true);
  });

  it.each(["", "\n", "{}", "{}\n", " { } \n", '{\n  "a": 1\n}\n'])(
    "restores a file to the byte when the hooks are removed: %j",
    async (before) => {
      const { home, create, instructions } = await open();
      const file = path.join(home, ".claude", "settings.json");
      mkdirSync(path.dirname(file));
      writeFileSync(file, before);
      const hooks = { kind: "claude-hooks", scope: "user" } as const;
      instructions.apply((await instructions.plan({ ...hooks, action: "write" })).id);
      const newer = create("/opt/newer/recollect-shim.mjs");
      newer.apply((await newer.plan({ ...hooks, action: "write" })).id);
      newer.apply((await newer.plan({ ...hooks, action: "remove" })).id);
      expect(readFileSync(file, "utf8")).toBe(before);
    },
  );

  it("reports instructions of another version, hooks of a moved program and an earlier set of hooks as outdated", async () => {
    const { home, create, instructions } = await open();
    const text = path.join(home, ".claude", "CLAUDE.md");
    mkdirSync(path.dirname(text));
    writeFileSync(text, "<!-- recollect:start -->\nOld words\n<!-- recollect:end -->\n");
    instructions.apply((await instructions.plan({ kind: "claude-hooks", scope: "user", action: "write" })).id);
    const states = async (of: typeof instructions) =>
      Object.fromEntries((await of.list()).map(({ kind, state }) => [kind, state]));
    expect(await states(instructions)).toMatchObject({ claude: "outdated", "claude-hooks": "present" });
    expect(await states(create("/opt/newer/recollect-shim.mjs"))).toMatchObject({ "claude-hooks": "outdated" });

    const file = path.join(home, ".claude", "settings.json");
    const settings = JSON.parse(readFileSync(file, "utf8"));
    delete settings.hooks.UserPromptSubmit;
    writeFileSync(file, JSON.stringify(settings));
    expect(await states(instructions)).toMatchObject({ "claude-hooks": "outdated" });
  });

  it("reports why a file is unreadable, does not change it, and lists the others", async () => {
    const { home, instructions } = await open();
    const settings = path.join(home, ".claude", "settings.json");
    mkdirSync(path.dirname(settings));
    writeFileSync(settings, "{ broken");
    const files = await instructions.list();
    expect(files.find(({ kind }) => kind === "claude-hooks")).toMatchObject({
      state: "unreadable",
      problem: { details: { reason: "hooks_unfit" } },
    });
    expect(files.find(({ kind }) => kind === "claude")).toMatchObject({ state: "absent", problem: null });
    const plan = instructions.plan({ kind: "claude-hooks", scope: "user", action: "write" });
    await expect(plan).rejects.toMatchObject({ code: "invalid_argument" });
    expect(readFileSync(settings, "utf8")).toBe("{ broken");
    expect(readdirSync(path.dirname(settings))).toEqual(["settings.json"]);
  });

  it("refuses a file that changed since the preview, and a plan that was applied", async () => {
    const { project, instructions } = await open();
    const file = path.join(project, "CLAUDE.md");
    const choice = { kind: "claude", scope: "project", project, action: "write" } as const;
    const old = await instructions.plan(choice);
    writeFileSync(file, "Someone was faster.\n");
    expect(() => instructions.apply(old.id)).toThrow(/changed since/);
    expect(readFileSync(file, "utf8")).toBe("Someone was faster.\n");
    const good = await instructions.plan(choice);
    instructions.apply(good.id);
    expect(() => instructions.apply(good.id)).toThrow(/expired/);
  });

  it("warns about a symbolic link and writes the file behind it", async () => {
    const { project, instructions } = await open();
    const real = path.join(project, "AGENTS.md");
    writeFileSync(real, "# Mine\n");
    symlinkSync(real, path.join(project, "CLAUDE.md"));
    const preview = await instructions.plan({ kind: "claude", scope: "project", project, action: "write" });
    expect(preview.warnings).toEqual([{ reason: "file_is_link", params: { path: real } }]);
    instructions.apply(preview.id);
    expect(readFileSync(real, "utf8")).toContain("recollect:start");
  });

  it("refuses a project's file that is a link out of the project, and changes nothing", async () => {
    const { home, project, instructions } = await open();
    const secret = path.join(home, ".bashrc");
    writeFileSync(secret, "export KEY=secret\n");
    symlinkSync(secret, path.join(project, "AGENTS.md"));
    const outside = path.join(home, "outside");
    mkdirSync(outside);
    symlinkSync(outside, path.join(project, ".cursor"));
    for (const kind of ["agents", "cursor"] as const) {
      const plan = instructions.plan({ kind, scope: "project", project, action: "write" });
      await expect(plan).rejects.toMatchObject({ details: { reason: "file_leaves_project" } });
    }
    const states = (await instructions.list(project)).filter(({ scope }) => scope === "project");
    expect(states.map(({ kind, state }) => [kind, state])).toEqual([
      ["claude", "absent"],
      ["agents", "unreadable"],
      ["cursor", "unreadable"],
      ["gemini", "absent"],
    ]);
    expect(readFileSync(secret, "utf8")).toBe("export KEY=secret\n");
    expect(readdirSync(outside)).toEqual([]);
  });

  it("requires a folder for a project, and refuses kinds without a file", async () => {
    const { instructions } = await open();
    for (const project of [undefined, "shop", "/no/such/folder"]) {
      const plan = instructions.plan({ kind: "claude", scope: "project", project, action: "write" });
      await expect(plan).rejects.toMatchObject({ code: "invalid_argument", field: "project" });
    }
    await expect(instructions.list("/no/such/folder")).rejects.toMatchObject({ field: "project" });
    for (const choice of [
      { kind: "cursor", scope: "user" },
      { kind: "claude-hooks", scope: "project" },
    ] as const) {
      await expect(instructions.plan({ ...choice, action: "write" })).rejects.toMatchObject({ field: "scope" });
    }
  });
});
