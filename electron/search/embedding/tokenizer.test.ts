import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, it } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { lettersPerPiece, readTokenizer, type Tokenizer } from "./tokenizer.ts";

let tokenizer: Tokenizer;

beforeAll(async () => {
  await buildModel();
  tokenizer = readTokenizer(String(await readFile(path.join(MODEL_FOLDER, "tokenizer.json"))), 256);
});

describe("the tokenizer of the bundled model", () => {
  it("splits words into the pieces of BERT's vocabulary, lower-cased and without accents", () => {
    const { tokenize } = tokenizer;
    // [CLS] hello , world ! [SEP]
    expect(tokenize("Hello, World!")).toEqual([101, 7592, 1010, 2088, 999, 102]);
    expect(tokenize("Café naïve")).toEqual(tokenize("cafe naive"));
    expect(tokenize("")).toEqual([101, 102]);
    expect(tokenizer.unknown).toBe(100);
  });

  it("truncates long text and keeps its last special token", () => {
    const ids = tokenizer.tokenize("memory ".repeat(1000));
    expect(ids).toHaveLength(256);
    expect(ids.at(0)).toBe(101);
    expect(ids.at(-1)).toBe(102);
  });
});

describe("lettersPerPiece", () => {
  it.each([
    "why did we choose the database",
    "retry policy of the upload queue",
    "How do I configure the server?",
    "Why do I get a 401 on it?",
    "sqlite wal",
  ])("is more than three in English: %s", (text) => {
    expect(lettersPerPiece(text, tokenizer)).toBeGreaterThan(3);
  });

  it.each([
    "我们决定使用本地数据库",
    "水",
    "データベースの設計",
    "데이터베이스를 선택했다",
    "почему мы выбрали базу данных",
    "كتب محمد الرسالة",
    "हिन्दी में लिखा है",
    "ข้าวอร่อยมาก",
  ])("is at most two in a script the model was not trained on: %s", (text) => {
    expect(lettersPerPiece(text, tokenizer)).toBeLessThanOrEqual(2);
  });

  it("examines only the start of a text", () => {
    expect(lettersPerPiece("数据库".repeat(5000), tokenizer)).toBeLessThanOrEqual(2);
  });

  it("is null for a text without words", () => {
    expect(lettersPerPiece("🎉 ?!\n", tokenizer)).toBeNull();
  });
});
