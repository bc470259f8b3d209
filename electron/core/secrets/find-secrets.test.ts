import { describe, expect, it } from "vitest";
import { likelySecretsIn, replaceRanges, secretsIn } from "./find-secrets.ts";
import { sampleSecrets } from "./testing/formats.ts";
import { FORMS, ordinaryParagraphs, samplesOf, survives } from "./testing/forms.ts";
import { NAMED_VALUES_IN_CODE, ORDINARY_NOTES } from "./testing/ordinary-notes.ts";
import { createRandom, WORD } from "./testing/random.ts";

const redact = (text: string, find = secretsIn) => replaceRanges(text, find(text), () => "[redacted]");

describe("formats", () => {
  const seeds = Array.from({ length: 20 }, (_, seed) => seed);

  it.each(sampleSecrets(0).map(({ format }, index) => [format, index] as const))(
    "finds the %s in a sentence and in JSON",
    (_format, index) => {
      const isMissed = (seed: number) => {
        const { secret, text } = sampleSecrets(seed)[index] ?? { secret: "", text: "" };
        const json = JSON.stringify({ content: [{ text: JSON.stringify({ content: text }) }] });
        return [text, json].some(
          (each) => survives(secret, redact(each)) || survives(secret, redact(each, likelySecretsIn)),
        );
      };
      // A random value may look like a word or a path by chance.
      expect(seeds.filter(isMissed).length).toBeLessThanOrEqual(1);
    },
  );

  it("masks 97 % of the secrets of 600 forms, in a text and in JSON", () => {
    const samples = seeds.slice(0, 3).flatMap(samplesOf);
    const missed = samples.filter(({ secret, text }) =>
      [text, JSON.stringify({ content: text })].some((each) => survives(secret, redact(each, likelySecretsIn))),
    );
    expect(new Set(FORMS).size).toBeGreaterThanOrEqual(600);
    expect(missed.length / samples.length, missed.map(({ form }) => form).join("\n")).toBeLessThanOrEqual(0.03);
  });

  it("masks something in at most 0.5 % of ordinary paragraphs", () => {
    const paragraphs = ordinaryParagraphs(8);
    const masked = paragraphs.filter((paragraph) => likelySecretsIn(paragraph).length > 0);
    expect(paragraphs.length).toBeGreaterThanOrEqual(1000);
    expect(masked.length / paragraphs.length, masked.join("\n")).toBeLessThanOrEqual(0.005);
  });

  it.each([
    "AWS_SESSION_TOKEN=IQoJb3JpZ2luX2VjEJr//////////wEaCXVzLWVhc3QtMSJHMEUCIQDk7Yx2Qm9Vb4Rt8Zs1Lp6Wc3",
    "FLY_API_TOKEN=fm2_lJPECAAAAAAAAAAAxBCk3Jd8sLqPz7WmN4vR2tY6uI9oA1sD5fG",
    "xoxb-111111111111-222222222222-k3Jd8sLqPz7WmN4vR2tY6uI9",
    "sk-ant-api03-k3Jd8sLqPz7W--------mN4vR2tY6uI9oA1sD5fGhJ",
  ])("masks %j, in which a run of one character is a small part", (text) => {
    expect(likelySecretsIn(text)).toHaveLength(1);
  });

  it.each(["ghp_xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx", "API_KEY=xxxxxxxxxxxx1234", "Bearer 00000000000000000000"])(
    "does not mask %j, which is mostly one character",
    (text) => {
      expect(likelySecretsIn(text)).toEqual([]);
    },
  );

  it.each([
    "secret: arn:aws:secretsmanager:eu-west-1:123456789012:secret:prod/db-a1B2c3",
    "secret: projects/p1/secrets/db-password/versions/3",
    "password: op://deploy/db/password1",
    "token = tokens[0].value1",
    "api_key: STRIPE_API_KEY_2",
  ])("does not mask the place of a secret in %j", (text) => {
    expect(redact(text)).toBe(text);
  });

  it("finds nothing in a text in which it masked all", () => {
    for (const { text } of seeds.flatMap(sampleSecrets)) {
      const masked = replaceRanges(text, likelySecretsIn(text), ({ kind }) => `[secret: ${kind.name}]`);
      expect(likelySecretsIn(masked)).toEqual([]);
    }
  });

  it("reads millions of characters after the prefix of a secret", () => {
    // Longer than V8's stack for backtracking, if each character takes more than one value on it.
    expect(secretsIn(`eyJ${"a".repeat(8 * 2 ** 20)}`)).toEqual([]);
  });

  it("names each finding", () => {
    const named = sampleSecrets(1).map(({ format, text }) => [format, likelySecretsIn(text)[0]?.kind.name] as const);
    expect(Object.fromEntries(named)).toMatchObject({
      "GitHub token": "GitHub token",
      "private key": "private key",
      "password of a URL": "password",
      "seed phrase": "seed phrase",
    });
  });

  it("finds nothing in ordinary notes", () => {
    const found = ORDINARY_NOTES.filter((note) => likelySecretsIn(note).length > 0);
    expect(found).toEqual([]);
    expect(ORDINARY_NOTES.length).toBeGreaterThanOrEqual(60);
  });

  it.each(NAMED_VALUES_IN_CODE)("changes nothing in %j, not even in the request log", (code) => {
    expect(redact(code)).toBe(code);
    const message = JSON.stringify({ content: [{ type: "text", text: code }] });
    expect(redact(message)).toBe(message);
  });
});

describe("named values", () => {
  it.each([
    ["secret: client_secret: k3Jd8sLqPz7W", "secret: client_secret: [redacted]"],
    ["token: access_token: 'k3Jd8sLqPz7W'", "token: access_token: '[redacted]'"],
    ["password = api_key = k3Jd8sLqPz7W;", "password = api_key = [redacted];"],
  ])("reads the value after the last of several names in %j", (text, expected) => {
    expect(redact(text)).toBe(expected);
  });

  it.each([
    "password: hunter2",
    "password: Passw0rd",
    "password = 'Tr@bant!'",
    "passphrase: correct-horse-battery-staple",
    "passphrase: 'correct horse battery staple'",
    "password: 48151623",
    "passcode: 4815",
    "password: sommer+sonne",
    "password: nothing$pecial",
    "token: kqzvxwjtrbnmhgfd",
    "token=yZLxLtXkOAqRtB",
    "api_key: WJKQZRTXVBNM",
    "api_key: 9f8e7d6c5b4a",
    "secret: v7-alpha-9x2k",
    "passphrase: 'my <3 for cats'",
    "password: $ecret99",
    "Authorization: Bearer abc.def",
    "amqp://shop:s3same@queue/orders",
    "https://ann:opensesame@example.com/x",
  ])("redacts the value in %j in the request log", (text) => {
    expect(redact(text)).toContain("[redacted]");
    expect(redact(`We changed it on Monday.\n${text}\nAsk Ann.`)).toContain("[redacted]");
  });

  it.each([
    "sk-learn-contrib-2024-edition",
    "The token: refresh it daily.",
    "password: $DB_PASSWORD_1",
    "api_key: process.env.API_KEY_2",
    "Authorization: Bearer <token>",
    "password=[secret: password]",
    "The access token is valid for 3600s.",
    "Das Passwort ist 12-stellig.",
    "secret: kubernetes-tls-cert-v2",
    "-----BEGIN PRIVATE KEY----- begins a key in PEM.",
    "git checkout 5f2b1c9e8d7a6b5c4d3e2f1a0b9c8d7e6f5a4b3c",
    "see https://github.com/acme/tools/blob/master/docs/README.md#L10",
    "http://localhost:3000/users/@me",
  ])("does not mask %j", (text) => {
    expect(likelySecretsIn(text)).toEqual([]);
  });
});

/** Values with characters that JSON escapes, some of them as `\u`, depending on the seed. */
function randomSecrets(count: number) {
  const random = createRandom(7);
  const special = ["\\", '"', "\n", "😀", "é", "/", "\t", "{", "}", "\\\\", '\\"'];
  return Array.from({ length: count }, () => {
    const parts = Array.from({ length: 4 }, () => random.text(WORD, 4 + random.next(9)) + random.pick(special));
    return parts.join("") + random.text(WORD, 6);
  });
}

function escapeAll(json: string): string {
  return json.replace(/[a-zA-Z]/g, (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

describe("a secret with escaped characters", () => {
  const atDepth = (value: unknown, depth: number): string => {
    const json = JSON.stringify(value);
    return depth === 0 ? json : atDepth({ content: [{ type: "text", text: json }], after: "kept" }, depth - 1);
  };
  /** Every text that the redacted JSON contains, decoded at each depth. */
  const decoded = (text: string): string => {
    let all = text;
    for (let last = ""; last !== all && all.length < 1_000_000; ) {
      last = all;
      all = all.replace(/\\(u[\da-f]{4}|.)/gis, (_match, escaped: string) =>
        escaped.length === 5
          ? String.fromCharCode(Number.parseInt(escaped.slice(1), 16))
          : ({ n: "\n", t: "\t" }[escaped] ?? escaped),
      );
      if (survivors.some((secret) => survives(secret, all))) return all;
    }
    return all;
  };
  let survivors: readonly string[] = [];

  it.each([0, 1, 2, 3])("does not survive at depth %i", (depth) => {
    for (const secret of randomSecrets(200)) {
      survivors = [secret];
      const value = { password: secret, keep: "this" };
      const text = atDepth(value, depth);
      for (const given of [text, text.slice(0, -2), `The server sent: ${text}`]) {
        const redacted = redact(given);
        expect(survives(secret, redacted) || survives(secret, decoded(redacted))).toBe(false);
        expect(redacted).toContain("keep");
      }
      expect(() => JSON.parse(redact(text))).not.toThrow();
    }
  });

  it("does not survive where every letter is written as a Unicode escape", () => {
    const token = `ghp_${"a1B2c3D4e5".repeat(4)}`;
    const inner = `{"content":"push with ${escapeAll(token)} please"}`;
    for (const text of [inner, JSON.stringify({ text: inner })]) {
      expect(JSON.stringify(JSON.parse(redact(text)))).toContain("push with [redacted] please");
    }
  });
});

describe("private keys", () => {
  const body = Array.from({ length: 12 }, (_, index) => createRandom(index).text(`${WORD}+/`, 64));
  const pem = ["-----BEGIN PRIVATE KEY-----", ...body, "-----END PRIVATE KEY-----", ""].join("\n");
  const account = { type: "service_account", private_key: pem, client_email: "a@b.iam.gserviceaccount.com" };

  it.each([
    ["a service account", JSON.stringify(account)],
    ["a service account on several lines", JSON.stringify(account, null, 2)],
    ["a quoted key", pem.replace(/^/gm, "> ")],
    ["a key in a table", pem.replace(/^/gm, "| ")],
    ["a PGP key", pem.replaceAll("PRIVATE KEY", "PGP PRIVATE KEY BLOCK")],
    ["a key without its end", pem.slice(0, 500)],
  ])("removes %s, including from a tool's answer", (_what, content) => {
    const answer = JSON.stringify({ result: { content: [{ text: JSON.stringify({ memory: { content } }) }] } });
    for (const text of [content, answer, answer.slice(0, -3), JSON.stringify({ content, structured: { content } })]) {
      const redacted = redact(text);
      expect(body.filter((line) => survives(line, redacted))).toEqual([]);
    }
  });
});
