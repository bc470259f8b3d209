import { spawnSync } from "node:child_process";
import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { readEndpoint, readLiveEndpoint, removeEndpoint, writeEndpoint } from "./endpoint-file.ts";
import { processStart } from "./process-state.ts";

let folder: string;
let file: string;
const endpoint = { url: "http://127.0.0.1:7325/mcp", port: 7325, pid: process.pid, token: "t", version: "1.0.0" };

beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-endpoint-"));
  file = path.join(folder, "endpoint.json");
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

describe("the endpoint file", () => {
  it("is written with mode 0600 and without a temporary file left behind", () => {
    writeEndpoint(file, endpoint);
    expect(readEndpoint(file)).toEqual(endpoint);
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
    expect(readLiveEndpoint(file)).toEqual(endpoint);
    const live = { ...endpoint, processStart: processStart(process.pid) };
    writeEndpoint(file, live);
    expect(readLiveEndpoint(file)).toEqual(live);
    writeEndpoint(file, { ...endpoint, processStart: "of another process with this id" });
    expect(readLiveEndpoint(file)).toBeNull();
  });

  it("is removed only by the process that wrote it", () => {
    writeEndpoint(file, endpoint);
    removeEndpoint(file, process.pid + 1);
    expect(readEndpoint(file)).toEqual(endpoint);
    removeEndpoint(file, process.pid);
    expect(readEndpoint(file)).toBeNull();
  });
});
