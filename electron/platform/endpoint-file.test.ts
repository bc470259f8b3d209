import { spawnSync } from "node:child_process";
import { chmodSync, chownSync, mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { pathToFileURL } from "node:url";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEndpoint, readLiveEndpoint, removeEndpoint, writeEndpoint } from "./endpoint-file.ts";
import { processStart } from "./process-state.ts";

let folder: string;
let file: string;
const endpoint = { url: "http://127.0.0.1:7325/mcp", port: 7325, pid: process.pid, token: "t", version: "1.0.0" };

/** Whether this is root, and others can run the installed Node. */
const canRunAsAnother =
  process.getuid?.() === 0 &&
  spawnSync(process.execPath, ["-e", `require("node:fs").readdirSync(${JSON.stringify(import.meta.dirname)})`], {
    uid: 65_534,
    cwd: "/",
  }).status === 0;

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-endpoint-"));
  file = path.join(folder, "endpoint.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the endpoint file", () => {
  it.runIf(canRunAsAnother)("of another user is not used, except by root", () => {
    writeEndpoint(file, endpoint);
    for (const each of [folder, file]) chownSync(each, 65_534, 65_534);
    const module = pathToFileURL(path.join(import.meta.dirname, "endpoint-file.ts")).href;
    const code = `const { readEndpoint } = await import(${JSON.stringify(module)}); console.log(readEndpoint(${JSON.stringify(file)}) === null)`;
    const readAs = (uid: number) =>
      spawnSync(process.execPath, ["--input-type=module", "-e", code], {
        uid,
        cwd: "/",
        encoding: "utf8",
      }).stdout.trim();
    expect(readAs(0)).toBe("false");
    expect(readAs(65_534)).toBe("false");
    chownSync(file, 0, 0);
    chmodSync(file, 0o644);
    expect(readAs(65_534)).toBe("true");
  });

  it("is written with mode 0600 and without a temporary file left behind", () => {
    writeEndpoint(file, endpoint);
    expect(readEndpoint(file)).toMatchObject(endpoint);
    expect(readdirSync(folder)).toEqual(["endpoint.json"]);
    if (process.platform !== "win32") expect(statSync(file).mode & 0o777).toBe(0o600);
  });

  it("is null when it is missing, damaged or incomplete", () => {
    expect(readEndpoint(file)).toBeNull();
    writeFileSync(file, "{");
    expect(readEndpoint(file)).toBeNull();
    writeFileSync(file, JSON.stringify({ ...endpoint, pid: "12" }));
    expect(readEndpoint(file)).toBeNull();
  });

  it("is stale once its process has ended", () => {
    const gone = spawnSync(process.execPath, ["-e", ""]).pid;
    writeEndpoint(file, { ...endpoint, pid: gone });
    expect(readEndpoint(file)?.pid).toBe(gone);
    expect(readLiveEndpoint(file)).toBeNull();
    writeEndpoint(file, endpoint);
    expect(readLiveEndpoint(file)).toMatchObject(endpoint);
    const live = { ...endpoint, processStart: processStart(process.pid) };
    writeEndpoint(file, live);
    expect(readLiveEndpoint(file)).toMatchObject(live);
    writeEndpoint(file, { ...endpoint, processStart: "of another process with this id" });
    expect(readLiveEndpoint(file)).toBeNull();
  });

  it("is removed only by the process that wrote it", () => {
    writeEndpoint(file, endpoint);
    removeEndpoint(file, process.pid + 1);
    expect(readEndpoint(file)).toMatchObject(endpoint);
    removeEndpoint(file, process.pid);
    expect(readEndpoint(file)).toBeNull();
  });
});
