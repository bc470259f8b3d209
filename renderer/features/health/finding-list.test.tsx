import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../../testing/render-place.tsx";
import { HealthView } from "./health-view.tsx";
import { COMMON, memoryOf, simulateLayout } from "./testing/health-samples.ts";

simulateLayout();

const three = ["a", "b", "c"].map((id) => memoryOf(id, `Deploys run at ${id}.`));
const show = async () => {
  let left = three;
  const bridge = renderPlace(<HealthView />, "#/health/unused", {
    ...COMMON,
    "memories.list": () => ({ items: left }),
    "memories.delete": ({ references }) => {
      left = left.filter(({ id }) => !references.includes(id));
      return references.map((id) => memoryOf(id, "", { deletedAt: "2026-02-01T00:00:00.000Z" }));
    },
  });
  await screen.findByText("Deploys run at a.");
  const press = (key: string) => fireEvent.keyDown(document.activeElement ?? document.body, { key });
  const focused = () => document.activeElement?.getAttribute("aria-label");
  return { bridge, press, focused };
};

it("moves between findings by arrow keys, with one finding in the tab order", async () => {
  const { press, focused } = await show();
  press("ArrowDown");
  await waitFor(() => expect(focused()).toBe("Open “Deploys run at a.”"));
  press("ArrowDown");
  await waitFor(() => expect(focused()).toBe("Open “Deploys run at b.”"));
  press("End");
  await waitFor(() => expect(focused()).toBe("Open “Deploys run at c.”"));
  expect(screen.getAllByRole("button", { name: "Delete" }).map(({ tabIndex }) => tabIndex)).toEqual([-1, -1, 0]);
});

it("runs an action by its key and focuses the next finding", async () => {
  const { bridge, press, focused } = await show();
  press("ArrowDown");
  await waitFor(() => expect(focused()).toBe("Open “Deploys run at a.”"));
  press("Backspace");
  await waitFor(() => expect(bridge.calls.find(({ method }) => method === "memories.delete")).toBeTruthy());
  bridge.emit({ name: "memories.changed", payload: [] });
  await waitFor(() => expect(screen.queryByText("Deploys run at a.")).toBeNull());
  await waitFor(() => expect(focused()).toBe("Open “Deploys run at b.”"));
});

it("decides about several findings with one action and one undo", async () => {
  const { bridge, press } = await show();
  press("ArrowDown");
  await waitFor(() => expect(document.activeElement?.getAttribute("aria-label")).toMatch(/at a/));
  press("s");
  fireEvent.click(screen.getByRole("checkbox", { name: "Select “Deploys run at c.”" }));
  const bar = within(screen.getByRole("region", { name: "Selected findings" }));
  expect(bar.getByText("2 findings selected")).toBeTruthy();
  expect(screen.getAllByRole("button", { name: /^Delete/ })).toHaveLength(1);
  fireEvent.click(bar.getByRole("button", { name: /^Delete/ }));
  const deleted = () => bridge.calls.filter(({ method }) => method === "memories.delete").map(({ input }) => input);
  await waitFor(() => expect(deleted()).toEqual([{ references: ["a", "c"] }]));
  expect(await screen.findByText("2 memories deleted.")).toBeTruthy();
  expect(screen.queryByRole("region", { name: "Selected findings" })).toBeNull();
});

it("selects by Shift and an arrow, and all, and clears the selection by Escape", async () => {
  const { focused } = await show();
  const press = (key: string, more: object = {}) =>
    fireEvent.keyDown(document.activeElement ?? document.body, { key, ...more });
  press("ArrowDown");
  await waitFor(() => expect(focused()).toMatch(/at a/));
  press("ArrowDown", { shiftKey: true });
  expect(await screen.findByText("2 findings selected")).toBeTruthy();
  press("a", { ctrlKey: true });
  expect(await screen.findByText("3 findings selected")).toBeTruthy();
  press("Escape");
  await waitFor(() => expect(screen.queryByText(/findings selected/)).toBeNull());
});

it("asks before it deletes memories of several projects, and names them", async () => {
  const bridge = renderPlace(<HealthView />, "#/health/unused", {
    ...COMMON,
    "memories.list": () => ({ items: [memoryOf("a", "One.", { domain: "acme/shop" }), memoryOf("b", "Two.")] }),
    "memories.delete": () => [],
  });
  for (const name of ["One.", "Two."]) {
    fireEvent.click(await screen.findByRole("checkbox", { name: `Select “${name}”` }));
  }
  fireEvent.click(screen.getByRole("button", { name: /^Delete/ }));
  const dialog = within(await screen.findByRole("dialog", { name: "Delete 2 findings of 2 projects?" }));
  expect(dialog.getByText(/acme\/shop \(1\) and user \(1\)/)).toBeTruthy();
  expect(bridge.calls.map(({ method }) => method)).not.toContain("memories.delete");
  fireEvent.click(dialog.getByRole("button", { name: "Delete" }));
  await waitFor(() => expect(bridge.calls.map(({ method }) => method)).toContain("memories.delete"));
});

it("offers the actions of a finding in its context menu", async () => {
  const { bridge } = await show();
  fireEvent.contextMenu(screen.getByText("Deploys run at b."));
  fireEvent.click(await screen.findByRole("menuitem", { name: /^Delete/ }));
  await waitFor(() =>
    expect(bridge.calls.find(({ method }) => method === "memories.delete")?.input).toEqual({ references: ["b"] }),
  );
});

it("ignores its keys while the focus is outside the list", async () => {
  const { bridge, press } = await show();
  press("Backspace");
  press("l");
  expect(bridge.calls.map(({ method }) => method)).not.toContain("memories.delete");
  expect(bridge.calls.map(({ method }) => method)).not.toContain("health.setDismissed");
});

it("renders only the visible rows of a long list", async () => {
  const many = Array.from({ length: 500 }, (_, index) => memoryOf(`m${index}`, `Fact ${index}.`));
  renderPlace(<HealthView />, "#/health/superseded", { ...COMMON, "memories.list": () => ({ items: many }) });
  await screen.findByText("Fact 0.");
  expect(screen.getAllByRole("listitem").length).toBeLessThan(60);
  expect(screen.getAllByRole("listitem")[0]?.getAttribute("aria-setsize")).toBe("500");
});
