import { describe, expect, it } from "vitest";
import type { Fields } from "../../import/values.ts";
import { readChatGpt, readClaude } from "./account-conversations.ts";
import { collect } from "./testing/fixtures.ts";

const START = 1_795_394_744;

interface NodeOptions {
  readonly parent?: string | null;
  readonly children?: readonly string[];
  readonly role?: string;
  readonly content?: unknown;
  readonly at?: number | null;
  readonly more?: Fields;
}

/** A node of a ChatGPT export with the text "text of id". */
function node(id: string, { parent, children, role = "user", content, at = null, more = {} }: NodeOptions = {}) {
  const message = {
    id,
    author: { role },
    content: content ?? { content_type: "text", parts: [`text of ${id}`] },
    create_time: at,
    recipient: "all",
    ...more,
  };
  return { id, message, ...(parent === undefined ? {} : { parent }), ...(children === undefined ? {} : { children }) };
}

const chatGpt = (nodes: readonly { id: string }[], more: Fields = {}) =>
  collect(readChatGpt({ id: "c", mapping: Object.fromEntries(nodes.map((each) => [each.id, each])), ...more }));
const messagesOf = (found: ReturnType<typeof chatGpt>) => Object.values(found.sessions)[0]?.messages;

it("keeps the answers of ChatGPT that are shown before a call of a tool, and nothing that is not shown", () => {
  const said = (id: string, parent: string, more: Fields) =>
    node(id, { parent, role: "assistant", at: START, more: { end_turn: false, ...more } });
  const found = chatGpt([
    { ...node("q", { at: START }), parent: null } as { id: string },
    said("interim", "q", {}),
    said("call", "interim", { recipient: "web" }),
    said("reasoning", "call", { channel: "analysis" }),
    said("comment", "reasoning", { channel: "commentary" }),
    said("hidden", "comment", { metadata: { is_visually_hidden_from_conversation: true } }),
    said("discarded", "hidden", { weight: 0 }),
    said("part", "discarded", { channel: "final" }),
    said("end", "part", { end_turn: true }),
  ]);
  expect(messagesOf(found)).toEqual([
    "user: text of q",
    "assistant: text of interim",
    "assistant: text of part",
    "assistant: text of end",
  ]);
});

describe("the branch of a ChatGPT conversation", () => {
  const root = { id: "root", message: null, parent: null, children: ["q"] };
  const question = node("q", { parent: "root", children: ["old", "new"], at: START });
  const older = node("old", { parent: "q", children: [], role: "assistant", at: START + 1 });
  const newer = node("new", { parent: "q", children: [], role: "assistant", at: START + 9 });
  const shown = ["user: text of q", "assistant: text of new"];

  it.each([
    ["absent", {}],
    ["null", { current_node: null }],
    ["empty", { current_node: "" }],
    ["not in the tree", { current_node: "gone" }],
    ["the newest", { current_node: "new" }],
  ])("ends at the newest answer if the current node is %s", (_case, more) => {
    expect(messagesOf(chatGpt([root, question, newer, older], more))).toEqual(shown);
  });

  it("is the branch that was shown if the current node is an older answer", () => {
    const found = chatGpt([root, question, older, newer], { current_node: "old" });
    expect(messagesOf(found)).toEqual(["user: text of q", "assistant: text of old"]);
  });

  it("is rebuilt from the children, from the parents, or from both", () => {
    const strip = (each: object, ...names: string[]) =>
      Object.fromEntries(Object.entries(each).filter(([name]) => !names.includes(name))) as { id: string };
    const nodes = [root, question, older, newer];
    for (const current_node of ["new", undefined]) {
      for (const names of [["parent"], ["children"]]) {
        const found = chatGpt(
          nodes.map((each) => strip(each, ...names)),
          { current_node },
        );
        expect(messagesOf(found), `${names} ${current_node}`).toEqual(shown);
      }
      const mixed = [
        strip(root, "children"),
        strip(question, "children"),
        strip(newer, "parent"),
        strip(older, "parent"),
      ];
      const linked = [...mixed.slice(0, 1), { ...strip(question, "parent") }, ...mixed.slice(2)];
      expect(messagesOf(chatGpt(linked, { current_node }))).toEqual(shown);
    }
    expect(
      messagesOf(
        chatGpt(
          [newer, older, question, root].map((each) => ({ ...each })),
          {},
        ),
      ),
    ).toEqual(shown);
  });

  it("is all messages by time if no node has a link", () => {
    const found = chatGpt([node("b", { at: START + 5 }), node("a", { at: START }), node("c", { at: START + 7 })]);
    expect(messagesOf(found)).toEqual(["user: text of a", "user: text of b", "user: text of c"]);
  });

  it("continues before a parent that does not exist", () => {
    const found = chatGpt([
      node("q1", { parent: null, at: START }),
      node("a1", { parent: "q1", role: "assistant", at: START + 1 }),
      node("q2", { parent: "gone", at: START + 2 }),
      node("a2", { parent: "q2", role: "assistant", at: START + 3 }),
    ]);
    expect(messagesOf(found)).toEqual([
      "user: text of q1",
      "assistant: text of a1",
      "user: text of q2",
      "assistant: text of a2",
    ]);
  });

  it("ends for nodes that are their own ancestors, and is read from a list of nodes", () => {
    const circle = [
      node("a", { parent: "b", at: START }),
      node("b", { parent: "a", role: "assistant", at: START + 1 }),
    ];
    expect(messagesOf(chatGpt(circle))).toHaveLength(2);
    const list = readChatGpt({ id: "c", mapping: [root, question, newer] });
    expect(messagesOf(collect(list))).toEqual(shown);
  });

  it("takes linear time for a tree of lost parents and a long branch", () => {
    const lost = Array.from({ length: 50_000 }, (_, at) =>
      node(`n${at}`, { parent: at % 2 ? `n${at - 1}` : "gone", at: START + at }),
    );
    expect(messagesOf(chatGpt(lost))).toHaveLength(50_000);
    const long = Array.from({ length: 50_000 }, (_, at) => node(`n${at}`, { parent: at === 0 ? null : `n${at - 1}` }));
    expect(messagesOf(chatGpt(long))).toHaveLength(50_000);
  });
});

describe("a message of ChatGPT", () => {
  const said = (content: unknown, role = "user") => {
    const found = chatGpt([
      node("m", { parent: null, content, role, at: START }),
      node("z", { parent: "m", at: START + 1 }),
    ]);
    return { message: messagesOf(found)?.find((each) => !each.endsWith("of z")), skipped: found.skipped };
  };

  it.each([
    [
      "a voice message",
      {
        content_type: "multimodal_text",
        parts: [{ content_type: "audio_transcription", text: "Hello" }, { content_type: "audio_asset_pointer" }],
      },
    ],
    [
      "a part of a new type",
      { content_type: "multimodal_text", parts: [{ content_type: "dictation", transcript: "Hello" }] },
    ],
    ["a new content type with parts", { content_type: "canvas", parts: ["Hello"] }],
    ["a new content type with text", { content_type: "note", text: "Hello" }],
    ["text in a member of an object", { content_type: "card", content: { text: "Hello" } }],
    ["text without parts", { content_type: "text", text: "Hello" }],
    ["code to all", { content_type: "code", text: "Hello" }],
    ["no content type", { parts: ["Hello"] }],
  ])("gives the text of %s", (_case, content) => {
    expect(said(content)).toEqual({ message: "user: Hello", skipped: {} });
    expect(said(content, "assistant")).toEqual({ message: "assistant: Hello", skipped: {} });
  });

  it("is counted by its type if it has no text, and reasoning is left out", () => {
    expect(said({ content_type: "hologram", asset: 1 })).toEqual({ message: undefined, skipped: { hologram: 1 } });
    expect(said({ content_type: "multimodal_text", parts: ["Hello", { content_type: "scent" }] })).toEqual({
      message: "user: Hello",
      skipped: { scent: 1 },
    });
    expect(said({ content_type: "deep_thinking", text: "No" }, "assistant")).toEqual({
      message: undefined,
      skipped: { deep_thinking: 1 },
    });
    expect(said({ content_type: "thoughts", thoughts: [{ content: "No" }] }, "assistant").skipped).toEqual({});
    expect(said({ content_type: "text", parts: ["Hello"] }, "critic").skipped).toEqual({ critic: 1 });
  });

  it("is counted in a conversation without any other message", () => {
    const found = chatGpt([node("m", { parent: null, content: { content_type: "hologram" } })]);
    expect(found).toEqual({ sessions: {}, skipped: { hologram: 1 } });
  });

  it("is in a conversation without an id, which is the same when it is re-read", () => {
    const nodes = { q: node("q", { parent: null, at: START }) };
    const [first, second] = [0, 1].map(() => collect(readChatGpt({ title: "Old", mapping: nodes })));
    expect(messagesOf(first as never)).toEqual(["user: text of q"]);
    expect(Object.keys(first?.sessions ?? {})).toEqual(Object.keys(second?.sessions ?? {}));
  });
});

describe("a message of Claude", () => {
  const claude = (...messages: Fields[]) =>
    collect(readClaude({ uuid: "c", chat_messages: messages.map((each, at) => ({ uuid: `m${at}`, ...each })) }));
  const said = (sender: string, content: unknown, more: Fields = {}) => {
    const found = claude({ sender, content, ...more });
    return { message: messagesOf(found)?.[0], skipped: found.skipped };
  };
  const text = (words: string) => ({ type: "text", text: words });

  it.each([
    ["a voice note", [{ type: "voice_note", title: "Note", text: "Hello" }]],
    ["a block of a new type", [{ type: "dictation", content: "Hello" }]],
    ["text in a block of blocks", [{ type: "section", content: [text("Hello")] }]],
    ["a text instead of blocks", "Hello"],
    ["a list of texts", ["Hello"]],
  ])("gives the text of %s", (_case, content) => {
    expect(said("human", content)).toEqual({ message: "user: Hello", skipped: {} });
    expect(said("assistant", content)).toEqual({ message: "assistant: Hello", skipped: {} });
  });

  it.each([
    ["after the last call", [text("No"), { type: "tool_use" }, { type: "tool_result" }, text("Hello")]],
    ["before a call that ends it", [text("Hello"), { type: "tool_use", name: "artifacts" }, { type: "tool_result" }]],
    ["between calls of any kind", [{ type: "server_tool_use" }, text("Hello"), { type: "web_search_tool_result" }]],
    ["next to a block of a new type", [{ type: "thinking", thinking: "No" }, text("Hello"), { type: "chart", svg: 1 }]],
  ])("gives the answer that is %s", (_case, content) => {
    expect(said("assistant", content).message).toBe("assistant: Hello");
  });

  it("gives the flat text of a message without words in its blocks", () => {
    expect(said("human", [], { text: "Hello" }).message).toBe("user: Hello");
    expect(said("assistant", [{ type: "chart", svg: 1 }], { text: "Hello" })).toEqual({
      message: "assistant: Hello",
      skipped: { chart: 1 },
    });
    expect(said("assistant", [{ type: "thinking", thinking: "No" }], { text: "No" }).message).toBeUndefined();
  });

  it("gives a pasted text if the person wrote nothing else", () => {
    const attachments = [{ file_name: "paste.txt", extracted_content: "Hello" }];
    expect(said("human", [], { text: "", attachments }).message).toBe("user: Hello");
    expect(said("human", [text("Why?")], { attachments }).message).toBe("user: Why?");
  });

  it("is counted by the type of its blocks, or by its sender", () => {
    expect(said("human", [{ type: "sketch", strokes: [] }])).toEqual({ message: undefined, skipped: { sketch: 1 } });
    expect(said("robot", [text("Hello")]).skipped).toEqual({ robot: 1 });
    expect(claude({ uuid: undefined, sender: "human", content: [text("Hello")] }).sessions).not.toEqual({});
  });
});
