import { describe, expect, it } from "vitest";
import {
  sampleActivity as activity,
  sampleGrant as grant,
  sampleCatalogueClient as known,
} from "../../testing/sample-answers.ts";
import { clientEntries } from "./client-entries.ts";

const CATALOGUE = [known("codex", "Codex"), known("cursor", "Cursor"), known("zed", "Zed", { state: "connected" })];
const subjects = (entries: readonly { readonly subject: string }[]) => entries.map(({ subject }) => subject);

describe("the clients that are listed", () => {
  it("are those connected, those seen before, and those that never came", () => {
    const entries = clientEntries(
      [
        activity("codex-mcp-client", { subject: "codex", connected: true }),
        activity("cursor-vscode", { subject: "cursor" }),
      ],
      [grant("nightly script"), grant("codex")],
      CATALOGUE,
    );
    expect(entries.connected.map(({ title, grant: held }) => [title, held?.subject])).toEqual([["Codex", "codex"]]);
    expect(entries.seenBefore.map(({ title }) => title)).toEqual(["Cursor"]);
    expect(entries.unseen).toMatchObject([
      { subject: "nightly script", isKnown: false },
      { subject: "zed", isKnown: true, inFile: true },
    ]);
  });

  it("hold no known client merely because its configuration was once shown", () => {
    expect(clientEntries([], [grant("codex"), grant("cursor")], CATALOGUE.slice(0, 2)).unseen).toEqual([]);
  });

  it("hold a known client that the owner limited, revoked, or that used its token under another name", () => {
    const grants = [grant("codex", { state: "revoked" }), grant("cursor", { lastUsedAt: "2026-11-20T10:00:00.000Z" })];
    expect(subjects(clientEntries([], grants, CATALOGUE.slice(0, 2)).unseen)).toEqual(["codex", "cursor"]);
  });

  it("call a token of the owner's what the owner called it", () => {
    const script = activity("codex nightly", { subject: "codex nightly" });
    const [entry] = clientEntries([script], [grant("codex nightly")], CATALOGUE).seenBefore;
    expect(entry).toMatchObject({ title: "codex nightly", tokenName: null });
  });

  it("tell with which token of the owner's a program came that calls itself something else", () => {
    const program = activity("python-mcp", { subject: "nightly" });
    const owners = activity("recollect-cli", { subject: "owner" });
    const entries = clientEntries([program, owners], [grant("nightly")], CATALOGUE);
    expect(entries.seenBefore.map(({ tokenName }) => tokenName)).toEqual(["nightly", null]);
    expect(subjects(entries.unseen)).not.toContain("nightly");
  });
});
