import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import { en } from "../../electron/text/en.ts";
import type { SavedView } from "../../electron/window-api/contract.ts";
import { NUMBERED_PLACES } from "../navigation/route.ts";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleConversationStatus, sampleMemory, sampleServer, sampleSpace, sampleStatus } from "../testing/samples.ts";
import type { Responses } from "../testing/test-bridge.ts";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Sidebar } from "./sidebar.tsx";

const status = sampleStatus({ clientsConnected: 2 });
const views: SavedView[] = [
  { id: "1", name: "Databases", address: "#/memories/all?tag=database" },
  { id: "2", name: "Orders", address: "#/memories/all?q=orders" },
];
const responses: Responses = {
  "app.status": () => status,
  "memories.counts": () => ({
    memories: 1204,
    trash: 3,
    superseded: 0,
    expired: 0,
    upcoming: 0,
    pinned: 0,
    domains: 1,
    namespaces: 1,
    tags: 1,
  }),
  "requests.rates": () => ({ minutes: [] }),
  "views.list": () => views,
};

function show(address: string, changed: Responses = {}) {
  return renderPlace(
    <TooltipProvider>
      <Sidebar onPalette={vi.fn()} />
    </TooltipProvider>,
    address,
    { ...responses, ...changed },
  );
}

/** Makes the window too narrow for two panes. */
function narrow() {
  const list = { matches: true, addEventListener: vi.fn(), removeEventListener: vi.fn() };
  vi.stubGlobal("matchMedia", () => list);
}
afterEach(() => vi.unstubAllGlobals());

describe("Sidebar", () => {
  it("shows counts except zero", async () => {
    show("#/activity", { "conversations.status": () => sampleConversationStatus({ sessions: 0 }) });
    expect(await screen.findByText("1,204")).toBeTruthy();
    expect(within(screen.getByRole("link", { name: "Conversations" })).queryByText("0")).toBeNull();
    expect(screen.getByRole("link", { name: "Activity" }).getAttribute("aria-current")).toBe("page");
  });

  it("marks an open view as current, and not Memories too", async () => {
    show("#/memories/all?tag=database");
    const view = await screen.findByRole("link", { name: "Databases" });
    expect(view.getAttribute("aria-current")).toBe("page");
    expect(screen.getByRole("link", { name: "Memories" }).getAttribute("aria-current")).toBeNull();
  });

  it("numbers the places in their order on screen", () => {
    show("#/activity");
    const names = screen.getAllByRole("link").map((link) => link.getAttribute("aria-label"));
    expect(names).toEqual(NUMBERED_PLACES.map((place) => en.frame[place]));
  });

  it("says in words whether it serves, and the port in the tooltip", async () => {
    show("#/activity");
    expect(await screen.findByText("2 clients connected")).toBeTruthy();
    const block = screen.getByRole("region", { name: "Service" });
    expect(block.textContent).not.toContain("7325");
    expect(within(block).getByTitle("Port 7325")).toBeTruthy();
  });

  it("lists the projects that changed last, with their number of memories", async () => {
    const projects = Array.from({ length: 8 }, (_, index) => ({
      name: `acme/p${index}`,
      memories: 10 + index,
      changedAt: null,
    }));
    show("#/activity", { "memories.projects": () => projects });
    const part = await screen.findByRole("region", { name: "Projects" });
    const [first, ...others] = within(part).getAllByRole("link");
    expect(first?.getAttribute("aria-label")).toBe("acme/p0");
    expect(first?.textContent).toContain("10");
    // The last link leads to all of them.
    expect(others).toHaveLength(6);
    expect(within(part).getByRole("link", { name: "All projects" }).textContent).toContain("8");
  });

  it("moves memories that are dropped on a project, and offers to undo it", async () => {
    const memory = sampleMemory({ id: "01M", domain: "user", tags: ["money"] });
    const changes: unknown[] = [];
    show("#/memories", {
      "memories.projects": () => [{ name: "acme/shop", memories: 1, changedAt: null }],
      "memories.get": () => memory,
      "memories.updateMany": (input) => {
        changes.push(input.changes[0]);
        const { domain = "", expectedRevision = 0 } = input.changes[0] ?? {};
        return { updated: [{ ...memory, domain, revision: expectedRevision + 1 }], refused: [] };
      },
    });
    const target = await screen.findByRole("link", { name: "acme/shop" });
    const dataTransfer = {
      types: ["application/x-recollect-memories"],
      getData: () => JSON.stringify(["01M"]),
    };
    fireEvent.dragOver(target, { dataTransfer });
    fireEvent.drop(target, { dataTransfer });
    expect(await screen.findByText("1 memory moved to acme/shop.")).toBeTruthy();
    expect(changes).toMatchObject([{ reference: "01M", domain: "acme/shop", tags: ["money"], expectedRevision: 1 }]);
    fireEvent.click(screen.getByRole("button", { name: "Undo" }));
    await vi.waitFor(() => expect(changes[1]).toMatchObject({ reference: "01M", domain: "user", expectedRevision: 2 }));
  });

  it.each([
    ["Memories", "memories"],
    ["Memories", "timeline"],
    ["Memories", "health"],
    ["All projects", "projects"],
    ["All projects", "spaces"],
    ["All projects", "remoteDomains"],
    ["Clients", "clientMemories"],
  ])("marks %s while its view %s is open", async (name, place) => {
    show(`#/${place}`, { "memories.projects": () => [] });
    expect((await screen.findByRole("link", { name })).getAttribute("aria-current")).toBe("page");
  });

  it("leads to the spaces that stopped, without a project and in a narrow window", async () => {
    narrow();
    show("#/activity", {
      "memories.projects": () => [],
      "spaces.list": () => [sampleSpace({ sync: { state: "stopped" } })],
    });
    const link = await screen.findByRole("link", { name: "All projects" });
    await vi.waitFor(() => expect(link.getAttribute("aria-description")).toBe("1 stopped"));
  });

  it("keeps the badges in a narrow window", async () => {
    narrow();
    show("#/activity", {
      "inbox.counts": () => ({ waiting: 120, rejected: 0 }),
      "servers.list": () => [sampleServer("files", { tools: { approved: 1, waiting: 2 } })],
      "spaces.list": () => [sampleSpace({ conflicts: 3 })],
    });
    const badgeOf = (name: string) =>
      screen.getByRole("link", { name }).querySelector("[data-badge]")?.textContent ?? null;
    await vi.waitFor(() => expect(badgeOf("Inbox")).toBe("99+"));
    await vi.waitFor(() => expect(badgeOf("Servers")).toBe("2"));
    await vi.waitFor(() => expect(badgeOf("Memories")).toBe("3"));
    expect(badgeOf("Clients")).toBeNull();
    expect(screen.getByRole("link", { name: "Memories" }).getAttribute("aria-description")).toBe("3 conflicts");
  });

  it("shows the number of servers, and of tools that wait for approval while there are any", async () => {
    let waiting = 2;
    const servers = () => [sampleServer("files", { tools: { approved: 1, waiting } }), sampleServer("tickets")];
    const bridge = show("#/memories", { "servers.list": servers });
    const link = screen.getByRole("link", { name: "Servers" });
    expect(await within(link).findByText("2 to approve")).toBeTruthy();
    waiting = 0;
    bridge.emit({ name: "servers.changed", payload: null });
    expect(await within(link).findByText("2")).toBeTruthy();
  });

  it("leads to Settings while a newer version is known", async () => {
    let newVersion: string | null = null;
    const bridge = show("#/memories", { "app.status": () => ({ ...status, newVersion }) });
    expect(await screen.findByText("Serving")).toBeTruthy();
    const link = screen.getByRole("link", { name: "Settings" });
    expect(within(link).queryByText("Updates")).toBeNull();
    newVersion = "0.2.0";
    bridge.emit({ name: "updates.changed", payload: null });
    expect(await within(link).findByText("Updates")).toBeTruthy();
  });

  it("shows that the service failed to start", async () => {
    show("#/memories", { "app.status": () => ({ ...status, serving: "failed", problem: "Port 7325 is used." }) });
    expect(await screen.findByText("Not serving")).toBeTruthy();
  });

  it("links to the saved views and marks the current one, even with an open memory", async () => {
    show("#/memories/all/01J?tag=database");
    const link = await screen.findByRole("link", { name: "Databases" });
    expect(link.getAttribute("aria-current")).toBe("page");
    fireEvent.click(screen.getByRole("link", { name: "Orders" }));
    expect(location.hash).toBe("#/memories/all?q=orders");
  });

  it("shows the saved views as a menu in a narrow window", async () => {
    narrow();
    show("#/memories/all?tag=database");
    fireEvent.click(await screen.findByRole("button", { name: "Saved views" }));
    const shown = await screen.findByRole("menuitemcheckbox", { name: /Databases/ });
    expect(shown.getAttribute("aria-checked")).toBe("true");
    expect(screen.getByRole("menuitem", { name: "Rename this view" })).toBeTruthy();
    fireEvent.click(screen.getByRole("menuitemcheckbox", { name: "Orders" }));
    expect(location.hash).toBe("#/memories/all?q=orders");
  });
});
