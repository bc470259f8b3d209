import { mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { buildModel } from "./build-model.ts";

let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(path.join(tmpdir(), "recollect-model-"));
});

afterEach(async () => {
  await rm(folder, { recursive: true, force: true });
});

it("builds the model with its licence, and rebuilds it only when a file differs", async () => {
  const model = path.join(folder, "model");
  expect(await buildModel(model)).toBe(true);
  expect(await buildModel(model)).toBe(false);
  expect(String(await readFile(path.join(model, "LICENSE")))).toContain("Apache License");
  expect(String(await readFile(path.join(model, "NOTICE.md")))).toContain("all-MiniLM-L6-v2");
  await writeFile(path.join(model, "tokenizer.json"), "{}");
  expect(await buildModel(model)).toBe(true);
});
