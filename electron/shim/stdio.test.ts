import { describe, expect, it } from "vitest";
import { LineSplitter, MAX_MESSAGE_BYTES } from "./stdio.ts";

/** Lines, and the ids of lines above the limit, as one list. */
function split(text: string, chunkBytes: number): (string | { id: string | null })[] {
  const results: (string | { id: string | null })[] = [];
  const splitter = new LineSplitter({
    onLine: (line) => results.push(line.toString("utf8")),
    onTooLong: (id) => results.push({ id }),
  });
  const bytes = Buffer.from(text);
  for (let at = 0; at < bytes.length; at += chunkBytes) splitter.push(bytes.subarray(at, at + chunkBytes));
  return results;
}

const filler = "x".repeat(MAX_MESSAGE_BYTES);

describe("LineSplitter", () => {
  it("returns the same lines for every size of chunk, without terminators and empty lines", () => {
    for (let size = 1; size < 9; size += 1) {
      expect(split('{"a":"é"}\r\n\n\r\n{"b":1}\n{"c"', size)).toEqual(['{"a":"é"}', '{"b":1}']);
    }
  });

  it("returns the last line without a terminator, and neither blank lines nor byte order marks", () => {
    const lines: string[] = [];
    const splitter = new LineSplitter({
      onLine: (line) => lines.push(line.toString("utf8")),
      onTooLong: () => undefined,
    });
    for (const byte of Buffer.from('\ufeff{"a":1}\n  \t\r\n\ufeff\n{"b":2}\r\n{"c":3}'))
      splitter.push(Buffer.from([byte]));
    expect(lines).toEqual(['{"a":1}', '{"b":2}']);
    splitter.end();
    splitter.end();
    expect(lines).toEqual(['{"a":1}', '{"b":2}', '{"c":3}']);
  });

  it("passes a line of exactly the limit, with either terminator", () => {
    const line = "y".repeat(MAX_MESSAGE_BYTES);
    for (const end of ["\n", "\r\n"]) expect(split(line + end, 64 * 1024)).toEqual([line]);
  });

  it.each([
    [`{"jsonrpc":"2.0","id":42,"method":"m","params":{"id":1,"x":"${filler}"}}`, "42"],
    [`{"method":"m","id":"a\\"b" , "params":"${filler}"}`, '"a\\"b"'],
    [`{"method":"m","params":{"id":1,"x":"${filler}"},"jsonrpc":"2.0","id":-7}`, "-7"],
    [`{"params":["${filler}"],"id":"é","method":"m"} `, '"é"'],
    [`{"jsonrpc":"2.0","method":"m","params":{"x":"${filler}","id":3}}`, null],
    [`{"method":"m","params":{"id":3,"x":"${filler}"}}`, null],
    [`{"jsonrpc":"2.0","id":3,"result":{"x":"${filler}"}}`, null],
    [`{"method":"m","params":"${filler},\\"id\\":3}"}`, null],
  ])("finds the id of a message above the limit (%#)", (line, id) => {
    for (const size of [1021, 64 * 1024, line.length]) {
      expect(split(`${line}\n{"next":1}\n`, size)).toEqual([{ id }, '{"next":1}']);
    }
  });
});
