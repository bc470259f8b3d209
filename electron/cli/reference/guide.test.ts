import { execFile } from "node:child_process";
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { GUIDE, generateGuide } from "../../../scripts/command-line-guide.ts";
import { COMMAND_LINE_ENTRY } from "../../../tests/testing/entries.ts";
import { loadCommandHelp } from "../../text/command-line.ts";
import type { Action } from "../command.ts";
import { GROUPS, loadCommand, OTHER_COMMANDS } from "../commands.ts";
import { describeAction } from "../help.ts";
import { openServedCommandLine } from "../testing/command-line.ts";
import { findMismatch, RESULTS } from "./json-results.ts";

const SERVER = path.join(
  ...[
    import.meta.dirname,
    "..",
    "..",
    "..",
    "node_modules",
    "@modelcontextprotocol",
    "server-filesystem",
    "dist",
    "index.js",
  ],
);

it("has the declarations of the commands: run node scripts/command-line-guide.ts", async () => {
  const guide = readFileSync(GUIDE, "utf8");
  expect(guide).toBe(await generateGuide(guide));
});

/** Calls back for each command and action, with the words that lead to it. */
async function forEachAction(visit: (words: readonly string[], action: Action) => void): Promise<void> {
  const walk = (words: readonly string[], action: Action) => {
    visit(words, action);
    for (const [name, nested] of Object.entries(action.actions ?? {})) walk([...words, name], nested);
  };
  for (const name of Object.values(GROUPS).flat()) {
    if (OTHER_COMMANDS.some((other) => other === name)) continue;
    const command = await loadCommand(name);
    expect(command, name).not.toBeNull();
    if (command !== null) walk([name], command);
  }
}

it("describes every command, action and option in each language", async () => {
  for (const language of ["en", "zh-CN"] as const) {
    const help = await loadCommandHelp(language, []);
    await forEachAction((words, action) => {
      const described = describeAction(words, action, help);
      expect(described.summary, words.join(" ")).not.toBe("");
      for (const [, description] of described.options) expect(description).not.toBe("");
    });
  }
});

it("shows an example of every command", async () => {
  await forEachAction((words, { examples = [] }) => {
    if (words.length === 1) expect(examples.length, words[0]).toBeGreaterThan(0);
    for (const example of examples) expect(example).toContain("recollect ");
  });
});

/** The command lines of the guide, in its order, each once. */
function examplesOfGuide(): readonly string[] {
  const blocks = [...readFileSync(GUIDE, "utf8").matchAll(/^```sh\n([\s\S]*?)^```$/gm)].map(([, block = ""]) => block);
  const lines = blocks.flatMap((block) => block.split("\n"));
  return [...new Set(lines.filter((line) => /^(?!#|alias|npm ).*\brecollect /.test(line)))];
}

/** Splits a command line without pipes, variables and substitutions. */
function wordsOf(line: string): readonly string[] {
  return [...line.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? "",
  );
}

function memory(end: string, changes: object) {
  return JSON.stringify({
    ...{ id: `01ARZ3NDEKTSV4RRFF${end}`, namespace: "context", domain: "acme/web", tags: ["deploy"], source: null },
    ...{ client: { name: "cursor", version: "1.0" }, createdAt: "2026-01-02T03:04:05.678Z", deletedAt: null },
    ...{ updatedAt: "2026-01-02T03:04:05.678Z", revision: 1, pinned: false, supersededBy: null, recallCount: 0 },
    ...{ recalledAt: null, content: `The deploy window, ${end}`, ...changes },
  });
}

/** An application with everything that the examples name. */
async function openFixture() {
  const commandLine = await openServedCommandLine();
  const { run, inWindow, folder } = commandLine;
  const memories = [
    memory("K3NCCX12", {}),
    memory("4QH7M2ZD", { pinned: true }),
    memory("0000AAAA", { domain: "acme/shop-old" }),
    memory("0000BBBB", { domain: "acme/shop" }),
  ];
  await run(["import", "-"], { input: memories.join("\n") });
  await run(["import", "-", "--inbox"], { input: memory("9TB6W3QF", {}) });
  await run(["namespaces", "add", "todo"]);
  await inWindow("clients.updateGrant", { subject: "cursor", access: "write" });
  await inWindow("servers.add", {
    name: "files",
    transport: { kind: "stdio", command: process.execPath, args: [SERVER, folder], cwd: null, env: {}, inherit: [] },
    secrets: {},
  });
  await run(["backup", "now"]);
  writeFileSync(path.join(folder, "memories.jsonl"), memories.join("\n"));
  return commandLine;
}

it.skipIf(process.platform === "win32")("runs every example of the guide", { timeout: 300_000 }, async () => {
  const { run, folder } = await openFixture();
  const bin = path.join(folder, "bin");
  mkdirSync(bin);
  writeFileSync(path.join(bin, "recollect"), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND_LINE_ENTRY}' "$@"\n`);
  chmodSync(path.join(bin, "recollect"), 0o755);
  const env = { RECOLLECT_EDITOR: "true", SHELL: "/bin/bash" };
  const examples = examplesOfGuide();
  expect(examples.length).toBeGreaterThan(80);
  for (const example of examples) {
    if (/[|$>]/.test(example)) {
      const script = `cd '${folder}' && git init -q . && git -c user.name=a -c user.email=a@b commit -q --allow-empty -m 'Use ${example.length}'; ${example.replaceAll("jq -r .content", "cat")}`;
      const shellEnv = { ...process.env, ...env, PATH: `${bin}:${process.env.PATH}`, HOME: folder };
      await promisify(execFile)("/bin/bash", ["-o", "pipefail", "-c", script], {
        env: { ...shellEnv, RECOLLECT_DATA_DIR: path.join(folder, "data"), RECOLLECT_PROJECT: "" },
      });
      continue;
    }
    const { code, errors } = await run(wordsOf(example).slice(1), { env, input: example.endsWith(" -") ? "Text" : "" });
    expect({ example, code, errors: code === 0 ? "" : errors }).toEqual({ example, code: 0, errors: "" });
  }
});

it("prints JSON in the documented forms", { timeout: 300_000 }, async () => {
  const { run } = await openFixture();
  await run(["pin", "K3NCCX12"]);
  await run(["add", "A memory of today"]);
  for (const [line, shape] of Object.entries(RESULTS)) {
    const words = line === "show" ? ["show", "K3NCCX12"] : line === "search" ? ["search", "deploy"] : line.split(" ");
    const { out, errors } = await run([...words, "--json"]);
    expect(out, `${line}: ${errors}`).not.toBe("");
    expect({ line, problem: findMismatch(JSON.parse(out), shape) }).toEqual({ line, problem: null });
  }
  const failed = await run(["show", "01ARZ3NDEKTSV4RRFFQ69G5FAV", "--json"]);
  expect(findMismatch(JSON.parse(failed.errors), "Error")).toBeNull();
  // The check itself finds a wrong form.
  expect(findMismatch({ memories: [{}] }, RESULTS.list ?? "")).toBe("$.memories[0] is not Memory");
});
