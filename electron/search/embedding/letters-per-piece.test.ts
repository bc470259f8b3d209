import { readFile } from "node:fs/promises";
import path from "node:path";
import { beforeAll, describe, expect, test } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../../scripts/build-model.ts";
import { lettersPerPiece } from "./letters-per-piece.ts";
import { loadTokenizer } from "./tokenizer.ts";
import type { Tokenizer } from "./word-piece.ts";

let tokenizer: Tokenizer;

beforeAll(async () => {
  await buildModel();
  tokenizer = await loadTokenizer(String(await readFile(path.join(MODEL_FOLDER, "tokenizer.json"))), 256);
});

describe("letters a piece, of the bundled model", () => {
  test.each([
    "why did we choose the database",
    "retry policy of the upload queue",
    "How do I configure the server?",
    "Why do I get a 401 on it?",
    "sqlite wal",
  ])("are more than three in English: %s", (text) => {
    expect(lettersPerPiece(text, tokenizer)).toBeGreaterThan(3);
  });

  test.each([
    "我们决定使用本地数据库",
    "水",
    "データベースの設計",
    "데이터베이스를 선택했다",
    "почему мы выбрали базу данных",
    "كتب محمد الرسالة",
    "हिन्दी में लिखा है",
    "ข้าวอร่อยมาก",
  ])("are two at most where it was not made for the script: %s", (text) => {
    expect(lettersPerPiece(text, tokenizer)).toBeLessThanOrEqual(2);
  });

  test("are of the beginning alone, so that text that is cut off counts no more than was read", () => {
    expect(lettersPerPiece("数据库".repeat(5000), tokenizer)).toBeLessThanOrEqual(2);
  });

  test("are unknown where there is no word", () => {
    expect(lettersPerPiece("🎉 ?!\n", tokenizer)).toBeNull();
  });
});
