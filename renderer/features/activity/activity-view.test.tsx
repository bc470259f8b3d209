import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { beforeEach, expect, it, vi } from "vitest";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleMemory } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { WireView } from "./activity-view.tsx";
import { sampleDetail, sampleRequest } from "./testing/sample-requests.ts";

const MEMORY_ID = "01JD6Z5Q8N3V7K2M4P9R1S5T6W";
const written = [
  sampleRequest({ id: 3, target: "capture_memory" }),
  sampleRequest({ id: 2, target: "get_memory", outcome: "error", errorCode: "not_found" }),
  sampleRequest({ id: 1, method: "initialize", target: null }),
];

function responses(given: Responses = {}): Responses {
  return {
    "requests.list": ({ outcome }) => ({
      items: written.filter((row) => outcome === undefined || row.outcome === outcome),
    }),
    "requests.get": ({ id }) => sampleDetail({ id, target: "capture_memory", responseBody: `{"id":"${MEMORY_ID}"}` }),
    "requests.rates": () => ({ minutes: [] }),
    "clients.list": () => [],
    ...given,
  };
}

beforeEach(() => {
  // happy-dom has no layout; the list needs a height to determine the visible rows.
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(1_000);
});

const rows = () => screen.getAllByRole("row").slice(1);
const rowWith = async (words: string) => (await screen.findByText(words)).closest("tr") as HTMLTableRowElement;

it("lists messages newest first and shows the code of an error", async () => {
  renderPlace(<WireView />, "#/activity", responses());
  await rowWith("capture_memory");
  expect(rows().map((row) => row.id)).toEqual(["message-3", "message-2", "message-1"]);
  expect(within(rows()[1] as HTMLElement).getByText("not_found")).toBeTruthy();
});

it("shows a recorded message immediately while following", async () => {
  const bridge = renderPlace(<WireView />, "#/activity", responses());
  await rowWith("capture_memory");
  bridge.emit({ name: "requests.recorded", payload: [sampleRequest({ id: 4, target: "memory_status" })] });
  expect((await rowWith("memory_status")).id).toBe("message-4");
  expect(rows()[0]?.id).toBe("message-4");
});

it("names the server of a call and of its requests to the client", async () => {
  const items = [
    sampleRequest({ id: 2, target: "book_table", server: "tickets" }),
    sampleRequest({ id: 1, direction: "sent", method: "elicitation/create", target: null, server: "tickets" }),
  ];
  renderPlace(<WireView />, "#/activity", responses({ "requests.list": () => ({ items }) }));
  await rowWith("book_table");
  for (const row of rows()) expect(row.textContent).toContain("· tickets");
});

it("only counts new messages while paused and shows them when it follows", async () => {
  const bridge = renderPlace(<WireView />, "#/activity", responses());
  await rowWith("capture_memory");
  fireEvent.keyDown(screen.getByRole("grid"), { key: " " });
  expect(screen.getByText("Paused")).toBeTruthy();
  bridge.emit({ name: "requests.recorded", payload: [sampleRequest({ id: 4 }), sampleRequest({ id: 5 })] });
  fireEvent.click(await screen.findByRole("button", { name: "Show 2 new messages and follow" }));
  expect(screen.getByText("Following")).toBeTruthy();
  expect(rows()[0]?.id).toBe("message-5");
});

it("opens a message by arrows and Enter and links to its memories", async () => {
  const memory = sampleMemory({ id: MEMORY_ID, content: "# Use PostgreSQL\n", namespace: "decisions" });
  renderPlace(<WireView />, "#/activity", responses({ "memories.get": () => memory }));
  await rowWith("capture_memory");
  const grid = screen.getByRole("grid");
  fireEvent.keyDown(grid, { key: "ArrowDown" });
  expect(grid.getAttribute("aria-activedescendant")).toBe("message-3");
  fireEvent.keyDown(grid, { key: "Enter" });
  expect(location.hash).toBe("#/activity/3");
  expect(screen.getByText("Paused while you read")).toBeTruthy();

  const detail = within(await screen.findByRole("region", { name: "Message" }));
  expect(await detail.findByRole("tree", { name: "Request as a tree" })).toBeTruthy();
  fireEvent.click(await detail.findByRole("button", { name: /^Use PostgreSQL/ }));
  expect(location.hash).toBe(`#/memories/all/${MEMORY_ID}`);
});

it("queries the log with the filter and says that nothing matches", async () => {
  const bridge = renderPlace(<WireView />, "#/activity?outcome=cancelled", responses());
  expect(await screen.findByText("No matches")).toBeTruthy();
  expect(bridge.calls.find((call) => call.method === "requests.list")?.input).toMatchObject({ outcome: "cancelled" });
  fireEvent.click(screen.getAllByRole("button", { name: "Clear filters" })[0] as HTMLElement);
  expect(await rowWith("capture_memory")).toBeTruthy();
});

it("searches after a pause in typing", async () => {
  const bridge = renderPlace(<WireView />, "#/activity", responses());
  await rowWith("capture_memory");
  fireEvent.change(screen.getByRole("searchbox"), { target: { value: "postgres orders" } });
  await waitFor(() => expect(bridge.calls.at(-1)?.input).toMatchObject({ text: "postgres orders" }));
});

it("offers to connect a client while the log is empty", async () => {
  renderPlace(<WireView />, "#/activity", responses({ "requests.list": () => ({ items: [] }) }));
  expect(await screen.findByText("No requests yet")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Connect a client" }));
  expect(location.hash).toBe("#/clients/connect");
});

it("shows why the log cannot be read and retries", async () => {
  let broken = true;
  const list: Responses["requests.list"] = () => {
    if (broken) throw new BridgeError({ code: "storage", message: "The log's file cannot be read." });
    return { items: written };
  };
  renderPlace(<WireView />, "#/activity", responses({ "requests.list": list }));
  expect((await screen.findByRole("alert")).textContent).toContain("The log's file cannot be read.");
  broken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await rowWith("capture_memory")).toBeTruthy();
});

it("clears the log only after confirmation and keeps pinned messages", async () => {
  let cleared = false;
  const bridge = renderPlace(
    <WireView />,
    "#/activity",
    responses({
      "requests.list": () => ({ items: cleared ? [sampleRequest({ id: 1, target: "kept", pinned: true })] : written }),
      "requests.clear": () => {
        cleared = true;
        return null;
      },
    }),
  );
  await rowWith("capture_memory");
  fireEvent.click(screen.getByRole("button", { name: "More actions" }));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Clear the log…" }));
  const dialog = within(await screen.findByRole("dialog"));
  expect(bridge.calls.some((call) => call.method === "requests.clear")).toBe(false);
  fireEvent.click(dialog.getByRole("button", { name: "Clear the log" }));
  expect(within(await rowWith("kept")).getByLabelText("Pinned")).toBeTruthy();
  expect(rows()).toHaveLength(1);
});

it("replays a message, a tool with side effects only after confirmation, and opens the new row", async () => {
  const bridge = renderPlace(
    <WireView />,
    "#/activity/3",
    responses({
      "requests.replay": ({ writingConfirmed }) => {
        if (writingConfirmed) return sampleRequest({ id: 9 });
        throw new BridgeError({ code: "invalid_argument", message: "It writes.", field: "writingConfirmed" });
      },
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Replay" }));
  const dialog = within(await screen.findByRole("dialog", { name: "Replay capture_memory?" }));
  fireEvent.click(dialog.getByRole("button", { name: "Replay" }));
  await waitFor(() => expect(location.hash).toBe("#/activity/9"));
  expect(bridge.calls.filter(({ method }) => method === "requests.replay").map(({ input }) => input)).toEqual([
    { id: 3, writingConfirmed: false },
    { id: 3, writingConfirmed: true },
  ]);
});

it("pins all selected messages", async () => {
  const bridge = renderPlace(
    <WireView />,
    "#/activity",
    responses({ "requests.setPinned": ({ ids }) => ids.map((id) => sampleRequest({ id, pinned: true })) }),
  );
  fireEvent.click(await rowWith("capture_memory"), { ctrlKey: true });
  const oldest = rows().at(-1) as HTMLElement;
  fireEvent.click(oldest, { shiftKey: true });
  expect(screen.getByText("3 messages selected")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Pin" }));
  await waitFor(() => expect(screen.getAllByLabelText("Pinned")).toHaveLength(3));
  expect(bridge.calls.at(-1)?.input).toEqual({ ids: [3, 2, 1], pinned: true });
  fireEvent.keyDown(screen.getByRole("grid"), { key: "Escape" });
  expect(screen.queryByText("3 messages selected")).toBeNull();
});

it("shows the rates of each client for an hour or a day", async () => {
  const minute = { at: "2026-11-21T10:00:00.000Z", requests: 4, errors: 1, p50: 2, p99: 8 };
  const bridge = renderPlace(
    <WireView />,
    "#/activity",
    responses({
      "requests.rates": ({ byClient }) => ({
        minutes: [minute],
        ...(byClient === true ? { clients: [{ client: "codex", minutes: [minute], ...minute }] } : {}),
      }),
    }),
  );
  fireEvent.click(await screen.findByRole("button", { name: "Rates by client" }));
  const table = within(await screen.findByRole("table"));
  expect(table.getByRole("row", { name: /codex.*4.*2\.0 ms · p99 8\.0 ms.*1/ })).toBeTruthy();
  fireEvent.click(screen.getByRole("radio", { name: "Last day" }));
  await waitFor(() => expect(bridge.calls.at(-1)?.input).toMatchObject({ minutes: 1440, byClient: true }));
});

it("shows why a pin beyond the limit was refused", async () => {
  renderPlace(
    <WireView />,
    "#/activity",
    responses({
      "requests.setPinned": () => {
        throw new BridgeError({
          code: "conflict",
          message: "At most 1000 messages can be pinned.",
          hint: "Unpin some first.",
        });
      },
    }),
  );
  fireEvent.click(await rowWith("capture_memory"), { ctrlKey: true });
  fireEvent.click(
    within(screen.getByRole("region", { name: "Selected messages" })).getByRole("button", { name: "Pin" }),
  );
  expect(await screen.findAllByText(/At most 1000 messages can be pinned\. Unpin some first\./)).not.toHaveLength(0);
});

it("filters by errors of a minute when its bar is clicked", async () => {
  const at = new Date(Date.UTC(2026, 10, 21, 10, 0)).toISOString();
  const minute = { at, requests: 4, errors: 1, p50: 1, p99: 2 };
  renderPlace(<WireView />, "#/activity", responses({ "requests.rates": () => ({ minutes: [minute] }) }));
  const errors = await screen.findByRole("group", { name: "Errors" });
  fireEvent.click(await within(errors).findByRole("button"));
  const query = new URLSearchParams(location.hash.split("?")[1]);
  expect(Object.fromEntries(query)).toEqual({ outcome: "error", since: at, until: "2026-11-21T10:01:00.000Z" });
});

it("offers actions for a message in its context menu, and for all selected ones on one of them", async () => {
  const bridge = renderPlace(
    <WireView />,
    "#/activity",
    responses({
      "requests.setPinned": ({ ids, pinned: isPinned }) =>
        written.filter(({ id }) => ids.includes(id)).map((row) => ({ ...row, pinned: isPinned })),
    }),
  );
  const pinned = () => bridge.calls.filter(({ method }) => method === "requests.setPinned").map(({ input }) => input);
  fireEvent.contextMenu(await rowWith("get_memory"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Pin message" }));
  await waitFor(() => expect(pinned()).toEqual([{ ids: [2], pinned: true }]));
  for (const words of ["capture_memory", "get_memory"]) fireEvent.click(await rowWith(words), { ctrlKey: true });
  fireEvent.contextMenu(await rowWith("capture_memory"));
  fireEvent.click(await screen.findByRole("menuitem", { name: "Pin" }));
  await waitFor(() => expect(pinned()[1]).toEqual({ ids: [3, 2], pinned: true }));
});
