import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { RecollectError } from "../core/errors.ts";
import { claimedName, reasonOf } from "./claimed-name.ts";

const from = (headers: IncomingHttpHeaders) => ({ headers }) as IncomingMessage;
const token = (payload: unknown) =>
  `Bearer eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2lnbmF0dXJl`;
const refused = (details?: Record<string, unknown>) =>
  new RecollectError("unauthenticated", "No.", details === undefined ? {} : { details });

it("takes the name from the row of the token, its claims, the header or the program, in this order", () => {
  const headers = {
    authorization: token({ sub: "codex" }),
    "recollect-client": "my%20client",
    "user-agent": "curl/8.9.1 (x)",
  };
  expect(claimedName(from(headers), refused({ subject: "claude-code" }))).toBe("claude-code");
  expect(claimedName(from(headers), refused())).toBe("codex");
  expect(claimedName(from({ ...headers, authorization: "Bearer guess" }), refused())).toBe("my client");
  expect(claimedName(from({ "user-agent": "curl/8.9.1 (x)" }), refused())).toBe("curl");
  expect(claimedName(from({}), refused())).toBeNull();
});

it.each([token({ sub: 7 }), token("text"), token({ sub: "" }), "Bearer a.b.c", "Bearer a.b", "Basic YTpi", "Bearer "])(
  "passes over %s",
  (authorization) => {
    expect(claimedName(from({ authorization }), refused())).toBeNull();
  },
);

it("cuts a long name, and keeps nothing else of a token", () => {
  const name = claimedName(from({ authorization: token({ sub: "n".repeat(5000), secret: "hidden" }) }), refused());
  expect(name).toBe("n".repeat(100));
});

it("knows a reason by its word, and takes any other for a token that is not valid", () => {
  expect(reasonOf(refused({ reason: "revoked" }))).toBe("revoked");
  expect(reasonOf(refused({ reason: "else" }))).toBe("invalid");
  expect(reasonOf(refused())).toBe("invalid");
});
