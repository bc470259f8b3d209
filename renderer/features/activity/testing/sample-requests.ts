import type { RequestSummary, ShownRequest } from "../../../../electron/core/request-log.ts";

/** A row of the log with defaults. */
export function sampleRequest(given: Partial<RequestSummary> & { id: number }): RequestSummary {
  return {
    at: new Date(Date.UTC(2026, 10, 21, 10, 0, 0, given.id)).toISOString(),
    direction: "received",
    client: { name: "claude-code", version: "2.1.0" },
    subject: "codex",
    sessionId: "5b1c",
    transport: "http",
    era: "2025",
    protocolVersion: "2025-11-25",
    method: "tools/call",
    target: "search_memories",
    messageId: String(given.id),
    outcome: "ok",
    errorCode: null,
    httpStatus: 200,
    durationMs: 2.4,
    requestBytes: 180,
    tokensIn: 0,
    tokensOut: 0,
    responseBytes: 2_048,
    pinned: false,
    refusal: null,
    replayOf: null,
    server: null,
    serverMs: null,
    project: null,
    ...given,
  };
}

/** A message with its bodies and headers. */
export function sampleDetail(given: Partial<ShownRequest> & { id: number }): ShownRequest {
  return {
    ...sampleRequest(given),
    requestBody: '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"search_memories"}}',
    responseBody: '{"jsonrpc":"2.0","id":1,"result":{"content":[]}}',
    requestHeaders: { "content-type": "application/json", authorization: "[redacted]" },
    responseHeaders: { "content-type": "application/json" },
    readMs: 0.2,
    firstByteMs: 2.1,
    truncated: false,
    canReplay: true,
    ...given,
  };
}
