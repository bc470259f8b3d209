import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { MemoriesProvider } from "../memories-context.tsx";
import { ReadingPane } from "./reading-pane.tsx";

const memory = sampleMemory({
  id: "01M82KF3NV8TVQ3AEHVSTPM1XA",
  content: "Money as integers\n\nRound money per line.",
});
const responses = {
  "memories.list": () => ({ items: [] }),
  "memories.similar": () => [],
};

it("marks the words of the search in the title and the text", async () => {
  const matched = {
    words: ["Money"],
    excerpt: "Round money per line.",
    highlights: [[6, 11]],
    similarity: null,
    coverage: 1,
    floor: 0,
    by: ["text"],
  } as const;
  renderPlace(
    <MemoriesProvider>
      <ReadingPane memory={memory} error={null} onRetry={() => undefined} />
    </MemoriesProvider>,
    `#/memories/all/${memory.id}?q=money`,
    {
      ...responses,
      "memories.search": () => ({
        items: [{ memory, score: 0.9, matched }],
        mode: "text",
        notices: [],
        lessLikely: 0,
      }),
    },
  );
  const page = await screen.findByRole("article", { name: "Memory" });
  await expect
    .poll(() => [...page.querySelectorAll("mark")].map((mark) => mark.textContent))
    .toEqual(["Money", "money"]);
});

it("says above the text that a newer memory replaced it", async () => {
  renderPlace(
    <MemoriesProvider>
      <ReadingPane
        memory={{ ...memory, supersededBy: "01M82KF3NV8TVQ3AEHVSTPM1XB" }}
        error={null}
        onRetry={() => undefined}
      />
    </MemoriesProvider>,
    `#/memories/all/${memory.id}`,
    responses,
  );
  const page = await screen.findByRole("article", { name: "Memory" });
  const note = within(page).getByText(/Replaced by a newer memory/);
  const title = within(page).getByRole("heading", { name: "Money as integers" });
  expect(note.compareDocumentPosition(title) & Node.DOCUMENT_POSITION_FOLLOWING).not.toBe(0);
});

it("names above the text the memories that it supersedes, with links", async () => {
  let older = ["One", "Two", "Three"].map((content, index) =>
    sampleMemory({ id: `01M82KF3NV8TVQ3AEHVSTPM1X${index}`, content, supersededBy: memory.id }),
  );
  const bridge = renderPlace(
    <MemoriesProvider>
      <ReadingPane memory={memory} error={null} onRetry={() => undefined} />
    </MemoriesProvider>,
    `#/memories/all/${memory.id}`,
    { ...responses, "memories.list": ({ supersededBy }) => ({ items: supersededBy === memory.id ? older : [] }) },
  );
  const note = await screen.findByRole("region", { name: "Replaces 3 older memories:" });
  expect(within(note).getByText("and 1 more")).toBeTruthy();
  fireEvent.click(within(note).getByRole("link", { name: "Two" }));
  expect(location.hash).toBe("#/memories/all/01M82KF3NV8TVQ3AEHVSTPM1X1");
  older = older.slice(0, 2);
  bridge.emit({ name: "memories.changed", payload: [] });
  expect(await screen.findByRole("region", { name: "Replaces 2 older memories:" })).toBeTruthy();
});
