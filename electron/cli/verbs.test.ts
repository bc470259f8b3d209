import { chmodSync, existsSync, readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { Memory } from "../core/memory.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

interface Added {
  readonly memory: Memory;
}

/** A program that a test uses as the editor: a line of sed that changes the file. */
function editorIn(folder: string, script: string): NodeJS.ProcessEnv {
  const file = path.join(folder, "editor.sh");
  writeFileSync(file, `#!/bin/sh\n${script}\n`);
  chmodSync(file, 0o700);
  return { RECOLLECT_EDITOR: file };
}

it.skipIf(process.platform === "win32")("opens an editor from the PATH without a variable", async () => {
  const { run, json, folder } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "Deploys run on Fridays"]);
  const program = path.join(folder, "editor");
  writeFileSync(program, '#!/bin/sh\nsed -i s/Fridays/Mondays/ "$1"\n', { mode: 0o700 });
  const env = { EDITOR: "", VISUAL: "", RECOLLECT_EDITOR: "", PATH: `${folder}:${process.env.PATH ?? ""}` };
  expect((await run(["edit", memory.id], { env })).code).toBe(0);
  expect((await json<Memory>(["show", memory.id])).content).toBe("Deploys run on Mondays");
});

it("moves, tags, pins, deletes and restores memories by short ids, and undoes each change", async () => {
  const { run, json } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "Deploys run on Fridays", "-p", "acme/web", "-t", "deploy"]);
  const id = memory.id.slice(-8);
  const now = async () => json<Memory>(["show", id]);

  expect((await run(["move", id, "-p", "acme/api", "-n", "learnings", "--dry-run"])).out).toContain(
    "1 memory would be moved to acme/api, learnings.",
  );
  expect(await now()).toMatchObject({ domain: "acme/web" });
  const moved = await run(["move", id, "-p", "acme/wbe", "-n", "learnings"]);
  expect(moved).toMatchObject({ code: 0, out: "1 memory moved to acme/wbe, learnings.\n" });
  expect(moved.errors).toContain('"acme/wbe" is a new project. Did you mean acme/web?');
  expect(await now()).toMatchObject({ domain: "acme/wbe", namespace: "learnings" });
  expect((await run(["undo"])).out).toBe(`Undone: move ${id}\n`);
  expect(await now()).toMatchObject({ domain: "acme/web", namespace: memory.namespace });

  expect((await run(["tag", id, "Release", "--remove", "deploy"])).out).toBe("Tags: release\n");
  expect((await run(["pin", id.toLowerCase()])).out).toBe("1 memory pinned.\n");
  expect(await now()).toMatchObject({ tags: ["release"], pinned: true });
  expect((await run(["delete", id])).out).toBe("1 memory moved to the trash.\n");
  expect(await run(["list", "--all"])).toMatchObject({ out: "", errors: expect.stringContaining("no memories") });
  expect((await run(["list", "--trash", "--all"])).out).toContain(id);
  expect((await run(["restore", id])).out).toBe("1 memory restored.\n");

  // The newest change first, down to the memory itself.
  const changes = await json<{ changes: { kind: string }[] }>(["undo", "--list"]);
  expect(changes.changes.map(({ kind }) => kind)).toEqual(["add", "tag", "pin", "delete", "restore"]);
  for (const word of ["restore", "delete", "pin", "tag", "add"]) {
    expect((await run(["undo"])).out).toBe(`Undone: ${word} ${id}\n`);
  }
  expect(await now()).toMatchObject({ tags: ["deploy"], pinned: false, deletedAt: expect.any(String) });
  expect(await run(["undo"])).toMatchObject({ code: 0, out: "" });
});

it("changes nothing if one of the ids is unknown, and exits with 4", async () => {
  const { run, json } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "One of two"]);
  for (const command of [["delete"], ["pin"], ["move", "-n", "learnings"], ["restore"]]) {
    expect((await run([...command, memory.id, "01ARZ3NDEKTSV4RRFFQ69G5FAV"])).code).toBe(4);
  }
  expect(await json<Memory>(["show", memory.id])).toMatchObject({ revision: 1, deletedAt: null, pinned: false });
});

it("names the ids that a short one can mean", async () => {
  const { run } = await openServedCommandLine();
  const lines = ["AAAA", "BBBB"].map((start) =>
    JSON.stringify({
      ...{ id: `01ARZ3NDEKTSV4${start}Q69G5FAV`.padEnd(26, "V").slice(0, 26), content: `Memory ${start}` },
      ...{ namespace: "context", domain: "user", tags: [], source: null, client: null, revision: 1 },
      ...{ createdAt: "2026-01-02T03:04:05.678Z", updatedAt: "2026-01-02T03:04:05.678Z", deletedAt: null },
      ...{ pinned: false, supersededBy: null, recallCount: 0, recalledAt: null },
    }),
  );
  await run(["import", "-"], { input: lines.join("\n") });
  const { code, errors } = await run(["delete", "9G5FAV"]);
  expect(code).toBe(1);
  expect(errors).toMatch(/01ARZ3NDEKTSV4AAAAQ69G5FAV/);
  expect(errors).toMatch(/01ARZ3NDEKTSV4BBBBQ69G5FAV/);
});

it("undoes no change of a memory that was changed since", async () => {
  const { run, json, inWindow } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "First text"]);
  await run(["tag", memory.id, "mine"]);
  await inWindow("memories.update", { reference: memory.id, content: "Text of the window" });
  expect(await run(["undo"])).toMatchObject({ code: 1, out: "" });
  expect(await json<Memory>(["show", memory.id])).toMatchObject({ content: "Text of the window", tags: ["mine"] });
});

it("deletes permanently only if it is agreed to, and leaves no copy of the text", async () => {
  const { run, json, folder } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "A secret plan with the word zirconium"]);
  expect(await run(["delete", memory.id, "--permanently"])).toMatchObject({
    code: 2,
    out: "",
    errors: expect.stringContaining("Pass --yes to agree."),
  });
  expect(await json<Memory>(["show", memory.id])).toMatchObject({ deletedAt: null });
  expect((await run(["delete", memory.id, "--permanently", "--dry-run"])).out).toContain("would be deleted");
  expect((await run(["delete", memory.id, "--permanently", "--yes"])).code).toBe(0);
  expect((await run(["show", memory.id])).code).toBe(4);
  const log = path.join(folder, "data", "command-line-changes.json");
  expect(readFileSync(log, "utf8")).not.toContain("zirconium");
  expect(statSync(log).mode & 0o077).toBe(0);
});

it.skipIf(process.platform === "win32")("edits the fields and the text of a memory in the owner's editor", async () => {
  const { run, json, folder } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "Deploys run on Fridays", "-p", "acme/web", "-t", "deploy"]);
  const script =
    "sed -i -e 's/Fridays/Mondays/' -e 's/^tags: .*/tags: [release, night]/' -e 's/^source:.*/source: README/' \"$1\"";
  const edited = await run(["edit", memory.id], { env: editorIn(folder, script) });
  expect(edited).toMatchObject({ code: 0, errors: "" });
  expect(edited.out).toBe(`Changed: ${memory.id.slice(-8)} (content, tags, source)\n`);
  expect(await json<Memory>(["show", memory.id])).toMatchObject({
    content: "Deploys run on Mondays",
    tags: ["night", "release"],
    source: "README",
    domain: "acme/web",
  });
  const unchanged = await run(["edit", memory.id], { env: editorIn(folder, "true") });
  expect(unchanged).toMatchObject({ code: 0, out: "", errors: "Nothing was changed.\n" });
  const cancelled = await run(["edit", memory.id], { env: editorIn(folder, 'echo x >> "$1"; exit 1') });
  expect(cancelled).toMatchObject({ code: 1, errors: "Nothing was changed.\n" });
  await run(["undo"]);
  expect(await json<Memory>(["show", memory.id])).toMatchObject({
    content: memory.content,
    tags: ["deploy"],
    source: null,
  });
});

it.skipIf(process.platform === "win32")("keeps an edited text if the memory was changed in between", async () => {
  const { run, json, folder, inWindow } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "First text"]);
  const other = path.join(folder, "changed");
  const wait = `sed -i 's/First/Mine/' "$1"; touch ${other}.start; while [ ! -f ${other} ]; do sleep 0.05; done`;
  const editing = run(["edit", memory.id], { env: editorIn(folder, wait) });
  await expect.poll(() => existsSync(`${other}.start`)).toBe(true);
  await inWindow("memories.update", { reference: memory.id, content: "Text of the window" });
  writeFileSync(other, "");
  const { code, errors } = await editing;
  expect(code).toBe(1);
  const [, kept = ""] = /It is in (.+)/.exec(errors) ?? [];
  expect(readFileSync(kept, "utf8")).toContain("Mine text");
  expect(await json<Memory>(["show", memory.id])).toMatchObject({ content: "Text of the window" });
});

it.each([
  ["---\nnamespace: [broken\n---\n\nText\n", "not valid YAML"],
  ["---\nnamspace: context\n---\n\nText\n", 'There is no field "namspace"'],
  ["---\nproject:\n---\n\nText\n", 'The field "project" needs a value.'],
  ["---\ntags: [a]\n---\n\n\n", "The text is empty."],
])("refuses the document %j and keeps it", async (input, message) => {
  const { run, json } = await openServedCommandLine();
  const { memory } = await json<Added>(["add", "First text"]);
  const { code, errors } = await run(["edit", memory.id, "-"], { input });
  expect(code).toBe(2);
  expect(errors).toContain(message);
  const [, kept = ""] = /It is in (.+)/.exec(errors) ?? [];
  expect(readFileSync(kept, "utf8")).toBe(input);
  expect(await json<Memory>(["show", memory.id])).toMatchObject({ content: "First text", revision: 1 });
});

it.skipIf(process.platform === "win32")(
  "keeps a waiting memory with the changes of the editor, and undoes it",
  async () => {
    const { run, json, folder } = await openServedCommandLine();
    await json(["import", "-", "--inbox"], { input: '{"content": "The lighthouse blinks"}' });
    const { waiting } = await json<{ waiting: { memory: Memory }[] }>(["inbox"]);
    const id = waiting[0]?.memory.id.slice(-8) ?? "";
    expect((await run(["inbox", "show", id])).out).toContain("The lighthouse blinks");
    expect((await run(["inbox", "keep", id, "--dry-run"])).out).toContain("Dry run: Kept: The lighthouse blinks");
    const kept = await run(["inbox", "edit", id], { env: editorIn(folder, "sed -i 's/blinks/shines/' \"$1\"") });
    expect(kept.out).toContain("Kept: The lighthouse shines");
    expect((await run(["list", "--all"])).out).toContain("The lighthouse shines");
    expect((await run(["undo"])).code).toBe(0);
    expect((await run(["inbox"])).out).toContain("The lighthouse blinks");
    expect(readdirSync(folder).some((name) => name.endsWith(".md"))).toBe(false);
  },
);
