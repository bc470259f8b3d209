import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it, onTestFinished, vi } from "vitest";
import {
  type ConversationSettings,
  type ConversationStatus,
  type ConversationWork,
  DEFAULT_CONVERSATION_SETTINGS,
} from "../../../electron/core/conversations.ts";
import { BridgeError } from "../../bridge.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { sampleConversation, sampleConversationStatus, sampleMemory } from "../../testing/samples.ts";
import type { Responses } from "../../testing/test-bridge.ts";
import { ConversationsView } from "./conversations-view.tsx";

const ON: ConversationSettings = { ...DEFAULT_CONVERSATION_SETTINGS, clients: ["claude-code"] };
const SESSIONS = [
  sampleConversation("1queue"),
  sampleConversation("2price", { title: null, project: null, client: "codex" }),
];

interface State {
  settings: ConversationSettings;
  status: ConversationStatus;
}

/** An application that applies every change. */
function show(given: Partial<State>, address = "#/conversations", more: Responses = {}) {
  const state: State = { settings: ON, status: sampleConversationStatus(), ...given };
  const paused =
    (isPaused: boolean) =>
    ({ work }: { readonly work?: ConversationWork | undefined }) => {
      const changes =
        work === "embedding" ? { embeddingPaused: isPaused } : ({ state: isPaused ? "paused" : "idle" } as const);
      state.status = { ...state.status, ...changes };
      return state.status;
    };
  const bridge = renderPlace(<ConversationsView />, address, {
    "conversations.settings": () => state.settings,
    "suggestions.learning": () => ({ kept: 7, rejected: 3, kinds: { rule: { kept: 7, rejected: 3 } } }),
    "conversations.status": () => state.status,
    "conversations.survey": () => [
      {
        client: "claude-code",
        enabled: false,
        transcripts: 412,
        bytes: 2048,
        since: "2026-03-03T12:00:00Z",
        latest: null,
      },
      { client: "goose", enabled: false, transcripts: 0, bytes: 0, since: null, latest: null },
    ],
    "conversations.updateSettings": (changes) => {
      state.settings = { ...state.settings, ...(changes as Partial<ConversationSettings>) };
      return state.settings;
    },
    "conversations.pause": paused(true),
    "conversations.resume": paused(false),
    "conversations.sessions": ({ client }) => ({
      items: SESSIONS.filter((session) => client === undefined || session.client === client),
    }),
    "conversations.read": ({ id }) => ({
      session: sampleConversation(id),
      messages: [
        { number: 1, role: "user", at: null, text: "Which queue?" },
        { number: 2, role: "assistant", at: null, text: "The **durable** one." },
      ],
      hasEarlier: false,
      hasLater: false,
      memories: [],
    }),
    ...more,
  });
  return { bridge, state };
}

const OFF = {
  settings: DEFAULT_CONVERSATION_SETTINGS,
  status: sampleConversationStatus({
    state: "off",
    sessions: 0,
    messages: 0,
    clients: [],
    projects: [],
    scannedAt: null,
  }),
};

it("previews the transcripts, and reads none before a client is switched on", async () => {
  const { bridge, state } = show(OFF);
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
  show({ status: sampleConversationStatus({ problems, problemCount: 3 }) }, "#/conversations/setup");
  const region = await screen.findByRole("region", { name: "3 transcripts could not be read" });
  expect(within(region).getByText(/Archive or delete old conversations in that program\.$/)).toBeTruthy();
  expect(within(region).getByText("and 2 more")).toBeTruthy();
});

it("names the transcripts with records that were left out, and their types", async () => {
  const status = sampleConversationStatus();
  const clients = status.clients.map((client) => ({ ...client, skipped: { hologram: 2, scent: 1 } }));
  const leftOut = [{ client: "chatgpt", path: "/home/ada/export.zip", types: { hologram: 2, scent: 1 } }];
  show({ status: { ...status, clients: clients.slice(0, 1), leftOut, leftOutCount: 4 } }, "#/conversations/setup");
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
  const { bridge } = show({ status: sampleConversationStatus({ state: "scanning", progress }) });
  expect(await screen.findByText(/about 2 minutes left/)).toBeTruthy();
  expect(screen.getByRole("progressbar", { name: "Reading" }).getAttribute("aria-valuetext")).toBe("1 KB of 10 KB");
  fireEvent.click(screen.getByRole("button", { name: "Pause" }));
  expect(await screen.findByText("Paused. Nothing is read until you resume.")).toBeTruthy();
  expect(bridge.calls.some(({ method }) => method === "conversations.pause")).toBe(true);
});

it("pauses search by meaning without reading", async () => {
  const meaning = { done: 1, total: 4, remainingMs: null };
  const { bridge, state } = show({ status: sampleConversationStatus({ meaning }) }, "#/conversations/setup");
  fireEvent.click(await screen.findByRole("button", { name: "Pause search by meaning" }));
  expect(await screen.findByText("Paused. New messages are found by words only.")).toBeTruthy();
  expect(bridge.calls.findLast(({ method }) => method === "conversations.pause")?.input).toEqual({ work: "embedding" });
  expect(state.status.state).toBe("idle");
  fireEvent.click(screen.getByRole("button", { name: "Resume search by meaning" }));
  expect(await screen.findByRole("button", { name: "Pause search by meaning" })).toBeTruthy();
});

it("reports that the list cannot be read, and tries again", async () => {
  let isBroken = true;
  show({}, "#/conversations", {
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
  const { bridge } = show({}, "#/conversations", {
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
  show({}, "#/conversations?client=cursor");
  expect(await screen.findByText("No conversation matches")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Clear search and filters" }));
  expect(await screen.findByText("2 conversations")).toBeTruthy();
  expect(location.hash).toBe("#/conversations");
});

it("shows who said what, as Markdown", async () => {
  show({}, "#/conversations/1queue");
  expect(await screen.findByRole("listitem", { name: "Message 1, You" })).toBeTruthy();
  const answer = screen.getByRole("listitem", { name: "Message 2, Claude Code" });
  expect(within(answer).getByText("durable").tagName).toBe("STRONG");
});

it("folds long code and shows its rest on demand", async () => {
  const readAnswer = showLong("#/conversations/1queue");
  const answer = await readAnswer();
  expect(answer.textContent).not.toContain("step 400");
  fireEvent.click(within(answer).getByRole("button", { name: "Show 388 more lines" }));
  expect(answer.textContent).toContain("step 400");
  fireEvent.click(within(answer).getByRole("button", { name: "Show fewer lines" }));
  expect(answer.textContent).not.toContain("step 400");
});

it("marks the words of a search, and unfolds code that contains them", async () => {
  const readAnswer = showLong("#/conversations/1queue/2?q=which%20zeppelins");
  const answer = await readAnswer();
  await waitFor(() => expect(marked(answer)).toEqual(["Zeppelin"]));
  expect(within(answer).getByRole("button", { name: "Show fewer lines" })).toBeTruthy();
  expect(screen.getByText("tag:db is not a filter and was ignored.")).toBeTruthy();
  expect(screen.getByText("Ignored, because conversations have no such filter: ns:.")).toBeTruthy();
});

it("counts the matches in a folded message that the address does not name", async () => {
  const readAnswer = showLong("#/conversations/1queue?q=zeppelins");
  const answer = await readAnswer();
  expect(await within(answer).findByRole("button", { name: "Show 388 more lines (1 match)" })).toBeTruthy();
});

function marked(element: HTMLElement): (string | null)[] {
  return [...element.querySelectorAll("mark")].map(({ textContent }) => textContent);
}

/** A conversation with a code block of 400 lines, and a search that found it. */
function showLong(address: string) {
  const steps = Array.from({ length: 400 }, (_, index) => (index === 300 ? "Zeppelin" : `step ${index + 1}`));
  const passage = { number: 2, at: null, excerpt: "zeppelins in the hangar", length: 9, matches: true };
  show({}, address, {
    "conversations.read": ({ id }) => ({
      session: sampleConversation(id),
      messages: [{ number: 2, role: "assistant", at: null, text: `\`\`\`\n${steps.join("\n")}\n\`\`\`\n` }],
      hasEarlier: false,
      hasLater: false,
      memories: [],
    }),
    "conversations.search": () => ({
      items: [
        {
          session: SESSIONS[0] ?? sampleConversation("1queue"),
          score: 1,
          best: 2,
          passages: [{ ...passage, role: "assistant" as const }],
        },
      ],
      words: ["zeppelins"],
      ignoredFilters: ["ns"],
      notices: [{ reason: "filter_ignored", params: { filter: "tag:db" } }],
    }),
  });
  return () => screen.findByRole("listitem", { name: "Message 2, Claude Code" });
}

it("reports that further messages cannot be read, and offers to read them again", async () => {
  let isBroken = true;
  show({}, "#/conversations/1queue", {
    "conversations.read": ({ id, around }) => {
      if (around !== undefined && isBroken) throw new BridgeError({ code: "internal", message: "The thread failed." });
      const number = (around ?? 0) + 1;
      return {
        session: sampleConversation(id),
        messages: [{ number, role: "user", at: null, text: `Question ${number}` }],
        hasEarlier: false,
        hasLater: number === 1,
        memories: [],
      };
    },
  });
  fireEvent.click(await screen.findByRole("button", { name: "Show later messages" }));
  expect(await screen.findByText("The thread failed.")).toBeTruthy();
  isBroken = false;
  fireEvent.click(screen.getByRole("button", { name: "Show later messages" }));
  expect(await screen.findByText("Question 2")).toBeTruthy();
  expect(screen.queryByText("The thread failed.")).toBeNull();
});

it("keeps the draft of a memory that is closed, and adds a namespace that does not exist", async () => {
  const captured: unknown[] = [];
  const added: unknown[] = [];
  show({}, "#/conversations/1queue/2", {
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "memories.namespaces": () => ["learnings"],
    "memories.addNamespace": ({ name }) => {
      added.push(name);
      return ["learnings", name];
    },
    "memories.capture": (memory) => {
      captured.push(memory);
      return {
        memory: sampleMemory({ id: "01J00000000000000000000000" }),
        created: true,
        addedTags: [],
        waiting: false,
        similar: [],
        notices: [],
      };
    },
  });
  const open = async () => {
    fireEvent.click(await screen.findByRole("button", { name: "Keep as a memory" }));
    return within(await screen.findByRole("dialog", { name: "Keep as a memory" }));
  };
  const dialog = await open();
  fireEvent.change(dialog.getByRole("textbox", { name: "Content" }), { target: { value: "Use the durable queue." } });
  fireEvent.change(dialog.getByRole("combobox", { name: "Namespace" }), { target: { value: "queues" } });
  fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
  expect(await screen.findByText("Not kept yet. The draft is there when you keep this passage again.")).toBeTruthy();
  const again = await open();
  expect((again.getByRole("textbox", { name: "Content" }) as HTMLTextAreaElement).value).toBe("Use the durable queue.");
  fireEvent.click(again.getByRole("button", { name: "Keep" }));
  await waitFor(() => expect(captured).toMatchObject([{ content: "Use the durable queue.", namespace: "queues" }]));
  expect(added).toEqual(["queues"]);
  await waitFor(() => expect(screen.queryByRole("dialog")).toBeNull());
  const third = await open();
  expect((third.getByRole("textbox", { name: "Content" }) as HTMLTextAreaElement).value).toBe("The **durable** one.");
});

it("keeps the draft of a passage while another one is looked at", async () => {
  show({}, "#/conversations/1queue", {
    "memories.facets": () => ({ total: 0, namespaces: [], domains: [], tags: [], clients: [] }),
    "memories.namespaces": () => ["learnings"],
  });
  const open = async (message: number) => {
    fireEvent.click(await screen.findByRole("button", { name: `Keep message ${message} as a memory` }));
    const dialog = within(await screen.findByRole("dialog", { name: "Keep as a memory" }));
    const content = dialog.getByRole("textbox", { name: "Content" }) as HTMLTextAreaElement;
    const cancel = () => fireEvent.click(dialog.getByRole("button", { name: "Cancel" }));
    return { content, cancel };
  };
  const answer = await open(2);
  fireEvent.change(answer.content, { target: { value: "Use the durable queue." } });
  answer.cancel();
  const question = await open(1);
  question.cancel();
  expect((await open(2)).content.value).toBe("Use the durable queue.");
});

it("reports a conversation that does not exist", async () => {
  show({}, "#/conversations/9gone", {
    "conversations.read": () => {
      throw new BridgeError({ code: "not_found", message: "" });
    },
  });
  expect(await screen.findByText("There is no such conversation")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all conversations" }));
  expect(await screen.findByText("No conversation is open")).toBeTruthy();
});

it("asks before a shorter retention removes conversations", async () => {
  const { state } = show({}, "#/conversations/setup");
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
  show({}, "#/conversations/setup", {
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
  show({}, "#/conversations/setup", {
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
  show(OFF, "#/conversations", {
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
  show(OFF, "#/conversations", {
    "conversations.addArchive": ({ path }) => {
      if (path.endsWith(".txt")) throw new BridgeError({ code: "invalid_argument", message: "It is no archive." });
      added.push(path);
      return ON;
    },
  });
  const field = await screen.findByRole("textbox", { name: "Export archive of ChatGPT or Claude" });
  const add = screen.getByRole("button", { name: "Add" });
  fireEvent.change(field, { target: { value: "/home/ana/notes.txt" } });
  fireEvent.click(add);
  expect(await screen.findByText("It is no archive.")).toBeTruthy();
  expect((field as HTMLInputElement).value).toBe("/home/ana/notes.txt");
  fireEvent.change(field, { target: { value: "/home/ana/chatgpt.zip" } });
  fireEvent.click(add);
  await waitFor(() => expect(added).toEqual(["/home/ana/chatgpt.zip"]));
  await waitFor(() => expect((field as HTMLInputElement).value).toBe(""));
  // The list does not replace the settings.
  expect(location.hash).toBe("#/conversations/setup");
});

it("shows how many suggestions the owner keeps, and switches suggestions off", async () => {
  const { bridge } = show({ settings: { ...ON, unsuggestedProjects: ["acme/payroll"] } }, "#/conversations/setup");
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

it("copies and forgets several conversations, after a question", async () => {
  vi.spyOn(HTMLElement.prototype, "clientHeight", "get").mockReturnValue(600);
  vi.spyOn(HTMLElement.prototype, "clientWidth", "get").mockReturnValue(400);
  onTestFinished(() => void vi.restoreAllMocks());
  const copied = vi.spyOn(navigator.clipboard, "writeText").mockResolvedValue();
  const { bridge } = show({}, "#/conversations", {
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
  show({}, "#/conversations/1queue");
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
