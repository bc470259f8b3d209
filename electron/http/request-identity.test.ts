import type { IncomingHttpHeaders, IncomingMessage } from "node:http";
import { expect, it } from "vitest";
import { RecollectError } from "../text/errors.ts";
import { readRefusal } from "./request-identity.ts";

const from = (headers: IncomingHttpHeaders) => ({ headers }) as IncomingMessage;
const token = (payload: unknown) =>
  `Bearer eyJhbGciOiJIUzI1NiJ9.${Buffer.from(JSON.stringify(payload)).toString("base64url")}.c2lnbmF0dXJl`;
const refused = (details?: Record<string, unknown>) => new RecollectError("authorization_missing", {}, { details });
const claimedBy = (headers: IncomingHttpHeaders, details?: Record<string, unknown>) =>
  readRefusal(from(headers), refused(details)).claimed;

it("reads the claimed name from the token's row, its claims, the header or the user agent, in this order", () => {
  const headers = {
    authorization: token({ sub: "codex" }),
    "recollect-client": "my%20client",
    "user-agent": "curl/8.9.1 (x)",
  };
  expect(claimedBy(headers, { subject: "claude-code" })).toBe("claude-code");
  expect(claimedBy(headers)).toBe("codex");
  expect(claimedBy({ ...headers, authorization: "Bearer guess" })).toBe("my client");
  expect(claimedBy({ "user-agent": "curl/8.9.1 (x)" })).toBe("curl");
  expect(claimedBy({})).toBeNull();
});

it.each([token({ sub: 7 }), token("text"), token({ sub: "" }), "Bearer a.b.c", "Bearer a.b", "Basic YTpi", "Bearer "])(
  "claims no name for the authorization %s",
  (authorization) => {
    expect(claimedBy({ authorization })).toBeNull();
  },
);

it("shortens a long claimed name and keeps no other claim of a token", () => {
  expect(claimedBy({ authorization: token({ sub: "n".repeat(5000), secret: "hidden" }) })).toBe("n".repeat(100));
});

it("reads the reason of a refusal from the error, and takes an unknown one for an invalid token", () => {
  expect(readRefusal(from({}), refused({ refusal: "revoked" })).reason).toBe("revoked");
  expect(readRefusal(from({}), refused({ refusal: "other" })).reason).toBe("invalid");
  expect(readRefusal(from({}), refused()).reason).toBe("invalid");
});
