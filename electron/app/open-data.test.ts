import { cp, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";
import { WORKERS } from "../../tests/testing/entries.ts";
import { OWNER } from "../core/caller.ts";
import { createEvents } from "../core/events.ts";
import type { IndexStatus } from "../core/memory-service.ts";
import type { Logger } from "../core/ports.ts";
import { openSettings } from "../platform/config.ts";
import { dataFiles } from "../platform/paths.ts";
import { resourcePaths } from "../platform/resources.ts";
import { createShutdown, type Shutdown } from "../platform/shutdown.ts";
import { createFileSecrets } from "../secrets/file-secrets.ts";
import { damageOf } from "../store/lifecycle/damage.ts";
import { damagePages } from "../store/testing/damage-file.ts";
import { type Data, openData } from "./open-data.ts";

const quiet: Logger = { debug: () => {}, info: () => {}, warn: () => {}, error: () => {} };
const clock = { now: () => Date.now() };
let folder: string;
/** A copy of the built-in model, to be harmed. */
let modelFolder: string;
let shutdown: Shutdown;

beforeAll(async () => {
  await buildModel();
});
beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recollect-model-"));
  modelFolder = path.join(folder, "model");
  await cp(MODEL_FOLDER, modelFolder, { recursive: true });
  shutdown = createShutdown(quiet, 5000);
});
afterEach(async () => {
  await shutdown.run();
  await rm(folder, { recursive: true, force: true });
});

/** Opens a data folder with three memories. */
async function open(model?: Record<string, unknown> & { kind: string }): Promise<Data> {
  const data = await openFolder(model);
  for (const content of [
    "We keep captures durable with WAL.",
    "The staging key rotates on Mondays.",
    "Ships on Friday.",
  ])
    await data.service.capture(OWNER, { content, domain: "user" });
  return data;
}

async function openFolder(model: Record<string, unknown> & { kind: string } = { kind: "bundled" }): Promise<Data> {
  const files = dataFiles(folder);
  const settings = openSettings({ file: files.settings, env: {}, clock, logger: quiet });
  settings.update({ model });
  const resources = resourcePaths(folder);
  return await openData({
    dataVersion: { isFirstStart: false, confirm: () => undefined },
    options: {
      version: "1.2.3",
      files,
      env: {},
      ifDamaged: "ask",
      resources: {
        ...resources,
        model: modelFolder,
        ...WORKERS,
      },
    },
    settings,
    secrets: createFileSecrets(folder),
    clock,
    events: createEvents((error) => {
      throw error;
    }),
    logger: quiet,
    shutdown,
  });
}

async function vectors({ service }: Data): Promise<IndexStatus["vectors"]> {
  return (await service.status(OWNER)).index.vectors;
}

/** The contents that a search finds, without waiting for the model. */
async function find({ service }: Data, query: string): Promise<string[]> {
  const { items } = await service.search(OWNER, { query, domain: "_" });
  return items.map(({ memory }) => memory.content);
}

async function expectFailed(data: Data, message: RegExp): Promise<void> {
  await expect
    .poll(() => vectors(data))
    .toMatchObject({
      state: "failed",
      ready: 0,
      message: expect.stringMatching(message),
    });
  expect(await find(data, "staging key")).toContain("The staging key rotates on Mondays.");
}

async function expectRecovered(data: Data): Promise<void> {
  await data.model.retry();
  await expect.poll(() => vectors(data)).toMatchObject({ state: "ready", ready: 3, pending: 0 });
}

describe("search with a damaged built-in model", () => {
  it("reports that its folder is missing, finds by text, and recovers without a restart", async () => {
    await rename(modelFolder, `${modelFolder}.away`);
    const data = await open();
    await expectFailed(data, /folder .*model, does not exist\. Reinstall Recollect, or choose another model/);
    await rename(`${modelFolder}.away`, modelFolder);
    await expectRecovered(data);
  });

  it("reports that a file is missing, finds by text, and recovers without a restart", async () => {
    await rename(path.join(modelFolder, "tokenizer.json"), path.join(folder, "tokenizer.json"));
    const data = await open();
    await expectFailed(data, /tokenizer\.json is missing from .*Reinstall Recollect/);
    await rename(path.join(folder, "tokenizer.json"), path.join(modelFolder, "tokenizer.json"));
    await expectRecovered(data);
  });

  it("reports a truncated file, finds by text, and recovers without a restart", async () => {
    const weights = path.join(modelFolder, "model.onnx.data");
    await truncate(weights, 1000);
    const data = await open();
    await expectFailed(data, /damaged: .*model\.onnx\.data cannot be used\. Reinstall Recollect/);
    await cp(path.join(MODEL_FOLDER, "model.onnx.data"), weights);
    await expectRecovered(data);
  });

  it("reports a file with another hash", async () => {
    await writeFile(path.join(modelFolder, "tokenizer.json"), "{}");
    await expectFailed(await open(), /damaged: .*tokenizer\.json cannot be used/);
  });
});

describe("a database that was damaged while the application did not run", () => {
  /** Stores many memories, stops cleanly, and destroys a page. */
  async function damageFolder(table: string): Promise<void> {
    const { service } = await openFolder();
    for (let number = 0; number < 60; number++) {
      const content = `memory ${number} ${`word${number} `.repeat(120)}`;
      await service.capture(OWNER, { content, domain: "user" });
    }
    await shutdown.run();
    shutdown = createShutdown(quiet, 5000);
    damagePages(dataFiles(folder).memories, table);
  }

  it("is reported by an alert and the status once a query meets it, and offers the backup at the next start", async () => {
    await damageFolder("contents");
    const data = await openFolder();
    expect(data.storageAlerts()).toEqual([]);
    await expect(data.service.list(OWNER, { limit: 200 })).rejects.toMatchObject({ code: "storage" });
    expect(data.storageAlerts()).toMatchObject([{ details: { reason: "damaged_in_part" } }]);
    expect((await data.service.status(OWNER)).damage).toMatch(/malformed/);
    await shutdown.run();
    shutdown = createShutdown(quiet, 5000);
    const error = await openFolder().catch((thrown: unknown) => thrown);
    expect(damageOf(error)).toMatchObject({ path: dataFiles(folder).memories });
  });

  it("is repaired if only an index is damaged, and an alert says so", async () => {
    await damageFolder("memories_by_created");
    const data = await openFolder();
    expect((await data.service.list(OWNER, { limit: 200 })).items).toHaveLength(60);
    await data.service.capture(OWNER, { content: "Captured after the repair.", domain: "user" });
    expect(data.storageAlerts()).toMatchObject([{ details: { reason: "indexes_rebuilt" } }]);
    expect((await data.service.status(OWNER)).damage).toBeNull();
  });
});

describe("search with a missing model folder", () => {
  it("reports the missing folder, and uses the same vectors again once the folder is restored", async () => {
    const own = path.join(folder, "own");
    await cp(modelFolder, own, { recursive: true });
    const chosen = { kind: "folder", folder: own };
    const first = await open(chosen);
    await expect.poll(() => vectors(first)).toMatchObject({ ready: 3, pending: 0 });
    await shutdown.run();

    await rename(own, `${own}.away`);
    shutdown = createShutdown(quiet, 5000);
    const second = await open(chosen);
    await expectFailed(second, /folder .*own, does not exist\. Restore the files, or choose another model/);
    await rename(`${own}.away`, own);
    await second.model.retry();
    // Immediately: nothing is re-embedded.
    expect(await vectors(second)).toMatchObject({ ready: 3, pending: 0 });
  });

  it("allows the built-in model to be chosen instead", async () => {
    const data = await open({ kind: "folder", folder: path.join(folder, "nowhere") });
    await expectFailed(data, /nowhere, does not exist/);
    await data.model.choose({ source: { kind: "bundled" } }, false);
    await expect.poll(() => vectors(data)).toMatchObject({ state: "ready", ready: 3 });
  });
});
