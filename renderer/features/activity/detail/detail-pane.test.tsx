import { cleanup, fireEvent, screen, waitFor, within } from "@testing-library/react";
import { useState } from "react";
import { expect, it, vi } from "vitest";
import { BridgeError } from "../../../bridge.ts";
import { renderPlace } from "../../../testing/render-place.tsx";
import { sampleMemory } from "../../../testing/samples.ts";
import type { Responses } from "../../../testing/test-bridge.ts";
import { sampleDetail } from "../testing/sample-requests.ts";
import { DetailPane } from "./detail-pane.tsx";

const onOpen = vi.fn();
const onFilter = vi.fn();

function show(given: Responses): void {
  renderPlace(
    <DetailPane
      id={9}
      onClose={() => {}}
      onFilter={onFilter}
      onOpen={onOpen}
      onReplayed={() => {}}
      onChanged={() => {}}
    />,
    "#/activity/9",
    given,
  );
}

const response = (items: readonly string[]) => JSON.stringify({ jsonrpc: "2.0", id: 1, result: { items } });
const replayed: Responses["requests.get"] = ({ id }) =>
  id === 9
    ? sampleDetail({ id, replayOf: 4, durationMs: 3, responseBody: response(["new"]) })
    : sampleDetail({ id, durationMs: 12, responseBody: response(["old", "more"]) });

it("compares a replay with its original, value by value", async () => {
  show({ "requests.get": replayed });
  const section = await screen.findByRole("region", { name: "Compared with message 4" });
  expect(within(section).getByText("2 values differ")).toBeTruthy();
  expect(within(section).getByText("result.items[0]").parentElement?.textContent).toBe(
    "result.items[0]BeforeoldNownew",
  );
  expect(within(section).getByText("result.items[1]").parentElement?.textContent).toContain("Nowmissing");
  expect(within(section).getByText("12 ms before, 3.0 ms now")).toBeTruthy();
  fireEvent.click(within(section).getByRole("button", { name: "Open message 4" }));
  expect(onOpen).toHaveBeenCalledWith(4);
});

it("offers a replay only if the message can be repeated", async () => {
  show({ "requests.get": ({ id }) => sampleDetail({ id, canReplay: false }) });
  await screen.findByRole("button", { name: "Pin message" });
  expect(screen.queryByRole("button", { name: "Replay" })).toBeNull();
  cleanup();
  show({ "requests.get": ({ id }) => sampleDetail({ id }) });
  expect(await screen.findByRole("button", { name: "Replay" })).toBeTruthy();
});

it("says that the original of a replay is not in the log any more", async () => {
  show({
    "requests.get": ({ id }) => {
      if (id === 9) return sampleDetail({ id, replayOf: 4 });
      throw new BridgeError({ code: "not_found", message: "gone" });
    },
  });
  expect(await screen.findByText("The original message 4 is no longer in the log.")).toBeTruthy();
});

it("shows the server behind a call with its part of the time, and filters by it", async () => {
  show({ "requests.get": ({ id }) => sampleDetail({ id, server: "files", serverMs: 12, durationMs: 15 }) });
  const server = await screen.findByRole("button", { name: "files. Only this server" });
  expect(server.parentElement?.textContent).toBe("files took 12 ms, Recollect 3.0 ms");
  fireEvent.click(server);
  expect(onFilter).toHaveBeenCalledWith({ server: "files" });
});

it("finds text in both bodies and moves from match to match, wrapping around", async () => {
  HTMLElement.prototype.scrollIntoView = () => {};
  const requestBody = JSON.stringify({ query: "Orders and orders" });
  show({ "requests.get": ({ id }) => sampleDetail({ id, requestBody, responseBody: '{"text":"no ORDERS"}' }) });
  fireEvent.click(await screen.findByRole("button", { name: "Find in message" }));
  const field = screen.getByRole("searchbox", { name: "Find in message" });
  fireEvent.change(field, { target: { value: "orders" } });
  expect(await screen.findByText("1 of 3")).toBeTruthy();
  expect(document.querySelector("mark[data-current]")?.textContent).toBe("Orders");
  fireEvent.keyDown(field, { key: "Enter", shiftKey: true });
  expect(await screen.findByText("3 of 3")).toBeTruthy();
  expect(document.querySelector("mark[data-current]")?.textContent).toBe("ORDERS");
  fireEvent.change(field, { target: { value: "nowhere" } });
  expect(await screen.findByText("not found")).toBeTruthy();
  fireEvent.keyDown(field, { key: "Escape" });
  await waitFor(() => expect(document.querySelector("mark")).toBeNull());
});

it("explains a refusal, the claimed client and the number of requests", async () => {
  const refusal = { reason: "expired", claimed: "codex", requests: 412 } as const;
  const refused = { client: null, subject: null, outcome: "error", errorCode: "unauthenticated", refusal } as const;
  show({ "requests.get": ({ id }) => sampleDetail({ id, ...refused, requestBody: null, responseBody: null }) });
  expect(await screen.findByText("The token has expired. Renew it in Clients.")).toBeTruthy();
  expect(screen.getByText(/^This row represents 412 more requests/)).toBeTruthy();
  expect(screen.getByTitle("Claims to be codex (not verified)").textContent).toBe("“codex”");
});

it("distinguishes bodies omitted under load from truncated ones", async () => {
  show({
    "requests.get": ({ id }) => sampleDetail({ id, requestBody: null, responseBody: null, truncated: true }),
  });
  expect((await screen.findByRole("note")).textContent).toMatch(/^Bodies omitted/);
});

it("shows the parts of the duration and the headers of both directions", async () => {
  show({ "requests.get": ({ id }) => sampleDetail({ id, readMs: 2, firstByteMs: 30, durationMs: 100 }) });
  const timing = await screen.findByRole("region", { name: "Timing" });
  expect([...timing.querySelectorAll("dd")].map((part) => part.textContent)).toEqual(["2.0 ms", "30 ms", "70 ms"]);
  expect(screen.getByRole("region", { name: "Request headers" }).textContent).toContain("[redacted]");
  expect(screen.getByRole("region", { name: "Response headers" }).textContent).toContain("application/json");
});

it("shows the text that a hook added to a conversation, and its tokens", async () => {
  const hook = { method: "POST /hooks/UserPromptSubmit", target: "UserPromptSubmit", tokensOut: 1_234 };
  const responseBody = JSON.stringify({ text: "From Recollect\n> We use pnpm", tokens: 1_234, memories: [] });
  show({ "requests.get": ({ id }) => sampleDetail({ id, ...hook, responseBody }) });
  const section = await screen.findByRole("region", { name: "Added to the conversation" });
  expect(section.querySelector("pre")?.textContent).toBe("From Recollect\n> We use pnpm");
  expect(within(section).getByText("about 1,234 tokens")).toBeTruthy();
  expect(screen.getByText("0 in, 1,234 out")).toBeTruthy();
});

it("shows which of the memories that a hook added an answer used, with a link to it", async () => {
  const ids = ["A", "B", "C"].map((end) => `01JZZZZZZZZZZZZZZZZZZZZZZ${end}`);
  const [used = "", unused = "", unknown = ""] = ids;
  const hook = { method: "POST /hooks/UserPromptSubmit", target: "UserPromptSubmit", tokensOut: 9, subject: "codex" };
  const responseBody = JSON.stringify({ text: "From Recollect", tokens: 9, memories: ids });
  show({
    "requests.get": ({ id }) => sampleDetail({ id, ...hook, responseBody }),
    "memories.get": ({ reference }) => sampleMemory({ id: reference, content: `Memory ${reference.at(-1)}` }),
    "use.between": ({ subject }) =>
      subject !== "codex"
        ? []
        : [
            { memory: used, used: true, conversation: "0abcdefghj", message: 4 },
            { memory: unused, used: false, conversation: "0abcdefghj", message: 3 },
            { memory: unknown, used: null, conversation: null, message: null },
          ],
  });
  const link = await screen.findByRole("link", { name: "used" });
  expect(link.getAttribute("href")).toBe("#/conversations/0abcdefghj/4");
  const rows = screen.getAllByRole("listitem").map((row) => row.textContent);
  expect(rows).toEqual([
    expect.stringMatching(/^Memory A.*used$/),
    expect.stringMatching(/^Memory B.*not used$/),
    expect.stringMatching(/^Memory C.*use not known$/),
  ]);
});

it("shows no added text for a hook that added nothing, or whose answer is incomplete", async () => {
  const hook = { method: "POST /hooks/UserPromptSubmit", target: "UserPromptSubmit" };
  for (const [tokensOut, responseBody] of [
    [0, '{"text":null,"tokens":0,"memories":[]}'],
    [9, '{"text":"From Recollect'],
    [9, "null"],
  ] as const) {
    show({ "requests.get": ({ id }) => sampleDetail({ id, ...hook, tokensOut, responseBody }) });
    expect(await screen.findByRole("heading", { name: "UserPromptSubmit" })).toBeTruthy();
    expect(screen.queryByRole("region", { name: "Added to the conversation" })).toBeNull();
    cleanup();
  }
});

function TwoMessages() {
  const [id, setId] = useState(1);
  const ignore = () => {};
  return (
    <>
      <button type="button" onClick={() => setId(2)}>
        next
      </button>
      <DetailPane id={id} onClose={ignore} onFilter={ignore} onOpen={ignore} onReplayed={ignore} onChanged={ignore} />
    </>
  );
}

it("lets nothing act on the previous message while the next one is read", async () => {
  const read = Promise.withResolvers<void>();
  renderPlace(<TwoMessages />, "#/activity/1", {
    "requests.get": async ({ id }) => {
      if (id === 2) await read.promise;
      return sampleDetail({ id });
    },
  });
  const replay = () => screen.getByRole("button", { name: "Replay" });
  await screen.findByRole("button", { name: "Replay" });
  expect(replay().closest("[inert]")).toBeNull();
  fireEvent.click(screen.getByRole("button", { name: "next" }));
  await waitFor(() => expect(replay().closest("[inert]")).not.toBeNull());
  expect(screen.getByText("Message 1")).toBeTruthy();
  expect(screen.getByRole("region", { name: "Response" }).closest("[inert]")).not.toBeNull();
  read.resolve();
  await screen.findByText("Message 2");
  expect(replay().closest("[inert]")).toBeNull();
});
