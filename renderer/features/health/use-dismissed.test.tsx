import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import { useFrameCommands } from "../../frame/use-frame-commands.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { useDismissed } from "./use-dismissed.ts";

function Place() {
  useFrameCommands({ openPalette: () => undefined, openShortcuts: () => undefined });
  const { dismiss } = useDismissed();
  return ["a", "b"].map((key) => (
    <button key={key} type="button" onClick={() => dismiss([key], `“${key}”`)}>
      {key}
    </button>
  ));
}

it("undoes the dismissal that is being stored, not an earlier one", async () => {
  const stored = Promise.withResolvers<void>();
  const bridge = renderPlace(<Place />, "#/health", {
    "health.dismissed": () => [],
    "health.setDismissed": async ({ keys, dismissed }) => {
      if (dismissed && keys[0] === "b") await stored.promise;
      return keys;
    },
  });
  const inputs = () => bridge.calls.filter(({ method }) => method === "health.setDismissed").map(({ input }) => input);
  fireEvent.click(screen.getByRole("button", { name: "a" }));
  await screen.findByRole("button", { name: "Undo" });
  fireEvent.click(screen.getByRole("button", { name: "b" }));
  await expect.poll(inputs).toHaveLength(2);
  fireEvent.keyDown(document.body, { key: "z", ctrlKey: true });
  stored.resolve();
  await expect.poll(inputs).toHaveLength(3);
  expect(inputs().at(-1)).toEqual({ keys: ["b"], dismissed: false });
});
