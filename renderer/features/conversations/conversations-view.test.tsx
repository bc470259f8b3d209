import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import { BridgeError } from "../../bridge.ts";
import { SESSIONS, showConversations } from "./testing/show-conversations.tsx";

it("reports that the list cannot be read, and tries again", async () => {
  let isBroken = true;
  showConversations({}, "#/conversations", {
    "conversations.sessions": () => {
      if (isBroken) throw new BridgeError({ code: "internal", message: "The database is locked." });
      return { items: [] };
    },
  });
  expect(await screen.findByText("The database is locked.")).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  expect(await screen.findByText("No conversations stored")).toBeTruthy();
});

it("reports that a further page of the list cannot be read, and reads it again on request only", async () => {
  let isBroken = true;
  const { bridge } = showConversations({}, "#/conversations", {
    "conversations.sessions": ({ cursor }) => {
      if (cursor === undefined) return { items: SESSIONS.slice(0, 1), nextCursor: "2" };
      if (isBroken) throw new BridgeError({ code: "internal", message: "The database is locked." });
      return { items: SESSIONS.slice(1) };
    },
  });
  expect(await screen.findByText("The database is locked.")).toBeTruthy();
  expect(bridge.calls.filter(({ method }) => method === "conversations.sessions")).toHaveLength(2);
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Try again" }));
  await waitFor(() => expect(screen.queryByText("The database is locked.")).toBeNull());
  expect(bridge.calls.filter(({ method }) => method === "conversations.sessions")).toHaveLength(3);
});

it("offers to clear filters that no conversation matches", async () => {
  showConversations({}, "#/conversations?client=cursor");
  expect(await screen.findByText("No conversation matches")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
  expect(await screen.findByText("2 conversations")).toBeTruthy();
  expect(location.hash).toBe("#/conversations");
});

it("copies and forgets several conversations, after a question", async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  onTestFinished(() => void vi.restoreAllMocks());
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { bridge } = showConversations({}, "#/conversations", {
    "conversations.forget": () => ({ sessions: 1, messages: 2 }) as never,
  });
  const list = await screen.findByRole("listbox");
  const [first, second] = await within(list).findAllByRole("option");
  fireEvent.click(first as HTMLElement);
  await waitFor(() => expect(location.hash).toBe("#/conversations/1queue"));
  fireEvent.click(second as HTMLElement, { shiftKey: true });
  // The open conversation stays open.
  expect(location.hash).toBe("#/conversations/1queue");
  const foot = within(await screen.findByRole("region", { name: "Selection" }));
  fireEvent.click(foot.getByRole("button", { name: "Copy the conversation" }));
  await waitFor(() => expect(copied).toHaveBeenCalledTimes(1));
  expect(copied.mock.calls[0]?.[0].match(/^# /gm)).toHaveLength(2);
  fireEvent.click(foot.getByRole("button", { name: "Forget…" }));
  const dialog = within(await screen.findByRole("dialog"));
  const forgotten = () => bridge.calls.filter(({ method }) => method === "conversations.forget");
  expect(forgotten()).toEqual([]);
  fireEvent.click(dialog.getByRole("button", { name: "Forget" }));
  await waitFor(() =>
    expect(forgotten().map(({ input }) => input)).toEqual([{ session: "1queue" }, { session: "2price" }]),
  );
  await waitFor(() => expect(location.hash).toBe("#/conversations"));
});

it("extends the selection of conversations with Shift and the arrows, and clears it with Escape", async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  onTestFinished(() => void vi.restoreAllMocks());
  showConversations({}, "#/conversations/1queue");
  const list = await screen.findByRole("listbox");
  await within(list).findAllByRole("option", { selected: true });
  fireEvent.keyDown(list, { key: "ArrowDown", shiftKey: true });
  expect(within(list).getAllByRole("option", { selected: true })).toHaveLength(2);
  fireEvent.keyDown(list, { key: " " });
  expect(within(list).getAllByRole("option", { selected: true })).toHaveLength(1);
  fireEvent.keyDown(list, { key: " " });
  fireEvent.keyDown(list, { key: "Escape" });
  await waitFor(() => expect(screen.queryByRole("region", { name: "Selection" })).toBeNull());
});
