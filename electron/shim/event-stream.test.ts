import { describe, expect, it } from "vitest";
import { createEventStreamReader } from "./event-stream.ts";

const STREAM =
  ': keep-alive\n\nid: 7\nevent: message\ndata: {"a":1}\n\ndata:{"b":\r\ndata: 2}\r\n\r\nid: 8\n\nretry: 10\nunknown\ndata: é😀\r\r';

describe("createEventStreamReader", () => {
  const expected = [
    { id: "7", event: "message", data: '{"a":1}' },
    { id: null, event: "message", data: '{"b":\n2}' },
    { id: "8", event: "message", data: "" },
  ];

  it("reads events of every line ending, with comments and unknown fields between them", () => {
    const read = createEventStreamReader();
    expect([...read(STREAM), ...read("\n")]).toEqual([...expected, { id: null, event: "message", data: "é😀" }]);
  });

  it("reads the same however the stream is cut", () => {
    for (let size = 1; size < 12; size += 1) {
      const read = createEventStreamReader();
      const events = [];
      for (let at = 0; at < STREAM.length; at += size) events.push(...read(STREAM.slice(at, at + size)));
      events.push(...read("\n"));
      expect(events).toEqual([...expected, { id: null, event: "message", data: "é😀" }]);
    }
  });
});
