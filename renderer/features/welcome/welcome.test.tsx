import { cleanup, fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import type { Memory } from "../../../electron/core/memory.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleActivity, sampleKnownClient, sampleMemory } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { useSampleMemory } from "../memories/data/use-capture.ts";
import { Welcome } from "./welcome.tsx";

function FirstSteps() {
  return <Welcome sample={useSampleMemory()} onClose={vi.fn()} />;
}

const responses: Responses = {
  "connections.catalogue": () => [
    sampleKnownClient("zed", "Zed", { installed: false }),
    sampleKnownClient("cursor", "Cursor", { state: "connected" }),
    sampleKnownClient("claude-code", "Claude Code"),
  ],
  "clients.list": () => [],
  "memories.list": () => ({ items: [] }),
};

const spoken = sampleActivity("claude-code", { connected: true, sessions: 1, lastMethod: "search_memories" });

describe("Welcome", () => {
  it("offers the clients on this computer and says which are set up", async () => {
    renderPlace(<FirstSteps />, "#/memories", responses);
    fireEvent.click(await screen.findByRole("button", { name: "Connect Claude Code" }));
    expect(location.hash).toBe("#/clients/connect/claude-code");
    expect(screen.getByText("Connected, not used yet: Cursor. Open one and start a new session.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Connect Cursor" })).toBeNull();
    expect(screen.queryByRole("button", { name: /Zed/ })).toBeNull();
  });

  it("names a client that its plugin connects instead of offering it", async () => {
    const plugin = { clientId: "claude-code", title: "Claude Code", hasHooks: true, folder: "/data" } as const;
    renderPlace(<FirstSteps />, "#/memories", {
      ...responses,
      "plugins.list": () => [{ ...plugin, state: "installed" }],
    });
    expect(await screen.findByText(/^Connected, not used yet: Cursor and Claude Code\./)).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Connect Claude Code" })).toBeNull();
  });

  it("completes the first step only when a client has sent a request", async () => {
    renderPlace(<FirstSteps />, "#/memories", {
      ...responses,
      "clients.list": () => [spoken],
    });
    expect(await screen.findByText("Claude Code connected.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Connect Claude Code" })).toBeNull();
    const [first, second] = screen.getAllByRole("listitem");
    expect(within(first as HTMLElement).queryByText("(done)")).toBeTruthy();
    expect(within(second as HTMLElement).queryByText("(done)")).toBeNull();
  });

  it("completes the second step with the newest memory of all, by the name of its assistant, as soon as it is stored", async () => {
    let items: readonly Memory[] = [];
    const bridge = renderPlace(<FirstSteps />, "#/memories/welcome?q=nothing", {
      ...responses,
      "memories.list": ({ domain }) => ({ items: domain === "_" ? items : [] }),
    });
    const [, second] = await screen.findAllByRole("listitem");
    expect(within(second as HTMLElement).queryByText("(done)")).toBeNull();
    items = [sampleMemory({ content: "Deploys run at 3.", client: { name: "claude-code", version: "2" } })];
    bridge.emit({ name: "memories.changed", payload: [] });
    expect(await within(second as HTMLElement).findByText("Deploys run at 3.")).toBeTruthy();
    expect(within(second as HTMLElement).getByText("by Claude Code")).toBeTruthy();
    expect(within(second as HTMLElement).getByText("(done)")).toBeTruthy();
  });

  it("shows why the sample could not be created", async () => {
    renderPlace(<FirstSteps />, "#/memories", {
      ...responses,
      "memories.capture": () => {
        throw new Error("The disk is full.");
      },
    });
    fireEvent.click(screen.getByRole("button", { name: "Create a sample" }));
    expect(await screen.findAllByText(/The disk is full/)).not.toHaveLength(0);
  });

  it("offers to search earlier sessions until a client is read", async () => {
    const session = { enabled: false, transcripts: 4, bytes: 2_000_000, since: null, latest: null };
    const survey = [
      { ...session, client: "claude-code" },
      { ...session, client: "goose", transcripts: 0 },
    ];
    renderPlace(<FirstSteps />, "#/memories", {
      ...responses,
      "conversations.survey": () => survey,
    });
    expect((await screen.findByText(/The sessions of Claude Code on/)).textContent).not.toContain("Goose");
    fireEvent.click(screen.getByRole("button", { name: "Choose clients" }));
    expect(location.hash).toBe("#/conversations");
    cleanup();
    renderPlace(<FirstSteps />, "#/memories", {
      ...responses,
      "conversations.survey": () => survey.map((each) => ({ ...each, enabled: true })),
    });
    expect(await screen.findByRole("button", { name: "Connect Claude Code" })).toBeTruthy();
    expect(screen.queryByText(/can be searched/)).toBeNull();
  });
});
