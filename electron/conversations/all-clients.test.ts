import { expect, it } from "vitest";
import { READERS } from "./readers/registry.ts";
import { addFixture } from "./readers/testing/fixtures.ts";
import { openScan } from "./testing/open-scan.ts";

it("stores the conversations of every client once, and nothing more in a second scan", async () => {
  const { home, read, value, texts, sessions } = openScan();
  const expected = READERS.flatMap(({ client }) => {
    const conversations = Object.values(addFixture(client, home).sessions);
    return conversations.flatMap(({ messages }) =>
      messages.map((message) => message.replace(/^(user|assistant): /, "")),
    );
  });
  await read();
  const stored = texts();
  expect([...new Set(stored)].sort()).toEqual([...new Set(expected)].sort());
  expect(new Set(sessions().map(({ client }) => client))).toEqual(new Set(READERS.map(({ client }) => client)));
  expect(value("SELECT count(*) FROM message WHERE text LIKE '%INTERIM-%' OR text LIKE '%REASONING-%'")).toBe(0);
  await read({}, true);
  expect(texts()).toEqual(stored);
});
