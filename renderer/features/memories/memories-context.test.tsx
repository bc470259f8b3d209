import { useQueryClient } from "@tanstack/react-query";
import { fireEvent, screen, waitFor } from "@testing-library/react";
import { useEffect, useState } from "react";
import { expect, it } from "vitest";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import { MemoriesProvider, useMemories } from "./memories-context.tsx";

function List() {
  const { rows, loadMore } = useMemories();
  const client = useQueryClient();
  const [isNearEnd, setIsNearEnd] = useState(false);
  useEffect(() => {
    if (isNearEnd) loadMore();
  }, [isNearEnd, loadMore]);
  return (
    <>
      <output>{rows.map(({ memory }) => memory.id).join(" ")}</output>
      <button type="button" onClick={() => void client.invalidateQueries({ queryKey: ["memories.pages"] })}>
        refetch
      </button>
      <button type="button" onClick={() => setIsNearEnd(true)}>
        scroll
      </button>
    </>
  );
}

it("loads the next page after a refetch that was in progress when the end of the list came near", async () => {
  const refetch = Promise.withResolvers<void>();
  let firstPages = 0;
  renderPlace(
    <MemoriesProvider>
      <List />
    </MemoriesProvider>,
    "#/memories",
    {
      "memories.count": () => 2,
      "memories.list": async ({ cursor }) => {
        if (cursor !== undefined) return { items: [sampleMemory({ id: "a" })] };
        if (++firstPages === 2) await refetch.promise;
        return { items: [sampleMemory({ id: "b" })], nextCursor: "2" };
      },
    },
  );
  expect(await screen.findByText("b")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "refetch" }));
  await waitFor(() => expect(firstPages).toBe(2));
  fireEvent.click(screen.getByRole("button", { name: "scroll" }));
  refetch.resolve();
  expect(await screen.findByText("b a")).toBeTruthy();
});
