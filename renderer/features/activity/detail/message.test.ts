import { expect, it } from "vitest";
import { sampleDetail } from "../testing/sample-requests.ts";
import { curlCommand } from "./copy-menu.tsx";
import { readBody } from "./message-body.ts";
import { possibleMemoryIds } from "./touched-memories.tsx";

const ENDPOINT = "http://127.0.0.1:7325/mcp";

it("reads a body as JSON, as events of a stream, as text, or as none", () => {
  expect(readBody('{"a":1}')).toEqual({ kind: "json", value: { a: 1 } });
  expect(readBody('event: message\ndata: {"a":1}\n\ndata: {"a":2}\n\n')).toEqual({
    kind: "stream",
    values: [{ a: 1 }, { a: 2 }],
  });
  expect(readBody('{"a":')).toEqual({ kind: "text", text: '{"a":' });
  expect(readBody("")).toEqual({ kind: "none" });
  expect(readBody(null)).toEqual({ kind: "none" });
});

it("writes a curl command that reads the token from the environment", () => {
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

it("sends a REST request to its own path", () => {
  expect(
    curlCommand(sampleDetail({ id: 1, transport: "rest", method: "GET /health", requestBody: null }), ENDPOINT),
  ).toMatch(/^curl -X GET 'http:\/\/127\.0\.0\.1:7325\/health'/);
});

it("has no command for a message that Recollect sent", () => {
  expect(curlCommand(sampleDetail({ id: 1, direction: "sent" }), ENDPOINT)).toBeNull();
});

it("finds memory ids in target and bodies, each once, but not within longer words", () => {
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
