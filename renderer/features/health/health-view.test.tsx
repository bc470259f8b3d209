import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { describe, expect, it } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { HealthView } from "./health-view.tsx";

function memoryOf(id: string, content: string, rest: Partial<Memory> = {}): Memory {
  return {
    id,
    urn: `recollect://user/context/${id}`,
    content,
    namespace: "context",
    domain: "user",
    tags: [],
    source: null,
    client: null,
    createdAt: "2026-01-01T00:00:00.000Z",
    updatedAt: "2026-01-01T00:00:00.000Z",
    revision: 1,
    deletedAt: null,
    pinned: false,
    supersededBy: null,
    recallCount: 0,
    recalledAt: null,
    ...rest,
  };
}

const counts = { memories: 4, trash: 0, superseded: 0, pinned: 0, domains: 1, namespaces: 1, tags: 0 };
const newer = memoryOf("b", "Deploys run at 3.", { tags: ["deploy"] });
const older = memoryOf("a", "Deploys run at night.", { tags: ["night"], revision: 2 });
const common = { "memories.counts": () => counts, "health.dismissed": () => [] };

describe("near duplicates", () => {
  it("are found step by step and merged with the tags of both, at the revisions that were seen", async () => {
    const bridge = renderPlace(<HealthView />, "#/health/duplicates", {
      ...common,
      "memories.findDuplicates": ({ cursor }) =>
        cursor === null
          ? { items: [], scanned: 2, nextCursor: "2" }
          : { items: [{ memory: newer, other: older, score: 0.91 }], scanned: 2 },
      "memories.merge": () => ({ kept: { ...older, revision: 3 }, superseded: { ...newer, supersededBy: "a" } }),
    });
    fireEvent.click(await screen.findByRole("button", { name: "Merge…" }));
    const dialog = within(await screen.findByRole("dialog"));
    fireEvent.click(dialog.getByRole("radio", { name: "older" }));
    expect(dialog.getByRole("textbox")).toHaveProperty("value", "Deploys run at night.");
    fireEvent.change(dialog.getByRole("textbox"), { target: { value: "Deploys run at 3 in the night." } });
    fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
    await waitFor(() =>
      expect(bridge.calls.find(({ method }) => method === "memories.merge")?.input).toEqual({
        keep: "a",
        other: "b",
        content: "Deploys run at 3 in the night.",
        tags: ["deploy", "night"],
        expectedRevision: 2,
        otherRevision: 1,
      }),
    );
  });
});

describe("secrets", () => {
  it("that are let be are not shown", async () => {
    let dismissed: readonly string[] = [];
    renderPlace(<HealthView />, "#/health/secrets", {
      ...common,
      "health.dismissed": () => dismissed,
      "health.setDismissed": ({ keys }) => {
        dismissed = keys;
        return dismissed;
      },
      "memories.findSecrets": () => ({ items: [{ memory: newer, excerpt: "token: ••••••" }], scanned: 4 }),
    });
    expect(await screen.findByText("token: ••••••")).toBeTruthy();
    fireEvent.click(screen.getByRole("button", { name: "Let be" }));
    expect(await screen.findByText("Nothing looks like a secret")).toBeTruthy();
    expect(dismissed).toEqual(["secret:b@1"]);
  });

  it("are dropped once their memory changes, and a failed walk can go on", async () => {
    let attempts = 0;
    const bridge = renderPlace(<HealthView />, "#/health/secrets", {
      ...common,
      "memories.findSecrets": () => {
        if (++attempts === 1) throw new Error("The disk is gone.");
        return { items: [{ memory: newer, excerpt: "token: ••••••" }], scanned: 4 };
      },
    });
    fireEvent.click(await screen.findByRole("button", { name: "Try again" }));
    expect(await screen.findByText("token: ••••••")).toBeTruthy();
    const { id, urn, domain, namespace, tags, client } = newer;
    const change = {
      kind: "deleted" as const,
      id,
      urn,
      previousUrn: urn,
      domain,
      namespace,
      tags,
      revision: 2,
      client,
    };
    bridge.emit({ name: "memories.changed", payload: [change] });
    expect(await screen.findByText("Nothing looks like a secret")).toBeTruthy();
  });
});

describe("what was never recalled", () => {
  it("is listed from the oldest, and kept by pinning", async () => {
    const bridge = renderPlace(<HealthView />, "#/health/unused", {
      ...common,
      "memories.list": () => ({ items: [older] }),
      "memories.setPinned": () => [{ ...older, pinned: true }],
    });
    fireEvent.click(await screen.findByRole("button", { name: "Keep" }));
    await waitFor(() =>
      expect(bridge.calls.find(({ method }) => method === "memories.setPinned")?.input).toEqual({
        references: ["a"],
        pinned: true,
      }),
    );
    expect(bridge.calls.find(({ method }) => method === "memories.list")?.input).toMatchObject({
      neverRecalled: true,
      pinned: false,
      before: "30d",
      sort: "created-ascending",
    });
  });
});
