import { describe, expect, it } from "vitest";
import { excerptOfSecret } from "./find-secrets.ts";

describe("what looks like a secret in a memory", () => {
  it.each([
    ["the key is sk-abcdefghijklmnop1234", "the key is ••••••"],
    ["DB_PASSWORD=hunter2hunter2 in staging", "DB_PASSWORD=•••••• in staging"],
    ['{"api_key": "a1b2c3d4e5f6"}', '{"api_key": ••••••"}'],
    ["use postgres://shop:s3cret@db/orders", "use postgres://shop:••••••@db/orders"],
  ])("is shown masked: %s", (content, excerpt) => {
    expect(excerptOfSecret(content)).toBe(excerpt);
  });

  it.each([
    "The token: refresh it daily.",
    "Set password: $DB_PASSWORD_1 in the shell.",
    "api_key: process.env.API_KEY_2",
    "Passwords are hashed with argon2.",
    "password: <8 letters or more>",
  ])("is not what only speaks of one: %s", (content) => {
    expect(excerptOfSecret(content)).toBeNull();
  });

  it("is found on a later line, and only that line is shown", () => {
    expect(excerptOfSecret("# Deploy\n\ntoken: abcd1234efgh\nthen restart")).toBe("token: ••••••");
  });
});
