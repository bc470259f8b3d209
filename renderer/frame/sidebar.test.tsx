import { fireEvent, screen, within } from "@testing-library/react";
import { afterEach, describe, expect, it, vi } from "vitest";
import type { SavedView } from "../../electron/window-api/contract.ts";
import { renderPlace } from "../testing/render-place.tsx";
import { sampleServer, sampleStatus } from "../testing/samples.ts";
import type { Responses } from "../testing/test-bridge.ts";
import { TooltipProvider } from "../ui/tooltip.tsx";
import { Sidebar, sumInto } from "./sidebar.tsx";

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
    show("#/activity");
    expect(await screen.findByText("1,204")).toBeTruthy();
    expect(within(screen.getByRole("link", { name: "Trash" })).getByText("3")).toBeTruthy();
    expect(within(screen.getByRole("link", { name: "Pinned" })).queryByText("0")).toBeNull();
    expect(screen.getByRole("link", { name: "Activity" }).getAttribute("aria-current")).toBe("page");
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

it("sums adjacent minutes", () => {
  expect(sumInto(2, [1, 2, 3, 4])).toEqual([3, 7]);
});

it("makes the oldest group smaller if the minutes do not divide evenly", () => {
  expect(sumInto(2, [1, 2, 3])).toEqual([1, 5]);
  expect(sumInto(3, [])).toEqual([0, 0, 0]);
});
