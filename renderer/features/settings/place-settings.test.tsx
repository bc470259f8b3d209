import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import type { PlaceMoved, Places } from "../../../electron/core/places.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { PlaceSettings } from "./place-settings.tsx";

const PLACES: Places = {
  domains: [
    { name: "acme/web", memories: 12, others: 0, isShared: true },
    { name: "Acme/Web", memories: 3, others: 1, isShared: false },
    { name: "user", memories: 0, others: 0, isShared: false },
  ],
  namespaces: [
    { name: "decisions", memories: 15, others: 1, isBuiltIn: true },
    { name: "dec", memories: 0, others: 0, isBuiltIn: false },
  ],
  repeated: [["acme/web", "Acme/Web"]],
  formerNames: [{ name: "acme/site", means: "acme/web" }],
};

function open() {
  return renderPlace(<PlaceSettings />, "#/settings", {
    "memories.places": () => PLACES,
    "memories.movePlace": ({ kind, from, to, dryRun }): PlaceMoved => ({
      ...{ kind, from, to, memories: 3, others: 1, identical: 2, shared: ["acme/web"], clients: ["codex"] },
      isNew: to !== "acme/web",
      id: dryRun === true ? null : "move-1",
    }),
    "memories.undoPlaceMove": () => ({ memories: 4 }),
    "memories.setFormerName": () => [],
  });
}

it("offers to merge the domains that are one project, after a preview", async () => {
  const bridge = open();
  expect(await screen.findByText("“Acme/Web” and “acme/web” are one project.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Merge" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge or rename Acme/Web" }));
  expect(await dialog.findByText(/^3 memories would move, and 1 in the trash/)).toBeTruthy();
  expect(dialog.getByText("2 memories with the same text are in both. Health lists them afterwards.")).toBeTruthy();
  expect(dialog.getByText("acme/web is shared: other people see the change.")).toBeTruthy();
  expect(dialog.getByText("Limited to it, and to acme/web after the move: codex.")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
  expect(await screen.findByText("3 memories moved from Acme/Web to acme/web.")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  await waitFor(() => {
    expect(bridge.calls).toContainEqual({ method: "memories.undoPlaceMove", input: { id: "move-1" } });
  });
});

it("renames a domain to the typed name, and removes a namespace only if it is the owner's and empty", async () => {
  const bridge = open();
  fireEvent.click(await screen.findByText("3 projects"));
  fireEvent.click(screen.getByRole("button", { name: "Merge or rename acme/web" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(dialog.getByRole("button", { name: "Merge" }).hasAttribute("disabled")).toBe(true);
  fireEvent.change(dialog.getByLabelText("Project"), { target: { value: "acme/shop" } });
  expect(await dialog.findByText("acme/shop is new.")).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Rename" }));
  await waitFor(() => {
    expect(bridge.calls).toContainEqual({
      method: "memories.movePlace",
      input: { kind: "domain", from: "acme/web", to: "acme/shop" },
    });
  });
  fireEvent.click(screen.getByText("2 namespaces"));
  const remove = (name: string) => screen.getByRole("button", { name: `Remove the namespace ${name}` });
  expect(remove("decisions").hasAttribute("disabled") || remove("decisions").ariaDisabled === "true").toBe(true);
  fireEvent.click(remove("dec"));
  await waitFor(() => {
    expect(bridge.calls).toContainEqual({
      method: "memories.movePlace",
      input: { kind: "namespace", from: "dec", to: null },
    });
  });
});

it("lists the former names of domains, forgets one, and offers to undo that", async () => {
  const bridge = open();
  fireEvent.click(await screen.findByText("1 former name"));
  expect(screen.getByText("acme/site means acme/web")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Forget the former name acme/site" }));
  expect(await screen.findByText("acme/site is no longer a name of another project.")).toBeTruthy();
  expect(bridge.calls).toContainEqual({
    method: "memories.setFormerName",
    input: { name: "acme/site", means: null },
  });
  fireEvent.click(screen.getByRole("button", { name: /Undo/ }));
  await waitFor(() => {
    expect(bridge.calls).toContainEqual({
      method: "memories.setFormerName",
      input: { name: "acme/site", means: "acme/web" },
    });
  });
});
