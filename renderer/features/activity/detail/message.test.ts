import { expect, test } from "vitest";
import { sampleDetail } from "../testing/sample-requests.ts";
import { curlCommand } from "./curl.ts";
import { readBody } from "./message-body.ts";
import { possibleMemoryIds } from "./possible-memory-ids.ts";

const ENDPOINT = "http://127.0.0.1:7325/mcp";

test("a body is read as JSON, as a stream's events, as text, or as nothing", () => {
  expect(readBody('{"a":1}')).toEqual({ kind: "json", value: { a: 1 } });
  expect(readBody('event: message\ndata: {"a":1}\n\ndata: {"a":2}\n\n')).toEqual({
    kind: "stream",
    values: [{ a: 1 }, { a: 2 }],
  });
  expect(readBody('{"a":')).toEqual({ kind: "text", text: '{"a":' });
  expect(readBody("")).toEqual({ kind: "none" });
  expect(readBody(null)).toEqual({ kind: "none" });
});

test("the command sends the message again with the token left to the environment", () => {
  const command = curlCommand(
    sampleDetail({
      id: 1,
      requestBody: `{"q":"it's"}`,
      requestHeaders: { authorization: "Bearer eyJhbGciOi.secret", host: "127.0.0.1:7325", "mcp-session-id": "5b1c" },
    }),
    ENDPOINT,
  );
  expect(command).toContain(`-H "Authorization: Bearer $RECOLLECT_TOKEN"`);
  expect(command).toContain(`-H 'mcp-session-id: 5b1c'`);
  expect(command).toContain(`--data-raw '{"q":"it'\\''s"}'`);
  expect(command).not.toContain("secret");
  expect(command).not.toContain("host:");
});

test("a REST request goes to its own path", () => {
  expect(
    curlCommand(sampleDetail({ id: 1, transport: "rest", method: "GET /health", requestBody: null }), ENDPOINT),
  ).toMatch(/^curl -X GET 'http:\/\/127\.0\.0\.1:7325\/health'/);
});

test("what we sent ourselves has no command", () => {
  expect(curlCommand(sampleDetail({ id: 1, direction: "sent" }), ENDPOINT)).toBeNull();
});

test("ids of memories are found in addresses and bodies, once each, and parts of longer words are not", () => {
  const id = "01JD6Z5Q8N3V7K2M4P9R1S5T6W";
  const other = "01JD6Z5Q8N3V7K2M4P9R1S5T6X";
  const detail = sampleDetail({
    id: 1,
    target: `recollect://user/decisions/${id}`,
    requestBody: `{"id":"${id}"}`,
    responseBody: `{"id":"${other}","token":"X${other}Y"}`,
  });
  expect(possibleMemoryIds(detail)).toEqual([id, other]);
});
