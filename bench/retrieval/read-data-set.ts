import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readCosqa } from "./cosqa.ts";
import type { DataSet } from "./data-set.ts";
import { isDevBench, readDevBench } from "./devbench.ts";
import { isLocomo, readLocomo } from "./locomo.ts";
import { isMessages, readMessages } from "./messages.ts";

/** Reads a benchmark, known by its shape: LoCoMo's or DevBench's file, a file of messages, or CoSQA's folder. */
export function readDataSet(path: string): DataSet {
  if (statSync(path).isDirectory()) {
    const functions = join(path, "code_idx_map.txt");
    const questions = readdirSync(path).find((name) => /^cosqa-retrieval-.*\.json$/.test(name));
    if (!existsSync(functions) || questions === undefined) throw new Error(`${path} holds no CoSQA.`);
    return readCosqa(readJson(functions), readJson(join(path, questions)));
  }
  const json = readJson(path);
  if (isLocomo(json)) return readLocomo(json);
  if (isDevBench(json)) return readDevBench(json);
  if (isMessages(json)) return readMessages(json, basename(dirname(path)));
  throw new Error(`${path} is neither LoCoMo's nor DevBench's file, nor one of messages.`);
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
