import { describe, expect, it } from "vitest";
import { REDACTED, redactText } from "./redaction.ts";

const JWT = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0NTY3ODkwIn0.dozjgNryP4J3jVmNHl0w5N_XgL0n3I9PlFUP0THsR8U";
const PEM = `-----BEGIN RSA PRIVATE KEY-----\nProc-Type: 4,ENCRYPTED\n\n${"MIIEpAIBAAKCAQEA7bq+/9\n".repeat(20)}-----END RSA PRIVATE KEY-----`;

describe("redactText", () => {
  it.each([
    ["an OpenAI key", "use sk-proj-abcdefghijklmnop1234 here", `use ${REDACTED} here`],
    ["an Anthropic key", "sk-ant-api03-AbCdEf_GhIjKl-MnOpQr", REDACTED],
    ["a GitHub token", "push with ghp_abcdefghijklmnopqrstuvwxyz0123456789.", `push with ${REDACTED}.`],
    ["a fine-grained GitHub token", "github_pat_11ABCDEFG0abcdefghijkl_mnop", REDACTED],
    ["an AWS key id", "AKIAIOSFODNN7EXAMPLE", REDACTED],
    ["a Slack token", "xoxb-123456789012-abcdef", REDACTED],
    ["a Google key", "key AIzaSyA-abcdefghijklmnopqrstuvwxyz012345", `key ${REDACTED}`],
    ["a JWT", `id ${JWT} end`, `id ${REDACTED} end`],
    ["a PEM private key", `before\n${PEM}\nafter`, `before\n${REDACTED}\nafter`],
    ["a bearer token", "curl -H 'X: Bearer abcdef0123456789abcdef'", `curl -H 'X: Bearer ${REDACTED}'`],
    ["an Authorization line", "Authorization: Bearer abc.def\nHost: x", `Authorization: Bearer ${REDACTED}\nHost: x`],
    ["basic credentials", "authorization: Basic dXNlcjpwYXNz", `authorization: Basic ${REDACTED}`],
    ["a password in prose", "the password: hunter2, then", `the password: ${REDACTED}, then`],
    ["an environment variable", "export DB_PASSWORD=hunter2 PORT=1", `export DB_PASSWORD=${REDACTED} PORT=1`],
    ["a JSON pair", '{"token": "a \\"b\\" c", "n": 1}', `{"token": "${REDACTED}", "n": 1}`],
    ["a client secret", '{"client_secret":"s3cr3t value"}', `{"client_secret":"${REDACTED}"}`],
    ["an API key header", "x-api-key: 0123456789", `x-api-key: ${REDACTED}`],
    ["a password in an address", "postgres://me:hunter2@host/db", `postgres://me:${REDACTED}@host/db`],
    ["a quoted YAML value", "password: 'it is me'", `password: '${REDACTED}'`],
  ])("replaces %s", (_what, text, expected) => {
    expect(redactText(text)).toBe(expected);
  });

  it("redacts secrets in JSON that is a string inside a JSON message", () => {
    const inner = JSON.stringify({ password: 'p "q" \\ r', keep: "this" });
    const outer = JSON.stringify({ content: `${PEM}\n${inner}` });
    const redacted = redactText(outer);
    expect(JSON.parse(JSON.parse(redacted).content.split("\n").at(-1))).toEqual({ password: REDACTED, keep: "this" });
    expect(redacted).not.toContain("MIIE");
    const thrice = redactText(JSON.stringify(outer));
    expect(thrice).not.toContain("p \\\\");
    expect(thrice).not.toContain("MIIE");
  });

  it.each([
    '{"_meta":{"progressToken":"abc"},"max_tokens":100}',
    '{"properties":{"token":{"type":"string"}},"required":["password"]}',
    '{"token":null,"password":false}',
    "basic understanding of bearer authentication; passwords are hashed with sk-learn",
    "eyJub3QiOiJhIEpXVCJ9",
  ])("does not change %s", (text) => {
    expect(redactText(text)).toBe(text);
  });

  it("removes a secret entirely if the limit is inside it", () => {
    const text = `${"x".repeat(90)} sk-${"s7".repeat(20)} tail`;
    for (let limit = 80; limit < text.length; limit += 1) {
      const redacted = redactText(text, limit);
      expect(redacted).not.toMatch(/sk-s|s7/);
      expect(redacted).toBe(
        limit <= 91 ? text.slice(0, limit) : `${"x".repeat(90)} ${REDACTED}${text.slice(134, limit)}`,
      );
    }
  });

  it.each([
    ["openings of JWTs", "eyJ"],
    ["JWT segments", "eyJaaaaaaaaaaaa."],
    ["openings of PEM keys", "-----BEGIN PRIVATE KEY-----"],
    ["names without values", 'password"'],
    ["unclosed quotes", 'token:"'],
    ["backslashes", "\\"],
    ["escaped quotes after a name", 'secret:\\"\\\\'],
    ["schemes", "://a:b"],
    ["white space after a name", "token    "],
    ["bearers", "bearer "],
    ["hyphens", "sk-"],
    ["one long word", "a"],
  ])("redacts 4 MiB of adversarial %s in linear time", (_what, unit) => {
    // An expression that backtracks for each of them would take hours.
    expect(redactText(unit.repeat((4 * 2 ** 20) / unit.length)).length).toBeGreaterThan(0);
  });
});
