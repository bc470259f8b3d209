import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BridgeError } from "../../../bridge.ts";
import { sampleConversationStatus } from "../../../testing/samples.ts";
import { OFF, ON, showConversations } from "../testing/show-conversations.tsx";

it("previews the transcripts, and reads none before a client is switched on", async () => {
  const { bridge, state } = showConversations(OFF);
  expect(await screen.findByText("Nothing is read until you switch a client on.")).toBeTruthy();
  expect(await screen.findByText("412 transcripts · 2 KB · since March 3, 2026")).toBeTruthy();
  expect(screen.getByText("No transcripts found for Goose.")).toBeTruthy();
  expect(bridge.calls.filter(({ method }) => !/\.(?:survey|status|settings)$/.test(method))).toEqual([]);
  fireEvent.click(screen.getByRole("switch", { name: "Read the conversations of Claude Code" }));
  expect(await screen.findByRole("button", { name: "Show conversations" })).toBeTruthy();
  expect(state.settings.clients).toEqual(["claude-code"]);
});

it("says what to do about a transcript that cannot be read", async () => {
  const error = {
    code: "unavailable",
    message: "",
    details: { reason: "conversation_too_large", path: "/home/ada/big.jsonl", megabytes: 2048 },
  } as const;
  const problems = [{ client: "codex", path: "/home/ada/big.jsonl", error }];
  showConversations({ status: sampleConversationStatus({ problems, problemCount: 3 }) }, "#/conversations/setup");
  const region = await screen.findByRole("region", { name: "3 transcripts could not be read" });
  expect(within(region).getByText(/Archive or delete old conversations in that program\.$/)).toBeTruthy();
  expect(within(region).getByText("and 2 more")).toBeTruthy();
});

it("names the transcripts with records that were left out, and their types", async () => {
  const status = sampleConversationStatus();
  const clients = status.clients.map((client) => ({ ...client, skipped: { hologram: 2, scent: 1 } }));
  const leftOut = [{ client: "chatgpt", path: "/home/ada/export.zip", types: { hologram: 2, scent: 1 } }];
  showConversations(
    { status: { ...status, clients: clients.slice(0, 1), leftOut, leftOutCount: 4 } },
    "#/conversations/setup",
  );
  fireEvent.click(await screen.findByText("3 records were left out"));
  expect(screen.getByText("/home/ada/export.zip").parentElement?.textContent).toContain("2 × hologram, 1 × scent");
  expect(screen.getByText("and 3 more")).toBeTruthy();
});

it("shows the progress of a scan with an estimate, and pauses it", async () => {
  const progress = {
    transcripts: { done: 10, total: 100 },
    bytes: { done: 1024, total: 10_240 },
    remainingMs: 130_000,
  };
  const { bridge } = showConversations({ status: sampleConversationStatus({ state: "scanning", progress }) });
  expect(await screen.findByText(/about 2 minutes left/)).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Reading" }).getAttribute("aria-valuetext")).toBe("1 KB of 10 KB");
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Paused. Nothing is read until you resume.")).toBeTruthy();
  expect(bridge.calls.some(({ method }) => method === "conversations.pause")).toBe(true);
});

it("pauses search by meaning without reading", async () => {
  const meaning = { done: 1, total: 4, remainingMs: null };
  const { bridge, state } = showConversations(
    { status: sampleConversationStatus({ meaning }) },
    "#/conversations/setup",
  );
  fireEvent.click(await screen.findByRole("button", { name: "Pause search by meaning" }));
  expect(await screen.findByText("Paused. New messages are found by words only.")).toBeTruthy();
  expect(bridge.calls.findLast(({ method }) => method === "conversations.pause")?.input).toEqual({ work: "embedding" });
  expect(state.status.state).toBe("idle");
  fireEvent.click(screen.getByRole("button", { name: "Resume search by meaning" }));
  expect(await screen.findByRole("button", { name: "Pause search by meaning" })).toBeTruthy();
});

it("asks before a shorter retention removes conversations", async () => {
  const { state } = showConversations({}, "#/conversations/setup");
  fireEvent.click(await screen.findByRole("combobox", { name: "Keep conversations" }));
  const days = await screen.findByRole("option", { name: "90 days after the last message" });
  fireEvent.pointerDown(days);
  fireEvent.click(days);
  const dialog = await screen.findByRole("dialog", { name: "Remove conversations older than 90 days?" });
  expect(state.settings.retentionDays).toBeNull();
  fireEvent.click(within(dialog).getByRole("button", { name: "Remove" }));
  await waitFor(() => expect(state.settings.retentionDays).toBe(90));
});

it("shows next to the field why a folder cannot be left out", async () => {
  const message = "The folder private is not an absolute path.";
  showConversations({}, "#/conversations/setup", {
    "conversations.updateSettings": () => {
      throw new BridgeError({ code: "invalid_argument", message });
    },
  });
  const field = await screen.findByLabelText("Folder, with everything below it");
  fireEvent.change(field, { target: { value: "private" } });
  fireEvent.submit(field);
  expect(await screen.findByText(message)).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe("private");
});

it("forgets the conversations of a client after a confirmation", async () => {
  const forgotten: unknown[] = [];
  showConversations({}, "#/conversations/setup", {
    "conversations.forget": (selection) => {
      forgotten.push(selection);
      return { sessions: 2, messages: 4 };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Forget conversations of Claude Code…" }));
  const dialog = await screen.findByRole("dialog", { name: "Forget all conversations of Claude Code?" });
  expect(forgotten).toEqual([]);
  fireEvent.click(within(dialog).getByRole("button", { name: "Forget" }));
  expect(await screen.findByText("2 conversations forgotten")).toBeTruthy();
  expect(forgotten).toEqual([{ client: "claude-code" }]);
});

it("chooses the folder of an unpacked archive, and a file", async () => {
  const added: string[] = [];
  showConversations(OFF, "#/conversations", {
    "app.chooseFile": () => "/home/ana/chatgpt.zip",
    "app.chooseFolder": () => "/home/ana/chatgpt",
    "conversations.addArchive": ({ path }) => {
      added.push(path);
      return ON;
    },
  });
  const field = await screen.findByRole<HTMLInputElement>("textbox", { name: "Export archive of ChatGPT or Claude" });
  fireEvent.click(screen.getByRole("button", { name: "File…" }));
  await waitFor(() => expect(field.value).toBe("/home/ana/chatgpt.zip"));
  fireEvent.click(screen.getByRole("button", { name: "Folder…" }));
  await waitFor(() => expect(field.value).toBe("/home/ana/chatgpt"));
  fireEvent.click(screen.getByRole("button", { name: "Add" }));
  await waitFor(() => expect(added).toEqual(["/home/ana/chatgpt"]));
});

it("adds an export archive by its path, and shows why a file is not one", async () => {
  const added: string[] = [];
  showConversations(OFF, "#/conversations", {
    "conversations.addArchive": ({ path }) => {
      if (path.endsWith(".txt")) throw new BridgeError({ code: "invalid_argument", message: "It is not an archive." });
      added.push(path);
      return ON;
    },
  });
  const field = await screen.findByRole("textbox", { name: "Export archive of ChatGPT or Claude" });
  const add = screen.getByRole("button", { name: "Add" });
  fireEvent.change(field, { target: { value: "/home/ana/notes.txt" } });
  fireEvent.click(add);
  expect(await screen.findByText("It is not an archive.")).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe("/home/ana/notes.txt");
  fireEvent.change(field, { target: { value: "/home/ana/chatgpt.zip" } });
  fireEvent.click(add);
  await waitFor(() => expect(added).toEqual(["/home/ana/chatgpt.zip"]));
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(""));
  // The list does not replace the settings.
  expect(location.hash).toBe("#/conversations/setup");
});

it("shows how many suggestions the owner keeps, and switches suggestions off", async () => {
  const { bridge } = showConversations(
    { settings: { ...ON, unsuggestedProjects: ["acme/payroll"] } },
    "#/conversations/setup",
  );
  expect(await screen.findByText("You keep 7 of 10.")).toBeTruthy();
  expect(screen.getByText("Rules: 7 of 10")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Suggest from acme/payroll again" }));
  await waitFor(() => expect(screen.queryByText("acme/payroll")).toBeNull());
  fireEvent.click(screen.getByRole("switch", { name: "Suggest memories from conversations" }));
  await waitFor(() =>
    expect(bridge.calls.filter(({ method }) => method === "conversations.updateSettings").at(-1)?.input).toEqual({
      suggestions: false,
    }),
  );
});
