import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, afterEach, beforeAll, beforeEach } from "vitest";
import type { Transport } from "../../core/client-connection.ts";
import { SILENT } from "../../store/testing/open-store.ts";
import type { RecollectError } from "../../text/errors.ts";
import type { ConnectClient, Machine } from "../client.ts";
import { Connections } from "../install/connections.ts";
import type { Planner } from "../install/planner.ts";
import { CLIENTS } from "../registry.ts";

const programs = path.join(tmpdir(), `re collect ${process.pid}`);
export const SHIM = {
  command: path.join(programs, "recollect"),
  args: [path.join(programs, "shim.mjs")],
  env: { A: "b" },
};

/** The home folder, address and token of the current test, which may change them. */
export const here = { home: "", url: "", token: "", now: 0 };

/** Gives each test of the calling file a home folder, and the programs of {@link SHIM}. Files share this module. */
export function giveHome(): void {
  beforeAll(() => {
    mkdirSync(programs, { recursive: true });
    for (const file of [SHIM.command, ...SHIM.args]) writeFileSync(file, "");
  });
  afterAll(() => rmSync(programs, { recursive: true, force: true }));
  beforeEach(() => {
    here.home = mkdtempSync(path.join(tmpdir(), "recollect-install-"));
    reported.length = 0;
    here.now = Date.UTC(2026, 10, 21);
    here.url = "http://127.0.0.1:7325/mcp";
    here.token = "secret-1";
  });
  afterEach(() => rmSync(here.home, { recursive: true, force: true }));
}

export const machine = (): Machine => ({
  platform: "linux",
  home: here.home,
  env: { PATH: path.join(here.home, "bin") },
});

export const backupFolder = () => path.join(here.home, "data", "replaced-files");

/** The problems of files that were reported in the current test. */
export const reported: RecollectError[] = [];

/** Connections for the test's home folder. */
export function connections(planner?: Planner): Connections {
  let plans = 0;
  return new Connections({
    ...machine(),
    url: () => here.url,
    tokenFor: async (id) => `${here.token}-${id}`,
    shim: SHIM,
    registryFile: path.join(here.home, "data", "connections.json"),
    backupFolder: backupFolder(),
    clock: { now: () => here.now++ },
    logger: SILENT,
    report: (error) => reported.push(error),
    newId: () => `plan-${++plans}`,
    ...(planner === undefined ? {} : { planner }),
  });
}

function findClient(id: string): ConnectClient {
  const client = CLIENTS.find((each) => each.id === id);
  if (client === undefined) throw new Error(`no client ${id}`);
  return client;
}

/** The user file of a client. */
export function fileOf(id: string): string {
  const [file] = findClient(id).userFiles(machine());
  if (file === undefined) throw new Error(`${id} has no file`);
  return file;
}

export function write(file: string, content: string | Buffer, mode?: number): string {
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, content);
  if (mode !== undefined) chmodSync(file, mode);
  return file;
}

export const read = (file: string) => readFileSync(file, "utf8");
export const user = (clientId: string, transport: Transport = "stdio") =>
  ({ clientId, scope: "user", transport }) as const;
