import { fireEvent, screen, waitForElementToBeRemoved } from "@testing-library/react";
import { expect, it } from "vitest";
import type { MethodOutput } from "../../../../electron/window-api/contract.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import { MemoriesProvider } from "../memories-context.tsx";
import { ListPane } from "./list-pane.tsx";

const hit = (id: string) => ({
  memory: sampleMemory({ id, content: `Content ${id}` }),
  score: 0.5,
  matched: { words: [], excerpt: `Content ${id}`, highlights: [], similarity: null, coverage: 0, floor: 0, by: [] },
});

/** Renders the list of a search with one relevant memory, or none, and two less likely ones. */
function renderSearch(relevant: readonly string[]) {
  renderPlace(
    <MemoriesProvider>
      <ListPane isWelcoming={false} />
    </MemoriesProvider>,
    "#/memories/all?q=cache",
    {
      "memories.search": ({ minScore }) => {
        const ids = minScore === 0 ? [...relevant, "b", "c"] : relevant;
        const notices = [{ reason: "nothing_relevant" as const, params: { count: 2 } }];
        return { items: ids.map(hit), mode: "text", notices, lessLikely: minScore === 0 ? 0 : 2 };
      },
    },
  );
}

it("shows how many memories are less likely below the results, and lists them on request", async () => {
  renderSearch(["a"]);
  fireEvent.click(await screen.findByRole("button", { name: "2 more, less likely" }));
  expect(await screen.findByText(/3 found/)).toBeTruthy();
  expect(screen.queryByRole("button", { name: /less likely/ })).toBeNull();
});

it("says that nothing is relevant, without the notice for clients, and offers the less likely memories", async () => {
  renderSearch([]);
  expect(await screen.findByText("Nothing relevant")).toBeTruthy();
  expect(screen.queryByText(/minScore/)).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "Show 2 less likely" }));
  expect(await screen.findByText(/2 found/)).toBeTruthy();
});

it("shows above the list whose memories are missing, until the database can be reached", async () => {
  let notices: MethodOutput<"memories.list">["notices"] = [
    { reason: "remote_unreachable", params: { domain: "acme/archive" } },
  ];
  const bridge = renderPlace(
    <MemoriesProvider>
      <ListPane isWelcoming={false} />
    </MemoriesProvider>,
    "#/memories/all",
    { "memories.list": () => ({ items: [hit("a").memory], notices }) },
  );
  expect(await screen.findByText(/database of project acme\/archive cannot be reached/)).toBeTruthy();
  notices = undefined;
  bridge.emit({ name: "remoteDomains.changed", payload: null });
  await waitForElementToBeRemoved(() => screen.queryByText(/cannot be reached/));
});

it("says that it searches when the results take longer, in place of the number of the rows before", async () => {
  let finish = () => {};
  const slow = new Promise<void>((resolve) => {
    finish = resolve;
  });
  renderPlace(
    <MemoriesProvider>
      <ListPane isWelcoming={false} />
    </MemoriesProvider>,
    "#/memories/all?q=cache",
    {
      "memories.search": async ({ query }) => {
        if (query === "cache key") await slow;
        return { items: [hit(query === "cache key" ? "b" : "a")], mode: "text", notices: [], lessLikely: 0 };
      },
    },
  );
  expect(await screen.findByText(/1 found/)).toBeTruthy();
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "cache key" } });
  expect(await screen.findByText("Searching…")).toBeTruthy();
  expect(screen.queryByText(/1 found/)).toBeNull();
  finish();
  expect(await screen.findByText(/1 found/)).toBeTruthy();
  expect(screen.queryByText("Searching…")).toBeNull();
});
