import { fireEvent, screen, waitFor } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import { usePasteMemory } from "./use-paste-memory.ts";

const memory = sampleMemory({ id: "01J", content: "Pasted words" });

function Place() {
  usePasteMemory();
  return <input aria-label="Field" />;
}

function paste(target: Element, text: string) {
  fireEvent.paste(target, { clipboardData: { getData: () => text } });
}

function show() {
  return renderPlace(<Place />, "#/memories", {
    "memories.capture": () => ({ memory, created: true, addedTags: [], waiting: false, similar: [], notices: [] }),
    "memories.delete": () => [memory],
  });
}

it("captures a memory on paste outside a field, opens it and offers to undo", async () => {
  const bridge = show();
  paste(document.body, "Pasted words");
  fireEvent.click(await screen.findByRole("button", { name: "Undo" }));
  expect(location.hash).toBe("#/memories/all/01J");
  await waitFor(() =>
    expect(bridge.calls.map(({ method }) => method)).toEqual(["memories.capture", "memories.delete"]),
  );
});

it("ignores a paste into a field", () => {
  const bridge = show();
  paste(screen.getByLabelText("Field"), "Pasted words");
  expect(bridge.calls).toEqual([]);
});
