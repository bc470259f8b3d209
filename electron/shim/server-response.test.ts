import type { IncomingMessage } from "node:http";
import { Readable } from "node:stream";
import { describe, expect, it } from "vitest";
import { formatRefusal, forwardEvents } from "./server-response.ts";

const refusal = (status: number, body: string) => JSON.parse(formatRefusal("7", status, body));

describe("formatRefusal", () => {
  it("passes on a JSON-RPC error under the id of the request", () => {
    const body = '{"jsonrpc":"2.0","id":null,"error":{"code":-32020,"message":"mismatch","data":{"a":1}}}';
    expect(refusal(400, body)).toEqual({
      jsonrpc: "2.0",
      id: 7,
      error: { code: -32020, message: "mismatch", data: { a: 1 } },
    });
  });

  it("includes the message and the hint of a REST error", () => {
    const body = '{"error":{"code":"permission_denied","message":"Not allowed.","hint":"Ask the owner."}}';
    expect(refusal(403, body).error).toEqual({
      code: -32003,
      message: "Recollect refused the request: Not allowed. Ask the owner.",
      data: { httpStatus: 403 },
    });
  });

  it.each([
    [401, -32003],
    [413, -32600],
    [404, -32603],
    [500, -32000],
    [503, -32000],
  ])("names the status %i if the body is not an error, with code %i", (status, code) => {
    expect(refusal(status, "<html>").error).toMatchObject({ code, message: expect.stringContaining(String(status)) });
  });
});

describe("forwardEvents", () => {
  const stream =
    ': keep-alive\n\nid: 7\nevent: message\ndata: {"a":"é😀"}\n\ndata:{"b":\r\ndata: 2}\r\n\r\nretry: 10\n\n';

  it("reads the same events from a stream in chunks of any size, and takes them one at a time", async () => {
    for (let size = 1; size < 12; size += 1) {
      const bytes = Buffer.from(stream);
      const chunks = Array.from({ length: Math.ceil(bytes.length / size) }, (_, index) =>
        bytes.subarray(index * size, (index + 1) * size),
      );
      const events: unknown[] = [];
      let taking = 0;
      await forwardEvents(Readable.from(chunks, { objectMode: false }) as IncomingMessage, async ({ id, data }) => {
        taking += 1;
        expect(taking).toBe(1);
        await new Promise(setImmediate);
        events.push({ id, data });
        taking -= 1;
      });
      expect(events).toEqual([{ id: "7", data: '{"a":"é😀"}' }, { data: '{"b":\n2}' }]);
    }
  });
});
