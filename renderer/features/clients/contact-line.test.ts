import { expect, it } from "vitest";
import { isClient } from "../../../electron/core/client-name.ts";
import type { RefusalReason } from "../../../electron/core/request-log.ts";
import { sampleRequest } from "../activity/testing/sample-requests.ts";
import { type Contact, contactAfter, type ExpectedClient } from "./contact-line.tsx";

const codex: ExpectedClient = { id: "codex", wireNames: ["codex"], isGeneric: false };
const cursor: ExpectedClient = { id: "cursor", wireNames: ["cursor"], isGeneric: false };
const anyOther: ExpectedClient = { id: "other", wireNames: [], isGeneric: true };
const waiting: Contact = { kind: "waiting" };
const from = (name: string, id = 1) => sampleRequest({ id, client: { name, version: "1" }, subject: null });

it.each([
  ["codex-mcp-client", ["codex"], true],
  ["Visual Studio Code", ["vscode", "visual studio code"], true],
  ["cursor-vscode", ["vscode"], false],
  ["claude-ai", ["claude-desktop", "claude-ai"], true],
  ["codexter", ["codex"], false],
  ["other", [], false],
])("compares %s with the names %s: %s", (name, wireNames, expected) => {
  expect(isClient(name, { wireNames })).toBe(expected);
});

it("stops waiting after the first request of the expected client", () => {
  const spoke = contactAfter(waiting, [from("claude-code"), from("codex-mcp-client", 2)], codex, new Set());
  expect(spoke).toMatchObject({ kind: "connected", expected: true, request: { id: 2 } });
  expect(contactAfter(spoke, [from("goose", 3)], codex, new Set())).toBe(spoke);
});

it("replaces the handshake by the first call, but not by a notification", () => {
  const client = { name: "codex-mcp-client", version: "1" };
  const handshake = sampleRequest({ id: 1, client, method: "initialize", target: null });
  const ready = sampleRequest({ id: 2, client, method: "notifications/initialized", target: null, messageId: null });
  const call = sampleRequest({ id: 3, client, target: "memory_status" });
  const list = sampleRequest({ id: 4, client, method: "tools/list", target: null });
  expect(contactAfter(waiting, [handshake, ready], codex, new Set())).toMatchObject({ request: { id: 1 } });
  expect(contactAfter(waiting, [handshake, ready, call, list], codex, new Set())).toMatchObject({
    request: { id: 3 },
  });
});

it("accepts another client only if it was not known before", () => {
  expect(contactAfter(waiting, [from("goose")], codex, new Set(["goose"]))).toEqual(waiting);
  expect(contactAfter(waiting, [from("goose")], codex, new Set())).toMatchObject({
    kind: "connected",
    expected: false,
  });
});

it("shows a refused request until another request is served", () => {
  const refusal = sampleRequest({ id: 1, client: null, httpStatus: 401, outcome: "error", errorCode: "401" });
  const refused = contactAfter(waiting, [refusal], codex, new Set());
  expect(refused.kind).toBe("refused");
  expect(contactAfter(refused, [from("codex-mcp-client")], codex, new Set()).kind).toBe("connected");
});

it("ignores messages that the server sent", () => {
  expect(contactAfter(waiting, [{ ...from("codex"), direction: "sent" }], codex, new Set())).toEqual(waiting);
});

it("accepts any new client for the generic configuration", () => {
  const contact = contactAfter(waiting, [from("my-agent")], anyOther, new Set(["claude-code"]));
  expect(contact).toMatchObject({ kind: "connected", expected: false });
});

it("recognises a client with another name by its token", () => {
  const request = sampleRequest({ id: 1, client: { name: "my-fork", version: "1" }, subject: "codex" });
  expect(contactAfter(waiting, [request], codex, new Set(["my-fork"]))).toMatchObject({ expected: true });
  expect(contactAfter(waiting, [request], cursor, new Set(["my-fork"]))).toEqual(waiting);
});

const refusal = (reason: RefusalReason, claimed: string | null) =>
  sampleRequest({
    id: 9,
    client: null,
    subject: null,
    httpStatus: reason === "host" ? 403 : 401,
    refusal: { reason, claimed, requests: 1 },
  });

it.each([
  ["invalid", null, "refused"],
  ["invalid", "node", "refused"],
  ["expired", "codex", "refused"],
  ["revoked", "cursor", "waiting"],
  ["unknown", "nightly", "waiting"],
  ["host", null, "waiting"],
  ["origin", null, "waiting"],
] as const)("after a refusal for the reason %s of %s, the wait for codex is %s", (reason, claimed, kind) => {
  expect(contactAfter(waiting, [refusal(reason, claimed)], codex, new Set())).toMatchObject({ kind });
});

it("shows a blocked request only if the expected client is paused", () => {
  const paused = sampleRequest({ id: 9, subject: "codex", httpStatus: 403 });
  expect(contactAfter(waiting, [paused], codex, new Set())).toMatchObject({ kind: "refused" });
  expect(contactAfter(waiting, [paused], cursor, new Set())).toEqual(waiting);
});
