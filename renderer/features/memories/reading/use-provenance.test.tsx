import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Revision } from "../../../../electron/core/memory.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { SPACE, sampleMemory, sampleSpace } from "../../../testing/samples.ts";
import { MemoriesProvider } from "../memories-context.tsx";
import { ReadingPane } from "./reading-pane.tsx";

const memory = sampleMemory({ id: "m", content: "Deploys run at 3.", domain: "acme/shop", revision: 2 });

function show(domain: string) {
  const open = { ...memory, domain };
  const revision = (number: number): Revision => ({
    ...open,
    memoryId: "m",
    revision: number,
    action: number === 1 ? "capture" : "update",
    client: number === 1 ? { name: "claude-code", version: "2" } : null,
    at: open.createdAt,
  });
  return renderPlace(
    <MemoriesProvider>
      <ReadingPane memory={open} error={null} onRetry={() => undefined} />
    </MemoriesProvider>,
    "#/memories/all/m",
    {
      "spaces.list": () => [sampleSpace()],
      "memories.similar": () => [],
      "memories.history": () => [revision(2), revision(1)],
      "spaces.provenance": () => ({
        space: SPACE,
        revisions: [
          { revision: 1, device: { id: "this", name: "" }, isConcurrent: false },
          { revision: 2, device: { id: "other", name: "Desktop" }, isConcurrent: true },
        ],
      }),
    },
  );
}

it("shows the space of a memory, and the device of each revision", async () => {
  show("acme/shop");
  expect((await screen.findByRole("link", { name: "Team" })).getAttribute("href")).toBe(`#/spaces/${SPACE}`);
  expect(await screen.findByText(/by you on this device/)).toBeTruthy();
  fireEvent.click(screen.getByRole("tab", { name: /History/ }));
  expect((await screen.findByRole("button", { name: /^2/ })).textContent).toContain("a person on Desktopconcurrent");
  expect(screen.getByRole("button", { name: /^1/ }).textContent).toContain("Claude Code on this device");
});

it("reads no origin of a memory that is in no space", async () => {
  const bridge = show("user");
  fireEvent.click(await screen.findByRole("tab", { name: /History/ }));
  expect((await screen.findByRole("button", { name: /^2/ })).textContent).not.toContain("device");
  expect(bridge.calls.some(({ method }) => method === "spaces.provenance")).toBe(false);
});
