import { cp, mkdtemp, rename, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeAll, beforeEach, describe, expect, it } from "vitest";
import { buildModel, MODEL_FOLDER } from "../scripts/build-model.ts";
import { OWNER } from "./core/caller.ts";
import { createEvents } from "./core/events.ts";
import type { IndexStatus } from "./core/memory-service.ts";
import type { Logger } from "./core/ports.ts";
import { type Data, openData } from "./open-data.ts";
import { openSettings } from "./platform/config.ts";
import { dataFiles } from "./platform/paths.ts";
import { resourcePaths } from "./platform/resources.ts";
import { createFileSecrets } from "./platform/secrets/file-secrets.ts";
import { createShutdown, type Shutdown } from "./platform/shutdown.ts";

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
async function open(model: Record<string, unknown> & { kind: string } = { kind: "bundled" }): Promise<Data> {
  const files = dataFiles(folder);
  const settings = openSettings({ file: files.settings, env: {}, clock, logger: quiet });
  settings.update({ model });
  const resources = resourcePaths(folder);
  const data = await openData({
    files,
    resources: {
      ...resources,
      model: modelFolder,
      embeddingWorker: path.join(import.meta.dirname, "search", "embedding", "worker.ts"),
      aggregateWorker: path.join(import.meta.dirname, "store", "aggregate-worker.ts"),
      requestLogWorker: path.join(import.meta.dirname, "requests", "log-worker.ts"),
    },
    settings,
    secrets: createFileSecrets(folder),
    env: {},
    ifDamaged: "ask",
    clock,
    events: createEvents((error) => {
      throw error;
    }),
    logger: quiet,
    shutdown,
  });
  for (const content of [
    "We keep captures durable with WAL.",
    "The staging key rotates on Mondays.",
    "Ships on Friday.",
  ])
    await data.memories.capture(OWNER, { content, domain: "user" });
  return data;
}

async function vectors({ memories }: Data): Promise<IndexStatus["vectors"]> {
  return (await memories.status(OWNER)).index.vectors;
}

/** What a search for meaning and words finds, without the wait for the model. */
async function find({ memories }: Data, query: string): Promise<string[]> {
  const { items } = await memories.search(OWNER, { query, domain: "_" });
  return items.map(({ memory }) => memory.content);
}

async function expectFailed(data: Data, message: RegExp): Promise<void> {
  await expect
    .poll(() => vectors(data), { timeout: 10_000 })
    .toMatchObject({
      state: "failed",
      ready: 0,
      message: expect.stringMatching(message),
    });
  expect(await find(data, "staging key")).toContain("The staging key rotates on Mondays.");
}

async function expectRecovered(data: Data): Promise<void> {
  await data.model.retry();
  await expect.poll(() => vectors(data), { timeout: 10_000 }).toMatchObject({ state: "ready", ready: 3, pending: 0 });
}

describe("search where the built-in model is harmed", () => {
  it("says that its folder is missing, finds by words, and recovers without a restart", async () => {
    await rename(modelFolder, `${modelFolder}.away`);
    const data = await open();
    await expectFailed(data, /folder .*model is not there\. Install Recollect again, or choose another model/);
    await rename(`${modelFolder}.away`, modelFolder);
    await expectRecovered(data);
  });

  it("says that a file is missing, finds by words, and recovers without a restart", async () => {
    await rename(path.join(modelFolder, "tokenizer.json"), path.join(folder, "tokenizer.json"));
    const data = await open();
    await expectFailed(data, /tokenizer\.json is missing from .*Install Recollect again/);
    await rename(path.join(folder, "tokenizer.json"), path.join(modelFolder, "tokenizer.json"));
    await expectRecovered(data);
  });

  it("says that a file was cut short, finds by words, and recovers without a restart", async () => {
    const weights = path.join(modelFolder, "model.onnx.data");
    await truncate(weights, 1000);
    const data = await open();
    await expectFailed(data, /damaged: .*model\.onnx\.data is not the file it should be\. Install Recollect again/);
    await cp(path.join(MODEL_FOLDER, "model.onnx.data"), weights);
    await expectRecovered(data);
  });

  it("says that a file is another, by its hash", async () => {
    await writeFile(path.join(modelFolder, "tokenizer.json"), "{}");
    await expectFailed(await open(), /damaged: .*tokenizer\.json is not the file it should be/);
  });
});

describe("search where a folder of the owner's is harmed", () => {
  it("says that it vanished and what to do, keeps its vectors, and goes on with them once it is back", async () => {
    const own = path.join(folder, "own");
    await cp(modelFolder, own, { recursive: true });
    const chosen = { kind: "folder", folder: own };
    const first = await open(chosen);
    await expect.poll(() => vectors(first), { timeout: 10_000 }).toMatchObject({ ready: 3, pending: 0 });
    await shutdown.run();

    await rename(own, `${own}.away`);
    shutdown = createShutdown(quiet, 5000);
    const second = await open(chosen);
    await expectFailed(second, /folder .*own is not there\. Put its files back, or choose another model/);
    await rename(`${own}.away`, own);
    await second.model.retry();
    // At once: nothing is read anew.
    expect(await vectors(second)).toMatchObject({ ready: 3, pending: 0 });
  });

  it("lets the owner take the built-in model instead", async () => {
    const data = await open({ kind: "folder", folder: path.join(folder, "nowhere") });
    await expectFailed(data, /nowhere is not there/);
    await data.model.choose({ source: { kind: "bundled" } }, false);
    await expect.poll(() => vectors(data), { timeout: 10_000 }).toMatchObject({ state: "ready", ready: 3 });
  });
});
