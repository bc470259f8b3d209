import { describe, expect, it } from "vitest";
import { decodeText, toUtf8 } from "./decode-text.ts";

const GERMAN = "Grüße aus Köln, schöne Überraschung für alle: „Straße“ – 5 €";
const utf16 = (text: string, isBig = false) => {
  const bytes = Buffer.from(text, "utf16le");
  return isBig ? bytes.swap16() : bytes;
};
/** Windows-1252: Latin-1 with signs from 0x80 to 0x9f. */
const windows1252 = (text: string) =>
  Buffer.from([...text].map((sign) => ({ "„": 0x84, "“": 0x93, "–": 0x96, "€": 0x80 })[sign] ?? sign.charCodeAt(0)));

describe("decodeText", () => {
  it.each([
    ["UTF-8", Buffer.from(GERMAN), GERMAN],
    ["UTF-8", Buffer.from(`\ufeff${GERMAN}`), GERMAN],
    ["UTF-8", Buffer.from(""), ""],
    ["UTF-8", Buffer.from("你好，世界 🚀"), "你好，世界 🚀"],
    ["UTF-16", utf16(`\ufeff${GERMAN}`), GERMAN],
    ["UTF-16", utf16(`\ufeff${GERMAN}`, true), GERMAN],
    ["UTF-16", utf16(GERMAN), GERMAN],
    ["UTF-16", utf16(GERMAN, true), GERMAN],
    ["UTF-16", utf16("\ufeff你好，世界"), "你好，世界"],
    ["Windows-1252", windows1252(GERMAN), GERMAN],
    ["Windows-1252", Buffer.from("Größe\r\nÀ bientôt, señor\n", "latin1"), "Größe\r\nÀ bientôt, señor\n"],
    ["Windows-1252", Buffer.from("Déjà vu", "latin1"), "Déjà vu"],
  ])("decodes %s", (encoding, bytes, text) => {
    expect(decodeText(bytes)).toEqual({ text, encoding, damaged: 0 });
  });

  it("decodes a text in UTF-8 with damaged characters, and counts them", () => {
    const bytes = Buffer.concat([Buffer.from("Größe und Maß "), Buffer.from([0xc3]), Buffer.from("!")]);
    expect(decodeText(bytes)).toEqual({ text: "Größe und Maß \ufffd!", encoding: "UTF-8", damaged: 1 });
  });

  it.each([
    ["binary data", Buffer.from([0x89, 0x50, 0x4e, 0x47, 0, 0, 0, 13, 10, 26, 10, 0, 0, 0])],
    ["data in UTF-32", Buffer.from([0xff, 0xfe, 0, 0, 0x41, 0, 0, 0])],
    ["zeros", Buffer.alloc(64)],
    ["GB 18030", Buffer.from([0xc4, 0xe3, 0xba, 0xc3, 0xca, 0xc0, 0xbd, 0xe7, 0x0a])],
    ["Windows-1251", Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2, 0x20, 0xec, 0xe8, 0xf0])],
    ["Shift JIS", Buffer.from([0x82, 0xb1, 0x82, 0xf1, 0x82, 0xc9, 0x82, 0xbf, 0x82, 0xcd])],
    ["random bytes", Buffer.from(Array.from({ length: 999 }, (_, index) => 1 + ((index * 7919) % 255)))],
  ])("does not decode %s", (_case, bytes) => {
    expect(decodeText(bytes)).toBeNull();
  });
});

it("converts a stream in UTF-16 to UTF-8 at any boundary, and leaves others unchanged", async () => {
  const convert = async (bytes: Buffer, size: number) => {
    const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, at) =>
      bytes.subarray(at * size, (at + 1) * size),
    );
    return Buffer.concat(
      await Array.fromAsync(
        toUtf8(
          (async function* () {
            yield* chunks;
          })(),
        ),
      ),
    ).toString("utf8");
  };
  const text = `${GERMAN} 🚀\n`.repeat(20);
  for (const size of [7, 64, 4096]) {
    expect(await convert(utf16(`\ufeff${text}`), size)).toBe(text);
    expect(await convert(Buffer.from(text), size)).toBe(text);
  }
});
