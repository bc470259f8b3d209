import { OAuthError } from "@modelcontextprotocol/client";
import { expect, it } from "vitest";
import { signInError } from "./sign-in-errors.ts";

it("masks secrets in what an authorization server says, marks hidden characters and has no cause", async () => {
  const said = new OAuthError("invalid_grant", "The code s3cret-code\u202e of\nada was used.");
  const error = await signInError(said, "tickets", ["s3cret-code", undefined, ""]);
  expect(error.message).toBe("The sign-in at tickets failed: The code [redacted]⟨U+202E⟩ of ada was used.");
  expect(error.cause).toBeUndefined();
  expect(JSON.stringify(error)).not.toContain("s3cret-code");
});

it("does not repeat the body of a response that is not an OAuth error", async () => {
  const said = new OAuthError("server_error", "HTTP 500: Invalid OAuth error response. Raw body: access_token=abc");
  const error = await signInError(said, "tickets", []);
  expect(error.message).toBe("The sign-in at tickets failed: the authorization server reported an error.");
});
