import { fireEvent, screen, within } from "@testing-library/react";
import { describe, expect, it, vi } from "vitest";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleActivity, sampleCatalogueClient } from "../../testing/sample-answers.ts";
import type { Answers } from "../../testing/test-bridge.ts";
import { useSampleMemory } from "../memories/data/use-sample-memory.ts";
import { Welcome } from "./welcome.tsx";

function FirstSteps() {
  return <Welcome newest={undefined} sample={useSampleMemory()} onClose={vi.fn()} />;
}

const answers: Answers = {
  "connections.catalogue": () => [
    sampleCatalogueClient("zed", "Zed", { installed: false }),
    sampleCatalogueClient("cursor", "Cursor", { state: "connected" }),
    sampleCatalogueClient("claude-code", "Claude Code"),
  ],
  "clients.list": () => [],
};

const spoken = sampleActivity("claude-code", { connected: true, sessions: 1, lastMethod: "search_memories" });

describe("the first steps", () => {
  it("offer the clients that are on this computer, and say which are set up", async () => {
    renderPlace(<FirstSteps />, "#/memories", answers);
    fireEvent.click(await screen.findByRole("button", { name: "Connect Claude Code" }));
    expect(location.hash).toBe("#/clients/connect/claude-code");
    expect(screen.getByRole("button", { name: "Cursor: set up" })).toBeTruthy();
    expect(screen.queryByRole("button", { name: /Zed/ })).toBeNull();
  });

  it("count a client as connected only when it has spoken", async () => {
    renderPlace(<FirstSteps />, "#/memories", {
      ...answers,
      "clients.list": () => [spoken],
    });
    expect(await screen.findByText("Claude Code has spoken.")).toBeTruthy();
    expect(screen.queryByRole("button", { name: "Connect Claude Code" })).toBeNull();
    const [first, second] = screen.getAllByRole("listitem");
    expect(within(first as HTMLElement).queryByText("(done)")).toBeTruthy();
    expect(within(second as HTMLElement).queryByText("(done)")).toBeNull();
  });

  it("say why the sample could not be written", async () => {
    renderPlace(<FirstSteps />, "#/memories", {
      ...answers,
      "memories.capture": () => {
        throw new Error("The disk is full.");
      },
    });
    fireEvent.click(screen.getByRole("button", { name: "Write a sample" }));
    expect(await screen.findAllByText(/The disk is full/)).not.toHaveLength(0);
  });
});
