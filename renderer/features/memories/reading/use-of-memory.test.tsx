import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { MemoryUse } from "../../../../electron/core/use.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { UseOfMemory } from "./reading-pane.tsx";

function show(use: MemoryUse) {
  const memory = sampleMemory({ id: "m", content: "Deploys run at 3." });
  return renderPlace(
    <dl>
      <UseOfMemory memory={memory} />
    </dl>,
    "#/memories/all/m",
    { "use.ofMemory": () => use },
  );
}

it("shows how often a memory was given and used, and opens the last conversation at the answer", async () => {
  const at = new Date().toISOString();
  show({ given: 12, used: 5, unknown: 1, last: { conversation: "0abcdefghj", message: 4, at, client: "claude-code" } });
  expect((await screen.findByText(/12 times, used 5, last in/)).textContent).toContain("a conversation");
  fireEvent.click(screen.getByRole("link", { name: "a conversation" }));
  expect(location.hash).toBe("#/conversations/0abcdefghj/4");
});

it("shows that the use is not known, and nothing of a memory that no client got", async () => {
  show({ given: 1, used: 0, unknown: 1, last: null });
  expect(await screen.findByText("1 time, use not known")).toBeTruthy();
});

it("shows nothing of a memory that no client got", async () => {
  const bridge = show({ given: 0, used: 0, unknown: 0, last: null });
  await expect.poll(() => bridge.calls.map(({ method }) => method)).toContain("use.ofMemory");
  expect(screen.queryByText("Given")).toBeNull();
});
