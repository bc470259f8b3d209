import { PassThrough, Readable } from "node:stream";
import { text } from "node:stream/consumers";
import { expect, it } from "vitest";
import { COMMAND_LINE_ENTRY } from "../../tests/testing/entries.ts";
import type { Memory } from "../core/memory.ts";
import { displayWidth } from "./display-width.ts";
import { runCommandLine } from "./run.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

/** Runs a command whose output is a terminal of the given size. */
async function runOnScreen(args: readonly string[], folder: string, columns: number, env: NodeJS.ProcessEnv = {}) {
  const stdout = Object.assign(new PassThrough(), { isTTY: true as const, columns, rows: 24 });
  const stderr = Object.assign(new PassThrough(), { isTTY: true as const, columns });
  const ended = runCommandLine(args, {
    ...{ stdin: Readable.from([]), stdout, stderr, platform: process.platform, home: folder, folder },
    env: { RECOLLECT_DATA_DIR: `${folder}/data`, RECOLLECT_PROJECT: "", RECOLLECT_START_COMMAND: "[]", ...env },
    entry: COMMAND_LINE_ENTRY,
  }).finally(() => {
    stdout.end();
    stderr.end();
  });
  const [out, errors, code] = await Promise.all([text(stdout), text(stderr), ended]);
  return { out, errors, code };
}

it("lists memories with the title first, in lines that fit the terminal, and with titles of columns", async () => {
  const { run, folder } = await openServedCommandLine();
  await run([
    "add",
    "Deploys run on Fridays only after two in the afternoon, and never before a holiday",
    "-p",
    "acme/web",
  ]);
  await run(["add", "部署只在星期五下午两点之后进行，节假日之前从不部署，除非负责人同意", "-n", "decisions"]);
  for (const columns of [120, 80, 60, 40]) {
    const { out } = await runOnScreen(["list", "--color", "never"], folder, columns);
    const [head = "", ...lines] = out.trimEnd().split("\n");
    expect(head).toMatch(/^TITLE .*ID$/);
    expect(lines).toHaveLength(2);
    for (const line of lines) expect(displayWidth(line)).toBeLessThanOrEqual(columns);
    expect(lines[0]).toMatch(/^部署只在/);
    expect(lines[1]).toMatch(/^Deploys run .*[0-9A-Z]{8}$/);
  }
});

it("uses colours on a terminal, unless NO_COLOR or --color says otherwise", async () => {
  const { run, folder } = await openServedCommandLine();
  await run(["add", "Deploys run on Fridays"]);
  const styled = (output: { readonly out: string }) => output.out.includes("\u001b[2m");
  expect(styled(await runOnScreen(["list"], folder, 80))).toBe(true);
  expect(styled(await runOnScreen(["list"], folder, 80, { NO_COLOR: "1" }))).toBe(false);
  expect(styled(await runOnScreen(["list", "--color=always"], folder, 80, { NO_COLOR: "1" }))).toBe(true);
  expect(styled(await runOnScreen(["list", "--color", "never"], folder, 80))).toBe(false);
  expect(styled(await run(["list"]))).toBe(false);
  expect(styled(await run(["--color", "always", "list"]))).toBe(true);
});

it("prints JSON Lines, and templates with fields, their members and tabs", async () => {
  const { run, json } = await openServedCommandLine();
  const { memory } = await json<{ memory: Memory }>(["add", "# Deploys\n\nOn Fridays", "-t", "a", "-t", "b"]);
  await run(["add", "Second"]);
  const lines = (await run(["list", "--jsonl"])).out.trimEnd().split("\n");
  expect(lines.map((line) => JSON.parse(line).title)).toEqual(["Second", "Deploys"]);
  expect((await run(["list", "--format", "{shortId}\\t{title}\\t{tags}\\t{source}"])).out).toContain(
    `${memory.id.slice(-8)}\tDeploys\ta,b\t\n`,
  );
  expect((await run(["show", memory.id, "--format", "{title} {revision}"])).out).toBe("Deploys 1\n");
  expect((await run(["search", "Fridays", "--format", "{title} {matched.excerpt}"])).out).toContain("Deploys ");
  expect(await run(["list", "--format", "{titel}"])).toMatchObject({
    code: 2,
    out: "",
    errors: expect.stringContaining('There is no field "titel" for --format. Fields: id,'),
  });
  expect((await run(["list", "--format", "{__proto__}{constructor}"])).code).toBe(2);
});

it("says on stderr why a list is empty, and prints no names of tools or of their arguments", async () => {
  const { run } = await openServedCommandLine();
  for (const args of [
    ["list"],
    ["search", "anything"],
    ["inbox"],
    ["servers"],
    ["spaces"],
    ["backup"],
    ["undo", "--list"],
    ["log"],
  ]) {
    const { out, errors, code } = await run([...args, "--no-start"]);
    expect({ args, out, code }).toEqual({ args, out: "", code: 0 });
    expect(errors, args.join(" ")).not.toBe("");
    expect(errors).not.toMatch(/_memor|minScore/);
  }
  const missing = await run(["show", "01ARZ3NDEKTSV4RRFFQ69G5FAV"]);
  expect(missing.errors).not.toMatch(/_memor/);
  expect((await run(["show", "nonsense!"])).errors).not.toMatch(/_memor/);
});

it("shows on a terminal how long a slow request takes", { timeout: 120_000 }, async () => {
  const { folder } = await openServedCommandLine();
  const args = ["servers", "add", "slow", "--", process.execPath, "-e", "setTimeout(() => process.exit(1), 2500)"];
  const { code, errors } = await runOnScreen(args, folder, 80);
  expect(code).toBe(1);
  // The error replaces the line.
  expect(errors).toContain("Working … 1 s\r\u001b[K");
});

it("shows long text in the owner's pager, and prints it without one", async () => {
  const { run, json, folder } = await openServedCommandLine();
  const { memory } = await json<{ memory: Memory }>([
    "add",
    Array.from({ length: 60 }, (_, index) => `Line ${index}`).join("\n"),
  ]);
  const env = { RECOLLECT_PAGER: `cat > '${folder}/paged'` };
  expect((await runOnScreen(["show", memory.id], folder, 80, env)).out).toBe("");
  expect((await run(["list"])).out).toContain("Line 0");
  const { readFileSync } = await import("node:fs");
  expect(readFileSync(`${folder}/paged`, "utf8")).toContain("Line 59");
  for (const args of [["--no-pager"], []]) {
    const other = { RECOLLECT_PAGER: args.length > 0 ? env.RECOLLECT_PAGER : "" };
    expect((await runOnScreen(["show", memory.id, ...args], folder, 80, other)).out).toContain("Line 59");
  }
  expect((await runOnScreen(["show", memory.id], folder, 80, { RECOLLECT_PAGER: "no-such-pager-here" })).out).toContain(
    "Line 59",
  );
});
