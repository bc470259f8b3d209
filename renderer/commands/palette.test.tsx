import { act, fireEvent, screen } from "@testing-library/react";
import { useState } from "react";
import { expect, it, onTestFinished, vi } from "vitest";
import { renderPlace } from "../testing/render-place.tsx";
import { useCommands } from "./commands.tsx";
import { Palette } from "./palette.tsx";

function Place() {
  const [open, setOpen] = useState(false);
  useCommands([{ id: "palette", title: "Palette", group: "General", keys: ["mod+k"], run: () => setOpen(true) }]);
  return <Palette open={open} onClose={() => setOpen(false)} />;
}

it("has the focus in its field before the next key, even if no frame is drawn", async () => {
  const frames = vi.spyOn(window, "requestAnimationFrame").mockReturnValue(0);
  onTestFinished(() => frames.mockRestore());
  renderPlace(<Place />, "#/memories", {});
  await act(async () => void fireEvent.keyDown(document.body, { key: "k", ctrlKey: true }));
  expect(document.activeElement).toBe(screen.getByRole("combobox"));
});
