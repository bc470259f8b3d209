import { expect, test } from "vitest";
import { splitSecrets } from "./masked-snippet.ts";

const TOKEN = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJjb2RleCJ9.aBc-_123";
const secretsIn = (text: string) =>
  splitSecrets(text)
    .filter((part) => part.secret)
    .map((part) => part.text);

test("the token is a secret wherever it stands, and nothing is lost by the cut", () => {
  const text = `{"headers": {"Authorization": "Bearer ${TOKEN}"}}\nexport RECOLLECT_TOKEN=${TOKEN}\n`;
  expect(secretsIn(text)).toEqual([TOKEN, TOKEN]);
  expect(
    splitSecrets(text)
      .map((part) => part.text)
      .join(""),
  ).toBe(text);
});

test("a bearer token of another form is a secret, a variable in its place is not", () => {
  expect(secretsIn('"Bearer 0123456789abcdef"')).toEqual(["0123456789abcdef"]);
  expect(secretsIn(`"Bearer \${RECOLLECT_TOKEN}"`)).toEqual([]);
  expect(secretsIn("-H 'Authorization: Bearer $RECOLLECT_TOKEN'")).toEqual([]);
});

test("a configuration without a token is one plain part", () => {
  expect(splitSecrets("command = 'recollect'")).toEqual([{ text: "command = 'recollect'", secret: false }]);
});
