import { cp, mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, onTestFinished } from "vitest";
import { EMPTY_STATE } from "../../core/memory-fields.ts";
import type { Clock, Logger, NewMemory } from "../../core/ports.ts";
import { analyseForIndex } from "../../core/text-analysis.ts";
import { createVectorScan } from "../../search/vectors/vector-scan.ts";
import { type OpenedStore, type OpenMemoryStoreOptions, openMemoryStore } from "../open-memory-store.ts";

/** The time of the tests' clock. */
export const START = Date.UTC(2026, 0, 31, 12);

export const SILENT: Logger = { debug() {}, info() {}, warn() {}, error() {} };

/** A folder that is deleted after the test. */
export async function temporaryFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "recollect-store-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  return folder;
}

/**
 * A folder that the tests of a file fill once, because that takes longer than they do.
 * @returns makes a copy for a test, deleted after it
 */
export function sharedFolder(fill: (folder: string) => Promise<void>): () => Promise<string> {
  let filled: Promise<string> | null = null;
  afterAll(async () => {
    if (filled !== null) await rm(await filled, { recursive: true, force: true });
  });
  return async () => {
    filled ??= mkdtemp(join(tmpdir(), "recollect-shared-")).then(async (folder) => {
      await fill(folder);
      return folder;
    });
    const copy = await temporaryFolder();
    await cp(await filled, copy, { recursive: true });
    return copy;
  };
}

/** The options for a store in this folder. */
export function optionsIn(folder: string): OpenMemoryStoreOptions {
  return {
    path: join(folder, "memories.sqlite"),
    backupFolder: join(folder, "backups"),
    analyse: analyseForIndex,
    createScan: createVectorScan,
    clock: { now: () => START },
    logger: SILENT,
  };
}

let emptyDatabase: Promise<Buffer> | null = null;

/** Writes a database without memories into a folder that is empty or missing. To create one takes longer than most tests. */
export async function fillEmptyFolder(folder: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  if ((await readdir(folder)).length > 0) return;
  emptyDatabase ??= createEmptyDatabase();
  await writeFile(optionsIn(folder).path, await emptyDatabase, { mode: 0o600, flag: "wx" });
}

async function createEmptyDatabase(): Promise<Buffer> {
  const folder = await mkdtemp(join(tmpdir(), "recollect-empty-"));
  const options = optionsIn(folder);
  await (await openMemoryStore(options)).close();
  const file = await readFile(options.path);
  await rm(folder, { recursive: true });
  return file;
}

/** A store on a real file, closed after the test. */
export async function openTestStore(folder?: string, clock?: Clock): Promise<OpenedStore> {
  const own = folder ?? (await temporaryFolder());
  await fillEmptyFolder(own);
  const options = optionsIn(own);
  const store = await openMemoryStore(clock === undefined ? options : { ...options, clock });
  onTestFinished(() => store.close());
  return store;
}

/** A valid ULID that increases with the number. */
export function idAt(number: number): string {
  return `01${number.toString(10).padStart(24, "0")}`;
}

/** The number of an id from {@link idAt}. */
export function numberOf(id: string): number {
  return Number(id.slice(2));
}

/** A memory whose id, content and time are derived from the number. */
export function memoryAt(number: number, fields: Partial<NewMemory> = {}): NewMemory {
  return {
    ...EMPTY_STATE,
    id: idAt(number),
    content: `memory number ${number}`,
    namespace: "context",
    domain: "user",
    client: { name: "claude-code", version: "2.1" },
    sessionId: null,
    pinned: false,
    createdAt: START + number * 1_000,
    supersedes: null,
    ...fields,
  };
}
