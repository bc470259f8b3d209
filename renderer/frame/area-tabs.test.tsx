import { screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleSpace } from "../testing/samples.ts";
import { ClientTabs, ProjectTabs } from "./area-tabs.tsx";

const current = () =>
  screen
    .getAllByRole("link")
    .filter((link) => link.hasAttribute("aria-current"))
    .map((link) => link.getAttribute("aria-label"));

it.each([
  ["#/projects", "All"],
  ["#/spaces/join", "Spaces"],
  ["#/remoteDomains", "Remote projects"],
])("marks the view of %s", (address, name) => {
  renderPlace(<ProjectTabs />, address, {});
  expect(current()).toEqual([name]);
});

it("shows the number of spaces, and those that stopped", async () => {
  let state: "idle" | "stopped" = "idle";
  const bridge = renderPlace(<ProjectTabs />, "#/projects", {
    "spaces.list": () => [sampleSpace({ sync: { state } as never })],
    "remoteDomains.list": () => [],
  });
  const link = screen.getByRole("link", { name: "Spaces" });
  expect(await within(link).findByText("1")).toBeTruthy();
  state = "stopped";
  bridge.emit({ name: "spaces.changed", payload: null });
  expect(await within(link).findByText("1 stopped")).toBeTruthy();
});

it("has no tabs on the page of a project", () => {
  renderPlace(<ProjectTabs />, "#/projects/acme%2Fshop", {});
  expect(screen.queryByRole("navigation")).toBeNull();
});

it.each([
  ["#/clients/connect", "All"],
  ["#/clientMemories", "Assistants’ own memories"],
])("marks the view of Clients at %s", (address, name) => {
  renderPlace(<ClientTabs />, address, {});
  expect(current()).toEqual([name]);
});
