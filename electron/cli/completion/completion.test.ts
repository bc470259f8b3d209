import { execFile } from "node:child_process";
import { chmodSync, existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { promisify } from "node:util";
import { describe, expect, it } from "vitest";
import { COMMAND_LINE_ENTRY } from "../../../tests/testing/entries.ts";
import type { Memory } from "../../core/memory.ts";
import { openCommandLine, openServedCommandLine } from "../testing/command-line.ts";
import { completionScript, SHELLS } from "./scripts.ts";

const valuesOf = (out: string) =>
  out
    .split("\n")
    .filter(Boolean)
    .map((line) => line.split("\t")[0]);

describe("recollect completion words", () => {
  it("completes commands, actions, options and choices without an application", async () => {
    const { run } = openCommandLine();
    const words = async (...args: string[]) => valuesOf((await run(["completion", "words", "--", ...args])).out);
    expect(await words("se")).toEqual(["setup", "search", "servers", "settings", "serve"]);
    expect(await words("servers", "re")).toEqual(["remove", "return", "restart"]);
    expect(await words("list", "--tr")).toEqual(["--trash"]);
    expect(await words("list", "--dom")).toEqual([]);
    expect(await words("search", "x", "--mode", "")).toEqual(["hybrid", "text", "vector"]);
    expect(await words("connect", "claude-")).toEqual(["claude-code", "claude-desktop"]);
    expect(await words("import", "")).toEqual([":files"]);
    expect(await words("settings", "get", "t")).toEqual(["theme"]);
    expect(await words("help", "exp")).toEqual(["export"]);
    expect(await words("show", "")).toEqual([]);
    expect(await words("no-such-command", "")).toEqual([]);
  });

  it("completes projects, namespaces, ids and tokens of the application, also with former names", async () => {
    const { run, json, inWindow } = await openServedCommandLine();
    const { memory } = await json<{ memory: Memory }>(["add", "Deploys run on Fridays", "-p", "acme/web"]);
    await inWindow("clients.createToken", {
      ...{ name: "nightly", access: "write", domains: null, namespaces: null, expiresAt: null },
    });
    const words = async (...args: string[]) => (await run(["completion", "words", "--", ...args])).out;
    const id = memory.id.slice(-8);
    expect(await words("show", "")).toBe(`${id}\tDeploys run on Fridays\n`);
    expect(valuesOf(await words("show", id.slice(0, 3).toLowerCase()))).toEqual([id]);
    expect(await words("delete", id, "")).toBe("");
    expect(valuesOf(await words("list", "--project", "acme"))).toEqual(["acme/web"]);
    expect(valuesOf(await words("list", "-p", "acme"))).toEqual(["acme/web"]);
    expect(valuesOf(await words("domains", "merge", ""))).toEqual(["acme/web", "user"]);
    expect(valuesOf(await words("capture", "-n", "dec"))).toEqual(["decisions"]);
    expect(valuesOf(await words("clients", "pause", ""))).toContain("nightly");
    expect(valuesOf(await words("clients", "access", "nightly", ""))).toEqual(["read", "propose", "write"]);
    expect(valuesOf(await words("restore", ""))).toEqual([]);
    await run(["delete", id]);
    expect(valuesOf(await words("restore", ""))).toEqual([id]);
  });
});

it("installs the completion of each shell once, and removes it without other changes", async () => {
  for (const shell of SHELLS) {
    const { run, folder } = openCommandLine();
    const startFile = path.join(folder, shell === "zsh" ? ".zshrc" : ".bashrc");
    const own = "alias ll='ls -l'\n";
    if (shell === "zsh" || shell === "bash") writeFileSync(startFile, own);
    expect((await run(["completion", shell, "--install", "--dry-run"])).errors).toContain("Would write");
    expect((await run(["completion", shell, "--install"])).code).toBe(0);
    const { errors } = await run(["completion", shell, "--install"]);
    const [, changed = ""] = / is in (.+)\. New shells use it\./.exec(errors) ?? [];
    expect(readFileSync(changed, "utf8").match(/recollect completion$/gm) ?? []).toHaveLength(shell === "fish" ? 0 : 1);
    await run(["completion", shell, "--remove"]);
    expect(existsSync(changed)).toBe(shell === "zsh" || shell === "bash");
    if (existsSync(changed)) expect(readFileSync(changed, "utf8")).toBe(own);
  }
});

it("names the shells if it does not know the shell", async () => {
  const { run } = openCommandLine();
  expect(await run(["completion"], { env: { SHELL: "/bin/tcsh" } })).toMatchObject({
    code: 2,
    errors: expect.stringContaining("bash, zsh, fish, powershell"),
  });
  expect((await run(["completion"], { env: { SHELL: "/bin/zsh" } })).out).toContain("#compdef recollect");
});

/** Runs a script in a real shell, with the completion and this command line. */
async function inShell(shell: string, args: readonly string[], folder: string, script: string): Promise<string> {
  const bin = path.join(folder, "bin");
  mkdirSync(bin, { recursive: true });
  writeFileSync(path.join(bin, "recollect"), `#!/bin/sh\nexec '${process.execPath}' '${COMMAND_LINE_ENTRY}' "$@"\n`);
  chmodSync(path.join(bin, "recollect"), 0o755);
  const { stdout } = await promisify(execFile)(shell, [...args, script], {
    env: {
      PATH: `${bin}:${process.env.PATH}`,
      HOME: folder,
      TERM: "dumb",
      RECOLLECT_DATA_DIR: path.join(folder, "data"),
      RECOLLECT_PROJECT: "",
      NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE,
    },
  });
  return stdout;
}

const has = (shell: string) => existsSync(`/usr/bin/${shell}`) || existsSync(`/bin/${shell}`);

it.skipIf(!has("bash"))("completes in bash", async () => {
  const { json, folder } = await openServedCommandLine();
  const { memory } = await json<{ memory: Memory }>(["add", "Deploys run on Fridays", "-p", "acme/web shop"]);
  const script = completionScript("bash", ["recollect"]);
  const ask = (...words: string[]) =>
    `COMP_WORDS=(recollect ${words.map((word) => `'${word}'`).join(" ")}); COMP_CWORD=${words.length}; _recollect; printf '%s\\n' "\${COMPREPLY[@]}"`;
  const out = await inShell("bash", ["-c"], folder, `${script}\n${ask("show", "")}\n${ask("list", "--project", "ac")}`);
  expect(out).toBe(`${memory.id.slice(-8)}\nacme/web\\ shop\n`);
});

it.skipIf(!has("fish"))("completes in fish, with descriptions", async () => {
  const { json, folder } = await openServedCommandLine();
  const { memory } = await json<{ memory: Memory }>(["add", "Deploys run on Fridays", "-p", "acme/web"]);
  const file = path.join(folder, "recollect.fish");
  writeFileSync(file, completionScript("fish", ["recollect"]));
  const out = await inShell(
    "fish",
    ["-c"],
    folder,
    `source ${file}; complete --do-complete 'recollect show '; complete --do-complete 'recollect list --project ac'`,
  );
  expect(out.split("\n")).toEqual(expect.arrayContaining([`${memory.id.slice(-8)}\tDeploys run on Fridays`]));
  expect(out).toMatch(/^acme\/web/m);
});

it.skipIf(!has("zsh"))("completes in zsh", async () => {
  const { json, folder } = await openServedCommandLine();
  const { memory } = await json<{ memory: Memory }>(["add", "Deploys run on Fridays", "-p", "acme/web"]);
  const file = path.join(folder, "recollect.zsh");
  writeFileSync(file, completionScript("zsh", ["recollect"]));
  // The editor of zsh is not needed: compadd reports the candidates.
  const script = `
autoload -Uz compinit && compinit -u -D
source ${file}
compadd() { while (( $# > 1 )); do shift; done; print -l -- "\${(@P)1}" }
words=(recollect show ''); CURRENT=3; _recollect
words=(recollect list --project ac); CURRENT=4; _recollect`;
  const out = await inShell("zsh", ["-f", "-c"], folder, script);
  expect(out).toBe(`${memory.id.slice(-8)}\nacme/web\n`);
});
