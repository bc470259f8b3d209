import { expect, it } from "vitest";
import { splitSecrets } from "./masked-snippet.ts";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjb2RleCJ9.aBc-_123";
const secretsIn = (text: string) =>
  splitSecrets(text)
    .filter((part) => part.secret)
    .map((part) => part.text);

it("finds every token, and the parts joined are the original text", () => {
  const text = `{"headers": {"Authorization": "Bearer ${TOKEN}"}}\nexport RECOLLECT_TOKEN=${TOKEN}\n`;
  expect(secretsIn(text)).toEqual([TOKEN, TOKEN]);
  expect(
    splitSecrets(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

it("treats an opaque bearer token as a secret, but not a variable", () => {
  expect(secretsIn('"Bearer 0123456789abcdef"')).toEqual(["0123456789abcdef"]);
  expect(secretsIn(`"Bearer \${RECOLLECT_TOKEN}"`)).toEqual([]);
  expect(secretsIn("-H 'Authorization: Bearer $RECOLLECT_TOKEN'")).toEqual([]);
});

it("returns one public part for a configuration without a token", () => {
  expect(splitSecrets("command = 'recollect'")).toEqual([{ text: "command = 'recollect'", secret: false }]);
});
