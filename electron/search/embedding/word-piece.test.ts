import { readFile } from "node:fs/promises";
import path from "node:path";
import { Tokenizer as HuggingFaceTokenizer } from "@huggingface/tokenizers";
import { beforeAll, describe, expect, test } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { loadTokenizer } from "./tokenizer.ts";
import { createWordPiece, type Tokenizer } from "./word-piece.ts";

let json: string;
let tokenize: Tokenizer["tokenize"];

beforeAll(async () => {
  await buildModel();
  json = String(await readFile(path.join(MODEL_FOLDER, "tokenizer.json")));
  ({ tokenize } = await loadTokenizer(json, 256));
});

describe("BERT's tokenization of the bundled model", () => {
  test("cuts words into pieces, lower-cased and without accents", () => {
    // [CLS] hello , world ! [SEP], from BERT's own vocabulary.
    expect(tokenize("Hello, World!")).toEqual([101, 7592, 1010, 2088, 999, 102]);
    expect(tokenize("Café naïve")).toEqual(tokenize("cafe naive"));
    expect(tokenize("")).toEqual([101, 102]);
  });

  test.each([
    "We chose SQLite's WAL mode; see src/store/open-database.ts#L42 (PR #1234).",
    "日本語のテキスト 中文字符 한국어 텍스트",
    "Привет, мир! Как дела? Ёжик.",
    "مرحبا بالعالم، كيف الحال؟",
    "हिन्दी में पाठ — ไทย",
    "naïve café coöperate Ångström İstanbul ﬁne ½ ² ①",
    "emoji 🎉👩‍💻 and\u00a0spaces\u2003of\u200bevery\tkind\r\n\u0007 control \ufffd",
    `${"a".repeat(100)} ${"b".repeat(101)} pneumonoultramicroscopicsilicovolcanoconiosis`,
    'x=1+2*3/4^5~6`7|8\\9 $100 €50 <tag attr="v"> {json: [1, 2]} C++ c# .NET',
    "rare ideographs 〇 ゛ —–-‐ “quotes” ‘single’ …",
  ])("agrees with Hugging Face's tokenizer on %j", (text) => {
    expect(tokenize(text)).toEqual(new HuggingFaceTokenizer(JSON.parse(json), {}).encode(text).ids);
  });

  test("splits the rarer ideographs too, as BERT's own code does", () => {
    expect(tokenize("𠀀𪛖")).toEqual(tokenize("𠀀 𪛖"));
  });

  test("cuts long text off at the most tokens, and still closes it", () => {
    const ids = tokenize("memory ".repeat(1000));
    expect(ids).toHaveLength(256);
    expect(ids.at(0)).toBe(101);
    expect(ids.at(-1)).toBe(102);
  });
});

test("a word some part of which is unknown is unknown as a whole", () => {
  const { tokenize: tokenizeSmall } = createWordPiece({
    vocabulary: { "[CLS]": 0, "[SEP]": 1, "[UNK]": 2, un: 3, "##known": 4 },
    continuingPrefix: "##",
    unknownToken: "[UNK]",
    longestWord: 10,
    cleanText: true,
    splitIdeographs: true,
    lowercase: false,
    stripAccents: false,
    maximumTokens: 8,
  });
  expect(tokenizeSmall("unknown unseen Unknown")).toEqual([0, 3, 4, 2, 2, 1]);
});
