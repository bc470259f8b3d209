import { describe, expect, it } from "vitest";
import { createMemberScanner, findMember, firstMemberName } from "./member-scanner.ts";

describe("findMember", () => {
  it.each([
    ['{"id":1}', "1"],
    ['{"a":{"id":2},"b":["id",{"id":3}],"c":"\\"id\\":4","id" : 12345678901234567890 , "z":0}', "12345678901234567890"],
    ['{"id":"a,}\\"b","x":1}', '"a,}\\"b"'],
    ['{"id":{"deep":[1,{"id":2}]},"x":1}', '{"deep":[1,{"id":2}]}'],
    ['\n{ "id"\n:\n1e3\n}', "1e3"],
  ])("reads the id of %s", (text, raw) => {
    const member = findMember(text, "id");
    expect(member?.raw).toBe(raw);
    expect(text.slice(member?.start, member?.end)).toBe(raw);
  });

  it("finds nothing where the outermost object has no such member", () => {
    expect(findMember('{"params":{"id":1},"ids":2}', "id")).toBeNull();
    expect(findMember('["id"]', "id")).toBeNull();
  });

  it("reads the same however the text is cut", () => {
    const text = '{"params":{"id":1,"s":"\\\\"},"id":"x\\"y","method":"m"}';
    for (let size = 1; size < text.length; size += 1) {
      const scanner = createMemberScanner(["id"]);
      for (let at = 0; at < text.length; at += size) scanner.push(text.slice(at, at + size));
      expect(scanner.member?.raw).toBe('"x\\"y"');
    }
  });
});

describe("firstMemberName", () => {
  it("names the first of several, wherever others of the name lie deeper", () => {
    expect(firstMemberName('{"params":{"result":1},"method":"x"}', "method", "result")).toBe("method");
    expect(firstMemberName('{"jsonrpc":"2.0","id":1,"result":{"method":1}}', "method", "result")).toBe("result");
    expect(firstMemberName('{"jsonrpc":"2.0"}', "method", "result")).toBeNull();
  });
});
