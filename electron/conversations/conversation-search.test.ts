import { expect, it } from "vitest";
import { parseQuery } from "../search/query-syntax.ts";
import { readQuery } from "./search-text.ts";
import { START, writeSession } from "./testing/claude-transcripts.ts";
import { createMatch, EVERYTHING, openScan } from "./testing/open-scan.ts";

const id = (number: number) => `${String(number).padStart(8, "0")}-1111-4111-8111-111111111111`;
const FILLER = Array.from({ length: 40 }, (_, number) => ({
  text: `unrelated remark number ${number} about the weather`,
}));

async function openFilled() {
  const opened = openScan();
  writeSession(opened.home, id(1), [
    { text: "Which database should the billing service use?" },
    {
      role: "assistant",
      text: `${"Let us look at the options. ".repeat(40)}PostgreSQL fits the billing service best.`,
    },
    { text: "Good, go on." },
  ]);
  writeSession(opened.home, id(2), [{ text: "The database of the shop is slow" }], {
    cwd: `${opened.home}/shop`,
    place: "-shop",
  });
  writeSession(opened.home, id(3), FILLER);
  await opened.read();
  return { ...opened, ...createMatch(opened) };
}

it("ranks the conversation with more words of the query first, with the best passage and its neighbours", async () => {
  const { search } = await openFilled();
  const { terms } = parseQuery("billing database", 0);
  const [first, second] = search.search({ ...terms, filter: EVERYTHING, limit: 5 }, START);
  expect(first?.session.clientSession).toBe(id(1));
  expect(first?.passages.map(({ number, matches }) => [number, matches])).toEqual([
    [1, true],
    [2, true],
  ]);
  expect(first?.best).toBe(1);
  const [answered] = search.search(
    { ...parseQuery("PostgreSQL billing", 0).terms, filter: EVERYTHING, limit: 1 },
    START,
  );
  expect(answered?.best).toBe(2);
  expect(first?.passages[1]?.excerpt).toContain("PostgreSQL fits the billing service best.");
  expect(first?.passages[1]?.excerpt.length).toBeLessThan(400);
  expect(second?.session.clientSession).toBe(id(2));
});

it("finds inflected words, phrases and Chinese, and nothing if no word matches", async () => {
  const { find, home, read } = await openFilled();
  expect(find("databases")).toHaveLength(2);
  expect(find('"database of the shop"')).toEqual(["The database of the shop is slow"]);
  expect(find('"shop of the database"')).toEqual([]);
  expect(find("kubernetes")).toEqual([]);
  writeSession(home, id(4), [{ text: "我们用什么数据库？" }]);
  await read();
  expect(find("数据库")).toEqual(["我们用什么数据库？"]);
});

it("leaves out a message that has only a small part of the query", async () => {
  const { find } = await openFilled();
  expect(find("shop payment invoices refunds taxes chargeback")).toEqual([]);
});

it("finds a conversation with a smaller part of the query where another one has enough of it", async () => {
  const { home, read, search } = await openFilled();
  const { terms } = parseQuery("shop payment invoices refunds", 0);
  writeSession(home, id(4), [{ text: "The shop sends invoices after the payment and before refunds" }]);
  await read();
  const found = search.search({ ...terms, filter: EVERYTHING, limit: 5 }, START);
  expect(found.map(({ session }) => session.clientSession)).toEqual([id(4), id(2)]);
  const strict = search.search({ ...terms, filter: EVERYTHING, limit: 5, isStrict: true }, START);
  expect(strict.map(({ session }) => session.clientSession)).toEqual([id(4)]);
});

it("ranks the conversation with several messages about a query above a more recent one with the best single message", async () => {
  const opened = openScan();
  const talk = Array.from({ length: 4 }, (_, number) => ({
    text: `The camera of the drone again, part ${number} of what we compared`,
  }));
  writeSession(opened.home, id(1), talk);
  writeSession(opened.home, id(2), [{ text: "The drone has a camera", at: START + 60_000_000 }]);
  writeSession(opened.home, id(3), FILLER);
  await opened.read();
  const { terms } = parseQuery("drone camera", 0);
  const found = opened.search.search({ ...terms, filter: EVERYTHING, limit: 5 }, START + 60_000_000);
  expect(found.map(({ session }) => session.clientSession)).toEqual([id(1), id(2)]);
  expect(found[1]?.score).toBeLessThan(found[0]?.score ?? 0);
});

it("ranks the conversation first that took place when the query says", async () => {
  const { home, read, search } = openScan();
  const day = 24 * 60 * 60_000;
  writeSession(home, id(1), [{ text: "The drone has a camera" }]);
  writeSession(home, id(2), [{ text: "The drone has a camera too", at: START + 60 * day }]);
  await read();
  const now = START + 61 * day;
  const firstFor = (query: string) => {
    const asked = readQuery(parseQuery(query, now), now);
    const [first] = search.search({ ...asked, filter: EVERYTHING, limit: 5 }, now);
    return first?.session.clientSession;
  };
  expect(firstFor("drone camera")).toBe(id(2));
  expect(firstFor("drone camera in May 2026")).toBe(id(1));
  expect(firstFor("drone camera yesterday")).toBe(id(2));
});

it("limits by project, client and time", async () => {
  const { search } = await openFilled();
  const { terms } = parseQuery("database", 0);
  const sessions = (filter: Partial<typeof EVERYTHING>) =>
    search
      .search({ ...terms, filter: { ...EVERYTHING, ...filter }, limit: 5 }, START)
      .map(({ session }) => session.clientSession);
  expect(sessions({ projects: ["shop"] })).toEqual([id(2)]);
  expect(sessions({ projects: [] })).toEqual([]);
  expect(sessions({ client: "codex" })).toEqual([]);
  expect(sessions({ client: "Claude" })).toHaveLength(2);
  expect(sessions({ before: START })).toEqual([]);
  expect(sessions({ since: START + 1 })).toEqual([]);
});

it("lists the most recent first, page by page", async () => {
  const { queries } = await openFilled();
  const first = queries.list(EVERYTHING, 2, null);
  expect(first.items.map(({ clientSession }) => clientSession)).toEqual([id(3), id(1)]);
  const second = queries.list(EVERYTHING, 2, first.nextCursor ?? "");
  expect(second.items.map(({ clientSession }) => clientSession)).toEqual([id(2)]);
  expect(second.nextCursor).toBeUndefined();
  expect(() => queries.list(EVERYTHING, 2, "bad")).toThrow(expect.objectContaining({ field: "cursor" }));
});

it("finds messages by words that most messages have, and ranks the rarer word higher", async () => {
  const opened = openScan();
  const lines = Array.from({ length: 5_200 }, (_, number) => ({
    text: `alpha beta${number % 2 === 0 ? " gamma" : ""}${number === 5_100 ? " omega" : ""}`,
  }));
  writeSession(opened.home, id(1), lines);
  await opened.read();
  const { find } = createMatch(opened);
  expect(find("alpha omega")[0]).toBe("alpha beta gamma omega");
  expect(find("alpha beta gamma")[0]).toContain("alpha beta gamma");
  expect(find("beta")).toHaveLength(3);
});
