import { expect, test } from "vitest";
import type { RefusalReason } from "../../../electron/core/request-log.ts";
import { sampleRequest } from "../activity/testing/sample-requests.ts";
import { ANY_OTHER_ID, type Contact, contactAfter, isClient } from "./first-contact.ts";

const waiting: Contact = { kind: "waiting" };
const from = (name: string, id = 1) => sampleRequest({ id, client: { name, version: "1" }, subject: null });

test.each([
  ["claude-code", "claude-code", true],
  ["codex-mcp-client", "codex", true],
  ["Visual Studio Code", "vscode", true],
  ["cursor-vscode", "cursor", true],
  ["cursor-vscode", "vscode", false],
  ["claude-ai", "claude-desktop", true],
  ["claude-ai", "claude-code", false],
  ["codexter", "codex", false],
])("%s on the wire is the client %s: %s", (name, id, expected) => {
  expect(isClient(name, id)).toBe(expected);
});

test("the picked client's first request ends the wait", () => {
  const spoke = contactAfter(waiting, [from("claude-code"), from("codex-mcp-client", 2)], "codex", new Set());
  expect(spoke).toMatchObject({ kind: "spoke", expected: true, request: { id: 2 } });
  expect(contactAfter(spoke, [from("goose", 3)], "codex", new Set())).toBe(spoke);
});

test("what the client does after its handshake is told in its place; a notification is not", () => {
  const client = { name: "codex-mcp-client", version: "1" };
  const handshake = sampleRequest({ id: 1, client, method: "initialize", target: null });
  const ready = sampleRequest({ id: 2, client, method: "notifications/initialized", target: null, messageId: null });
  const call = sampleRequest({ id: 3, client, target: "memory_status" });
  const list = sampleRequest({ id: 4, client, method: "tools/list", target: null });
  expect(contactAfter(waiting, [handshake, ready], "codex", new Set())).toMatchObject({ request: { id: 1 } });
  expect(contactAfter(waiting, [handshake, ready, call, list], "codex", new Set())).toMatchObject({
    request: { id: 3 },
  });
});

test("another client counts only where it was not known before", () => {
  expect(contactAfter(waiting, [from("goose")], "codex", new Set(["goose"]))).toEqual(waiting);
  expect(contactAfter(waiting, [from("goose")], "codex", new Set())).toMatchObject({ kind: "spoke", expected: false });
});

test("somebody turned away is told, until a request is served", () => {
  const refusal = sampleRequest({ id: 1, client: null, httpStatus: 401, outcome: "error", errorCode: "401" });
  const refused = contactAfter(waiting, [refusal], "codex", new Set());
  expect(refused.kind).toBe("refused");
  expect(contactAfter(refused, [from("codex-mcp-client")], "codex", new Set()).kind).toBe("spoke");
});

test("what we send ourselves is nobody speaking", () => {
  expect(contactAfter(waiting, [{ ...from("codex"), direction: "sent" }], "codex", new Set())).toEqual(waiting);
});

test("for a client outside the catalogue, any that was not known is the one", () => {
  const contact = contactAfter(waiting, [from("my-agent")], ANY_OTHER_ID, new Set(["claude-code"]));
  expect(contact).toMatchObject({ kind: "spoke", expected: false });
});

test("a client that calls itself something else is known by its token", () => {
  const request = sampleRequest({ id: 1, client: { name: "my-fork", version: "1" }, subject: "codex" });
  expect(contactAfter(waiting, [request], "codex", new Set(["my-fork"]))).toMatchObject({ expected: true });
  expect(contactAfter(waiting, [request], "cursor", new Set(["my-fork"]))).toEqual(waiting);
});

const refusal = (reason: RefusalReason, claimed: string | null) =>
  sampleRequest({
    id: 9,
    client: null,
    subject: null,
    httpStatus: reason === "host" ? 403 : 401,
    refusal: { reason, claimed, requests: 1 },
  });

test.each([
  ["invalid", null, "refused"],
  ["invalid", "node", "refused"],
  ["expired", "codex", "refused"],
  ["revoked", "cursor", "waiting"],
  ["unknown", "nightly", "waiting"],
  ["host", null, "waiting"],
  ["origin", null, "waiting"],
] as const)("a refusal (%s, of %s) while codex is waited for leaves it %s", (reason, claimed, kind) => {
  expect(contactAfter(waiting, [refusal(reason, claimed)], "codex", new Set())).toMatchObject({ kind });
});

test("a client that is paused is told apart from another that is", () => {
  const paused = sampleRequest({ id: 9, subject: "codex", httpStatus: 403 });
  expect(contactAfter(waiting, [paused], "codex", new Set())).toMatchObject({ kind: "refused" });
  expect(contactAfter(waiting, [paused], "cursor", new Set())).toEqual(waiting);
});
