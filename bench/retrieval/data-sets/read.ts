import { existsSync, readdirSync, readFileSync, statSync } from "node:fs";
import { basename, dirname, join } from "node:path";
import { readBeam } from "./beam.ts";
import { readCosqa } from "./cosqa.ts";
import type { DataSet, Part } from "./data-set.ts";
import { isDevBench, readDevBench } from "./devbench.ts";
import { isLocomo, readLocomo } from "./locomo.ts";
import { isMessages, readMessages } from "./messages.ts";
import { REALTALK_FILE, readRealTalk } from "./realtalk.ts";
import { readStore } from "./store.ts";
import { readXquad } from "./xquad.ts";

/** The memories and questions of XQuAD, by language. */
const XQUAD = [
  ["de", "de"],
  ["zh", "zh"],
  ["de on en", "de", "en"],
] as const;

/** The stores of this repository by part. The second name is a file with other questions about the first one's memories. */
const OWN_STORES: Readonly<Record<Part, readonly (readonly [memories: string, questions?: string])[]>> = {
  development: [["development"], ["everyday"], ["everyday", "everyday-in-other-languages"]],
  checking: [["checking"]],
};
/** The first line of the questions of a store. */
const QUESTIONS = /^[?!] /m;

/** Reads the stores of this repository for a part; see `stores/`. */
export function readOwnStores(part: Part): DataSet[] {
  const read = (name: string) => readFileSync(join(import.meta.dirname, "..", "stores", `${name}.txt`), "utf8");
  return OWN_STORES[part].map(([memories, questions]) => {
    const text = read(memories);
    if (questions === undefined) return readStore(text, `Store ${memories}`);
    return readStore(text.slice(0, text.search(QUESTIONS)) + read(questions), `Store ${questions}`);
  });
}

/**
 * Reads data sets: a file of LoCoMo, DevBench or messages, recognised by its content, or a folder of CoSQA, REALTALK,
 * BEAM (of numbered conversations) or XQuAD. LoCoMo, CoSQA, DevBench and messages are for development only.
 */
export function readDataSets(path: string, part: Part): DataSet[] {
  if (statSync(path).isDirectory()) return readFolder(path, part);
  const json = readJson(path);
  if (isLocomo(json)) return [readLocomo(json)];
  if (isDevBench(json)) return [readDevBench(json)];
  if (isMessages(json)) return [readMessages(json, basename(dirname(path)))];
  throw new Error(`${path} is not a known data set.`);
}

function readFolder(path: string, part: Part): DataSet[] {
  const names = readdirSync(path);
  const cosqa = names.find((name) => /^cosqa-retrieval-.*\.json$/.test(name));
  if (cosqa !== undefined) return [readCosqa(readJson(join(path, "code_idx_map.txt")), readJson(join(path, cosqa)))];
  const chats = names.filter((name) => REALTALK_FILE.test(name));
  if (chats.length > 0) return [readRealTalk(new Map(chats.map((name) => [name, readJson(join(path, name))])), part)];
  if (names.includes("xquad.en.json")) {
    const articlesIn = (language: string) => readJson(join(path, `xquad.${language}.json`));
    return XQUAD.map(([name, asked, stored = asked]) => readXquad(name, articlesIn(asked), articlesIn(stored), part));
  }
  const numbers = names.filter((name) => existsSync(join(path, name, "chat.json")));
  if (numbers.length === 0) throw new Error(`${path} does not contain a known data set.`);
  const beam = numbers.map((name) => ({
    number: Number(name),
    chat: readJson(join(path, name, "chat.json")),
    questions: readJson(join(path, name, "probing_questions", "probing_questions.json")),
  }));
  return [readBeam(beam, part)];
}

function readJson(path: string): unknown {
  return JSON.parse(readFileSync(path, "utf8"));
}
