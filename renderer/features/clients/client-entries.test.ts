import { describe, expect, it } from "vitest";
import { sampleActivity as activity, sampleGrant as grant, sampleKnownClient as known } from "../../testing/samples.ts";
import { clientEntries } from "./client-entries.ts";

const KNOWN = [known("codex", "Codex"), known("cursor", "Cursor"), known("zed", "Zed", { state: "connected" })];
const subjects = (entries: readonly { readonly subject: string }[]) => entries.map(({ subject }) => subject);

describe("clientEntries", () => {
  it("groups the clients that are connected, were seen before, or never connected", () => {
    const entries = clientEntries(
      [
        activity("codex-mcp-client", { subject: "codex", connected: true }),
        activity("cursor-vscode", { subject: "cursor" }),
      ],
      [grant("nightly script"), grant("codex")],
      KNOWN,
    );
    expect(entries.connected.map(({ title, grant: held }) => [title, held?.subject])).toEqual([["Codex", "codex"]]);
    expect(entries.seenBefore.map(({ title }) => title)).toEqual(["Cursor"]);
    expect(entries.unseen).toMatchObject([
      { subject: "nightly script", isKnown: false },
      { subject: "zed", isKnown: true, connectedBy: "file" },
    ]);
  });

  it("has one row for a client with hooks, a plugin and several versions", () => {
    const day = (tokensIn: number) => [{ day: "2026-11-21", tokensIn, tokensOut: 1 }];
    const entries = clientEntries(
      [
        activity("codex-mcp-client", { subject: "codex", connected: true, sessions: 1, tokenDays: day(3) }),
        activity("codex", {
          subject: "codex",
          transport: "rest",
          requestsToday: 4,
          tokenDays: day(5),
          lastMethod: "GET /x",
        }),
        activity("codex-mcp-client", { subject: "owner", version: "2", lastSeenAt: "2026-11-20T10:00:00.000Z" }),
        activity("other", { subject: "owner", version: "1" }),
        activity("other", { subject: "owner", version: "2" }),
      ],
      [grant("codex")],
      KNOWN,
    );
    expect(entries.connected).toHaveLength(1);
    expect(entries.connected[0]).toMatchObject({
      title: "Codex",
      grant: { subject: "codex" },
      client: { sessions: 1, requestsToday: 6, tokenDays: [{ day: "2026-11-21", tokensIn: 8, tokensOut: 2 }] },
    });
    expect(entries.seenBefore.map(({ client: { name, version } }) => [name, version])).toEqual([
      ["other", "1"],
      ["other", "2"],
    ]);
  });

  it("lists a client that is connected by its plugin and was not used yet", () => {
    const codex = known("codex", "Codex", { plugin: "installed", isConnected: true });
    expect(clientEntries([], [grant("codex")], [codex]).unseen).toMatchObject([
      { subject: "codex", connectedBy: "plugin" },
    ]);
  });

  it("omits a supported client whose configuration was only shown", () => {
    expect(clientEntries([], [grant("codex"), grant("cursor")], KNOWN.slice(0, 2)).unseen).toEqual([]);
  });

  it("lists a supported client that is revoked or whose token was used under another name", () => {
    const grants = [grant("codex", { state: "revoked" }), grant("cursor", { lastUsedAt: "2026-11-20T10:00:00.000Z" })];
    expect(subjects(clientEntries([], grants, KNOWN.slice(0, 2)).unseen)).toEqual(["codex", "cursor"]);
  });

  it("shows an owner-created token by its name", () => {
    const script = activity("codex nightly", { subject: "codex nightly" });
    const [entry] = clientEntries([script], [grant("codex nightly")], KNOWN).seenBefore;
    expect(entry).toMatchObject({ title: "codex nightly", tokenName: null });
  });

  it("shows the owner-created token that a program with another name used", () => {
    const program = activity("python-mcp", { subject: "nightly" });
    const owners = activity("recollect-cli", { subject: "owner" });
    const entries = clientEntries([program, owners], [grant("nightly")], KNOWN);
    expect(entries.seenBefore.map(({ tokenName }) => tokenName)).toEqual(["nightly", null]);
    expect(subjects(entries.unseen)).not.toContain("nightly");
  });
});
