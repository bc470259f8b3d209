import { readFileSync, rmSync, statSync, writeFileSync } from "node:fs";
import http from "node:http";
import path from "node:path";
import { text } from "node:stream/consumers";
import { describe, expect, it } from "vitest";
import type { Endpoint } from "../../platform/endpoint-file.ts";
import {
  COMMAND_PATH,
  type CommandRequest,
  runsInApplication,
  sentVariables,
} from "../../window-api/command-request.ts";
import { openServedCommandLine, type ServedCommandLine } from "../testing/command-line.ts";

/** The application runs commands for its own time zone only. */
const ZONE = process.env.TZ === undefined ? {} : { TZ: process.env.TZ };
const SCREEN = { isTTY: true, columns: 60, rows: 2 };
const PIPE = { isTTY: false };

function readEndpoint({ folder }: ServedCommandLine): Endpoint {
  return JSON.parse(readFileSync(path.join(folder, "data", "endpoint.json"), "utf8")) as Endpoint;
}

/** Sends a command line to the application's socket. */
function ask(
  commandLine: ServedCommandLine,
  asked: Partial<CommandRequest>,
  token = readEndpoint(commandLine).token,
): Promise<{ readonly status: number | undefined; readonly answer: unknown }> {
  const { socket, port } = readEndpoint(commandLine);
  const { folder } = commandLine;
  const env = { ...ZONE, ...asked.env };
  const body = { args: [], input: "", folder, home: folder, stdout: PIPE, stderr: PIPE, ...asked, env };
  return new Promise((resolve, reject) => {
    const headers = { host: `127.0.0.1:${port}`, authorization: `Bearer ${token}`, "content-type": "application/json" };
    const request = http.request({ socketPath: socket, path: COMMAND_PATH, method: "POST", headers });
    request.once("error", reject).once("response", (response) => {
      text(response).then((answer) => resolve({ status: response.statusCode, answer: JSON.parse(answer) }), reject);
    });
    request.end(JSON.stringify(body));
  });
}

async function withMemories(): Promise<ServedCommandLine & { readonly id: string }> {
  const commandLine = await openServedCommandLine();
  const { memory } = await commandLine.json<{ memory: { id: string } }>([
    "add",
    "The deploy window is 14:00",
    "-d",
    "user",
  ]);
  await commandLine.run(["add", "The parser is nom", "-d", "user"]);
  return { ...commandLine, id: memory.id };
}

it("asks for commands that only read, and for no others", () => {
  expect(runsInApplication(["search", "deploy"])).toBe(true);
  expect(runsInApplication(["completion", "words", "sh"])).toBe(true);
  expect(runsInApplication(["completion", "bash", "--install"])).toBe(false);
  for (const command of ["add", "edit", "delete", "export", "settings", "open", "doctor"]) {
    expect(runsInApplication([command]), command).toBe(false);
  }
});

it("sends the variables that change the output, and no others", () => {
  const env = {
    LANG: "de_DE.UTF-8",
    NO_COLOR: "1",
    RECOLLECT_PROJECT: "a/b",
    AWS_SECRET_ACCESS_KEY: "x",
    PATH: "/bin",
  };
  expect(sentVariables(env)).toEqual({ LANG: "de_DE.UTF-8", NO_COLOR: "1", RECOLLECT_PROJECT: "a/b" });
});

describe.skipIf(process.platform === "win32")("a command that the application runs", { timeout: 300_000 }, () => {
  it("prints the same and ends with the same code as in a process of its own", async () => {
    const { run, runProcess, id } = await withMemories();
    const commands = [
      ["search", "deploy"],
      ["search", "deploy", "--json"],
      ["search", "deploy", "--color=always"],
      ["list", "--all", "--limit", "1"],
      ["show", id],
      ["show", "ABSENT99"],
      ["show", "ABSENT99", "--json"],
      ["search", "--limit", "many", "deploy"],
      ["search", "--help"],
      ["completion", "words", "show", ""],
    ];
    for (const command of commands) expect(await runProcess(command), command.join(" ")).toEqual(await run(command));
  });

  it("prints all of an output that is larger than a pipe", async () => {
    const { inWindow, run, runProcess } = await openServedCommandLine();
    for (let number = 0; number < 8; number += 1) {
      await inWindow("memories.capture", { content: `${number} ${"deploy window. ".repeat(3_000)}`, domain: "user" });
    }
    const printed = await runProcess(["list", "--all", "--json"]);
    expect(printed.out.length).toBeGreaterThan(300_000);
    expect(printed).toEqual(await run(["list", "--all", "--json"]));
  });

  it("leaves long text on a terminal to the owner's pager", async () => {
    const commandLine = await withMemories();
    const { answer } = await ask(commandLine, { args: ["search", "deploy", "parser"], stdout: SCREEN });
    expect(answer).toMatchObject({ code: 0, output: [["pager", expect.stringContaining("deploy window")]] });
  });

  it("writes errors to standard error in the width and language of the asking terminal", async () => {
    const commandLine = await withMemories();
    const { answer } = await ask(commandLine, { args: ["show", "ABSENT99"], env: { LANG: "zh_CN.UTF-8" } });
    expect(answer).toEqual({ code: 4, output: [["stderr", expect.stringMatching(/^recollect: .*记忆/)]] });
  });

  it("knows the project of the folder that asks", async () => {
    const commandLine = await openServedCommandLine();
    await commandLine.run(["add", "We use pnpm", "-d", "owner/repo"]);
    await commandLine.run(["add", "We use npm", "-d", "other/repo"]);
    const { answer } = await ask(commandLine, {
      args: ["list", "--format", "{title}"],
      env: { RECOLLECT_PROJECT: "owner/repo" },
    });
    expect(answer).toEqual({ code: 0, output: [["stdout", "We use pnpm\n"]] });
  });

  it("is refused without the owner's token", async () => {
    const commandLine = await withMemories();
    expect(await ask(commandLine, { args: ["list"] }, "wrong")).toMatchObject({ status: 401 });
  });

  it.each([
    [{ args: ["delete", "--all"] }],
    [{ args: ["list"], env: { TZ: "Pacific/Auckland" } }],
    [{ args: ["list"], folder: 7 as unknown as string }],
  ])("is left to the command line if the application cannot run it: %j", async (asked) => {
    const commandLine = await withMemories();
    expect(await ask(commandLine, asked)).toEqual({ status: 200, answer: null });
  });
});

describe.skipIf(process.platform === "win32")("the application's socket", { timeout: 300_000 }, () => {
  it("can only be opened by the owner", async () => {
    const { socket = "" } = readEndpoint(await openServedCommandLine());
    expect(statSync(socket).mode & 0o777).toBe(0o600);
  });

  it.each(["missing", "a file"])("is replaced by the port if it is %s", async (state) => {
    const commandLine = await withMemories();
    const { socket = "" } = readEndpoint(commandLine);
    rmSync(socket);
    if (state === "a file") writeFileSync(socket, "");
    const { out, code } = await commandLine.runProcess(["search", "deploy"]);
    expect([out, code]).toEqual([expect.stringContaining("deploy window"), 0]);
  });
});
