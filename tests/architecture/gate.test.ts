import { globSync, readFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";

const ROOT = path.join(import.meta.dirname, "..", "..", "electron");
const files = globSync("**/*.ts", { cwd: ROOT })
  .map((file) => file.replaceAll("\\", "/"))
  .filter((file) => !/\.test\.ts$|(?:^|\/)testing\/|^store\/migrations\//.test(file));
const textOf = (file: string) => readFileSync(path.join(ROOT, file), "utf8");
const containing = (pattern: RegExp) => files.filter((file) => pattern.test(textOf(file))).sort();

/**
 * The modules that give text to a store, each with what takes it through the gate. A new one needs a door in
 * `tests/gate/doors.test.ts`.
 */
const DOORS: Readonly<Record<string, RegExp>> = {
  "memories/capture.ts": /hasInstruction\(memory\)/,
  "memories/change.ts": /assertNotInstruction\(before, changes\)/,
  "memories/change-log.ts": /secretPolicy\(\),[\s\S]*stopSecrets\(given/,
  "memories/import.ts": /stopSecrets\(state/,
  // What a proposal contains passed the gate when it was proposed; `memory-service.ts` checks the owner's changes.
  "memories/inbox.ts": /checkChanges\([\s\S]*stopSecrets\(given[\s\S]*hasInstruction\(memory\)/,
  // From a backup of the same store.
  "memories/restore.ts": /heldAmong/,
  // The store's own part of the inbox.
  "store/rows/held-memories.ts": /proposals\.keep/,
};

it("lets only the doors write memories, and each takes text through the gate", () => {
  const writing = containing(
    /\bstore\.(?:insert|insertArchived|update|merge|separate)\(|\bproposals\.(?:add|keep)\(|\bchanges\.(?:apply|resolve)\(/,
  );
  expect(writing.filter((file) => file !== "auth/tokens.ts")).toEqual(Object.keys(DOORS).sort());
  for (const [file, gate] of Object.entries(DOORS)) expect([file, gate.test(textOf(file))]).toEqual([file, true]);
  expect(textOf("memories/memory-service.ts")).toMatch(/stopInChanges\(changes,[\s\S]*stopSecrets\(\{ \.\.\.input/);
});

it("lets only these modules write texts into tables", () => {
  const tables = "memories|contents|revisions|message|session|proposals|entries|row_reviews";
  expect(containing(new RegExp(`(?:INSERT (?:OR \\w+ )?INTO "?|prepareInsert\\(\\w+, ")(?:${tables})\\b`))).toEqual([
    "conversations/message-rows.ts",
    "conversations/session-rows.ts",
    "store/changes/change-rows.ts",
    "store/lifecycle/salvage-merge.ts",
    "store/rows/held-rows.ts",
    "store/rows/memory-rows.ts",
    "store/rows/proposals.ts",
    "store/rows/revisions.ts",
  ]);
});

it("cleans, masks and checks text in the gate only", () => {
  const outside = (pattern: RegExp) => containing(pattern).filter((file) => !file.startsWith("core/gate/"));
  // Results of servers keep their line ends and forms. Messages about errors, and invitations, are not stored.
  expect(outside(/import \{[^}]*\bcleanText\b[^}]*\} from/)).toEqual([
    "servers/http-errors.ts",
    "servers/oauth/sign-in-errors.ts",
    "servers/read-message.ts",
    "servers/read-results.ts",
    "servers/server-log.ts",
    "spaces/invitation.ts",
  ]);
  // Health shows stored memories.
  expect(outside(/import \{[^}]*\bfindingsIn\b/)).toEqual(["memories/health.ts"]);
  // The definitions of tools, the titles of conversations, and the names of devices, projects and namespaces are not memories.
  expect(outside(/import \{[^}]*\b(?:readsLikeInstruction|findInjectedInstruction)\b/)).toEqual([
    "conversations/tools/resources.ts",
    "mcp/hooks/compose-injection.ts",
    "memories/health.ts",
    "remote-domains/reader.ts",
    "servers/tool-pins.ts",
    "store/changes/change-store.ts",
  ]);
  for (const file of [
    "conversations/transcript-store.ts",
    "remote-domains/rows.ts",
    "core/replication/enter-entry.ts",
  ]) {
    expect([file, textOf(file).includes("enterText(")]).toEqual([file, true]);
  }
  expect(textOf("remote-domains/routed-store.ts")).toMatch(/reviews\.admitRows/);
});
