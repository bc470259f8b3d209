import { expect, it, onTestFinished } from "vitest";
import { SUGGESTION_KINDS, type SuggestionAdjustment } from "../core/suggestions.ts";
import { openConversationFile } from "./conversation-file.ts";
import { QUIET_MS, SuggestionRows } from "./suggestion-rows.ts";
import { START, writeSession } from "./testing/claude-transcripts.ts";
import { openScan } from "./testing/open-scan.ts";

const DAY_MS = 24 * 60 * 60_000;
const LIMITS = {
  adjustment: {
    floor: 0,
    kinds: Object.fromEntries(SUGGESTION_KINDS.map((kind) => [kind, 0])),
  } as unknown as SuggestionAdjustment,
  excludedProjects: [],
  excludedClients: [],
};

it("waits until a conversation is quiet, continues with its later messages, and expires after 14 days", async () => {
  const opened = openScan();
  const session = "11111111-1111-4111-8111-111111111111";
  writeSession(opened.home, session, [{ text: "Remember that the harbour opens at nine." }]);
  await opened.read();
  const logger = { debug() {}, info() {}, warn() {}, error() {} };
  const database = openConversationFile(opened.file, START, logger);
  onTestFinished(() => void database.close());
  const rows = new SuggestionRows(database);
  const show = (now: number) => {
    expect(rows.find(LIMITS, 10_000, now)).toBe(false);
    for (const { id } of rows.held(100, now)) rows.release(id, false, now);
    return rows.list("waiting", 100, null, now).items.map(({ text }) => text);
  };
  expect(show(START + QUIET_MS - 60_000)).toEqual([]);
  expect(show(START + QUIET_MS)).toEqual(["Remember that the harbour opens at nine."]);

  const later = { text: "Remember that the bakery is closed on Mondays.", at: START + DAY_MS };
  writeSession(opened.home, session, [later], { from: 1, append: true });
  await opened.read();
  expect(show(START + DAY_MS + QUIET_MS)).toEqual(["Remember that the harbour opens at nine.", later.text]);

  const afterFirst = START + QUIET_MS + 14 * DAY_MS + 1;
  expect(rows.list("waiting", 100, null, afterFirst).items.map(({ text }) => text)).toEqual([later.text]);
  expect(rows.counts(afterFirst)).toEqual({ waiting: 1, rejected: 0 });
  rows.held(1, afterFirst + DAY_MS);
  expect(rows.counts(START)).toEqual({ waiting: 0, rejected: 0 });
});
