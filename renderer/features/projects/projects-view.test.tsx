import { fireEvent, screen, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { activityEntry } from "../../../electron/core/activity.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleConversation, sampleMemory } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { ProjectsView } from "./projects-view.tsx";

const responses: Responses = {
  "memories.projects": () => [
    { name: "acme/shop", memories: 2, changedAt: "2026-11-21T10:00:00.000Z" },
    { name: "acme/infra", memories: 1, changedAt: null },
  ],
  "memories.facets": ({ domain }) => ({
    total: domain === "acme/shop" ? 2 : 0,
    namespaces: [],
    domains: [],
    tags: [],
    clients: [{ value: "codex", count: 2 }],
  }),
  "memories.list": ({ domain, namespace }) => ({
    items: [sampleMemory({ id: "01R", content: `Rule of ${String(domain)} in ${String(namespace)}` })],
  }),
  "memories.captureActivity": () => ({
    days: [
      { day: "2026-11-20", count: 1 },
      { day: "2026-11-21", count: 1 },
    ],
    namespaces: [],
    tags: [],
    neverRecalled: [],
  }),
  "conversations.sessions": () => ({ items: [sampleConversation("c1")] }),
  "activity.entries": ({ domain }) => ({
    items: [
      activityEntry({
        kind: "called",
        at: new Date().toISOString(),
        client: "Codex",
        tool: "list_tickets",
        server: "tickets",
        domain: domain ?? null,
        request: 1,
      }),
    ],
  }),
};
const show = (address: string) => renderPlace(<ProjectsView />, address, responses);

it("lists all projects, and opens one", async () => {
  show("#/projects");
  fireEvent.click(await screen.findByRole("button", { name: /acme\/shop/ }));
  expect(location.hash).toBe("#/projects/acme%2Fshop");
});

it("shows the rules of a project first, then conversations, assistants, servers and its size", async () => {
  show("#/projects/acme%2Fshop");
  const rule = await screen.findByRole("link", { name: "Rule of acme/shop in decisions,patterns" });
  expect(rule.getAttribute("href")).toBe("#/memories/all/01R?domain=acme%2Fshop");
  const conversations = screen.getByRole("region", { name: "Conversations" });
  expect(await within(conversations).findByRole("link", { name: "About c1" })).toBeTruthy();
  const clients = screen.getByRole("region", { name: "Assistants" });
  expect(within(clients).getByText("2 memories")).toBeTruthy();
  expect(await screen.findByRole("region", { name: "Servers used in the last seven days" })).toBeTruthy();
  const size = await screen.findByRole("region", { name: "Size over time" });
  expect(within(size).getByRole("img").getAttribute("aria-label")).toMatch(/: 2 memories$/);
  expect(within(size).getAllByRole("row", { hidden: true })).toHaveLength(3);
  const changed = screen.getByRole("region", { name: "What changed" });
  expect((await within(changed).findByText("list_tickets")).closest("span")?.textContent).toBe(
    "Codex used list_tickets of tickets.",
  );
  fireEvent.click(screen.getByRole("button", { name: "Show all 2 memories" }));
  expect(location.hash).toBe("#/memories/all?domain=acme%2Fshop");
});

it("says that a project has no memories", async () => {
  show("#/projects/acme%2Fgone");
  expect(await screen.findByText("No memories in this project")).toBeTruthy();
});

it("names the project once, not in each line of its changes", async () => {
  const memory = { id: "01R", title: "Refunds are rounded per line" };
  renderPlace(<ProjectsView />, "#/projects/acme%2Fshop", {
    ...responses,
    "activity.entries": () => ({
      items: [
        activityEntry({
          kind: "remembered",
          at: new Date().toISOString(),
          client: "Codex",
          memory,
          domain: "acme/shop",
          request: 1,
        }),
      ],
    }),
  });
  const changed = await screen.findByRole("region", { name: "What changed" });
  expect((await within(changed).findByText("Refunds are rounded per line")).closest("li")?.textContent).toMatch(
    /Codex remembered Refunds are rounded per line\.$/,
  );
  expect(changed.textContent).not.toContain("acme/shop");
});

it("shows no size over time on the first day", async () => {
  renderPlace(<ProjectsView />, "#/projects/acme%2Fshop", {
    ...responses,
    "memories.captureActivity": () => ({
      days: [{ day: "2026-11-20", count: 3 }],
      namespaces: [],
      tags: [],
      neverRecalled: [],
    }),
  });
  await screen.findByText("About c1");
  expect(screen.queryByRole("region", { name: "Size over time" })).toBeNull();
});

it("merges several projects into one, and undoes that in one step", async () => {
  const bridge = renderPlace(<ProjectsView />, "#/projects", {
    ...responses,
    "memories.projects": () =>
      ["acme/web", "acme/shop", "acme/old"].map((name, index) => ({ name, memories: index + 1, changedAt: null })),
    "memories.movePlace": ({ kind, from, to }) => ({
      kind,
      from,
      to,
      id: `move ${from}`,
      memories: 1,
      others: 0,
      identical: 0,
      isNew: false,
      shared: [],
      clients: [],
    }),
    "memories.undoPlaceMove": () => ({ memories: 1 }),
  });
  const called = (method: string) => bridge.calls.filter((call) => call.method === method).map(({ input }) => input);
  fireEvent.click(await screen.findByRole("button", { name: /acme\/web/ }), { ctrlKey: true });
  fireEvent.click(screen.getByRole("button", { name: /acme\/old/ }), { shiftKey: true });
  fireEvent.click(screen.getByRole("button", { name: "Merge…" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Merge 3 projects" }));
  expect(dialog.getByText(/^3 memories would move/)).toBeTruthy();
  fireEvent.click(dialog.getByRole("button", { name: "Merge" }));
  expect(await screen.findByText("2 projects merged into acme/old.")).toBeTruthy();
  expect(called("memories.movePlace")).toEqual(
    ["acme/web", "acme/shop"].map((from) => ({ kind: "domain", from, to: "acme/old" })),
  );
  fireEvent.click(screen.getByRole("button", { name: "Undo" }));
  await screen.findByText(/^Undone/);
  expect(called("memories.undoPlaceMove")).toEqual([{ id: "move acme/shop" }, { id: "move acme/web" }]);
});
