import { fireEvent, screen, waitFor, within } from "@testing-library/react";
import { expect, it } from "vitest";
import { BridgeError } from "../../../bridge.ts";
import { sampleConversation, sampleMemory } from "../../../testing/samples.ts";
import { SESSIONS, showConversations } from "../testing/show-conversations.tsx";

it("shows who said what, as Markdown", async () => {
  showConversations({}, "#/conversations/1queue");
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
  showConversations({}, address, {
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
  showConversations({}, "#/conversations/1queue", {
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
  showConversations({}, "#/conversations/1queue/2", {
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
  showConversations({}, "#/conversations/1queue", {
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
  showConversations({}, "#/conversations/9gone", {
    "conversations.read": () => {
      throw new BridgeError({ code: "not_found", message: "" });
    },
  });
  expect(await screen.findByText("There is no such conversation")).toBeTruthy();
  fireEvent.click(screen.getByRole("button", { name: "Show all conversations" }));
  expect(await screen.findByText("No conversation is open")).toBeTruthy();
});
