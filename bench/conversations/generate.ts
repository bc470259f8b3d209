import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { createRandom } from "../../electron/search/testing/random-vectors.ts";

/** Words of the vocabulary. Their frequencies follow Zipf's law, as in a natural language. */
const WORDS = 40_000;
const START = Date.UTC(2026, 0, 1);
const SYLLABLES = "ba ce di fo gu ha je ki lo mu na pe qi ro su ta ve wi xo yu za".split(" ");

/** A source of texts that is the same for the same seed. */
export class TextSource {
  readonly #random: () => number;

  constructor(seed: number) {
    this.#random = createRandom(seed).next;
  }

  random(): number {
    return this.#random();
  }

  /** A word by its rank: frequent ones are short. */
  static word(rank: number): string {
    let rest = rank + 1;
    let word = "";
    while (rest > 0) {
      word += SYLLABLES[rest % SYLLABLES.length];
      rest = Math.floor(rest / SYLLABLES.length);
    }
    return word;
  }

  rank(): number {
    return Math.floor(WORDS ** this.#random()) - 1;
  }

  text(words: number): string {
    return Array.from({ length: words }, () => TextSource.word(this.rank())).join(" ");
  }
}

/** Turns of one session: what a person says, what the assistant answers, and the output of tools between them. */
interface Shape {
  readonly turns: number;
  /** Output of tools in each turn. */
  readonly toolBytes: number;
}

/** How much is written: until the transcripts have this size, or this number. */
type Amount = { readonly bytes: number } | { readonly files: number };

/** Writes sessions as Claude Code does. @returns the number of files and messages */
export function writeTranscripts(home: string, amount: Amount, shape: Shape): { files: number; messages: number } {
  const source = new TextSource(1);
  const output = JSON.stringify(`${source.text(400)}\n`.repeat(Math.ceil(shape.toolBytes / 2000))).slice(1, -1);
  let written = 0;
  let files = 0;
  for (; "bytes" in amount ? written < amount.bytes : files < amount.files; files++) {
    const session = `${String(files).padStart(8, "0")}-1111-4111-8111-111111111111`;
    const folder = path.join(home, ".claude", "projects", `-work-${files % 50}`);
    mkdirSync(folder, { recursive: true });
    const lines: string[] = [];
    for (let turn = 0; turn < shape.turns; turn++) lines.push(...turnOf(source, session, files, turn, output));
    const text = `${lines.join("\n")}\n`;
    writeFileSync(path.join(folder, `${session}.jsonl`), text);
    written += text.length;
  }
  return { files, messages: files * shape.turns * 2 };
}

function turnOf(source: TextSource, sessionId: string, file: number, turn: number, output: string): string[] {
  const time = (offset: number) => new Date(START + file * 3_600_000 + turn * 60_000 + offset).toISOString();
  const common = { sessionId, cwd: `/home/ada/project-${file % 50}`, version: "2.1.0", userType: "external" };
  const record = (type: string, offset: number, message: object) =>
    JSON.stringify({
      parentUuid: null,
      type,
      uuid: `${file}-${turn}-${offset}`,
      timestamp: time(offset),
      ...common,
      message,
    });
  const tool = { type: "tool_use", id: "toolu_1", name: "Bash", input: { command: "npm test" } };
  const model = "claude-test";
  const answer = [{ type: "text", text: source.text(40 + Math.floor(source.random() * 120)) }];
  return [
    record("user", 0, { role: "user", content: source.text(8 + Math.floor(source.random() * 50)) }),
    record("assistant", 1, { role: "assistant", model, stop_reason: "tool_use", content: [tool] }),
    `${record("user", 2, { role: "user", content: [{ tool_use_id: "toolu_1", type: "tool_result", content: "@" }] }).replace("@", () => output)}`,
    record("assistant", 3, { role: "assistant", model, stop_reason: "end_turn", content: answer }),
  ];
}
