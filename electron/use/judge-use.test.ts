import { describe, expect, it } from "vitest";
import { type GivenText, judgeUse, type SaidMessage } from "./judge-use.ts";

const AT = Date.UTC(2026, 4, 1, 8);
const COMMON = new Set("the is of to in and we use with a for it you can your are this that".split(" "));
/** Every word but the most common ones is rare. */
const rarity = (word: string) => (COMMON.has(word) ? 0 : 5);

const CADDY = "The staging deployment runs behind Caddy on the host kestrel-7.";
const LEDGER = "Invoices are rounded per line because the ledger of Datev refuses totals.";

function say(...texts: readonly string[]): SaidMessage[] {
  return texts.map((text, index) => ({ number: index + 1, isUser: index % 2 === 0, at: AT + index * 10_000, text }));
}

function give(content: string, more: Partial<GivenText> = {}): GivenText {
  return { row: 1, memory: "01JZZZZZZZZZZZZZZZZZV4W6XK", by: "prompt", at: AT + 1_000, content, ...more };
}

const usedIn = (messages: readonly SaidMessage[], given: readonly GivenText[]) =>
  judgeUse(messages, given, rarity).map(({ used }) => used);

describe("judgeUse", () => {
  it("finds a use in an answer with rare words of the memory, and names the answer", () => {
    const messages = say("Where is staging?", "I will check.", "And?", "It is behind Caddy on kestrel-7.");
    expect(judgeUse(messages, [give(CADDY)], rarity)).toMatchObject([{ used: true, message: 4 }]);
  });

  it.each([
    ["nothing of the memory", ["Where is staging?", "I do not know; look at your hosting panel."]],
    ["only words of the prompt", ["Is staging behind Caddy on kestrel-7?", "Caddy on kestrel-7: I cannot tell."]],
    [
      "words spread over a long answer",
      ["Where is it?", `Look at ${Array.from({ length: 90 }, (_, i) => `part${i}`).join(" ")} host.`],
    ],
  ])("finds no use in an answer with %s", (_, texts) => {
    expect(usedIn(say(...texts), [give(CADDY)])).not.toContain(true);
  });

  it("finds no use of a memory in an answer from before it was given", () => {
    const messages = say(
      "Where is staging?",
      "Behind Caddy on kestrel-7.",
      "Thanks, and invoices?",
      "I do not know that.",
    );
    expect(usedIn(messages, [give(CADDY, { at: AT + 20_500 })])).not.toContain(true);
  });

  it("does not count a repetition of earlier words", () => {
    const messages = say("Where is it?", "Behind Caddy on kestrel-7.", "Again?", "Behind Caddy on kestrel-7.");
    expect(usedIn(messages, [give(CADDY, { at: AT + 20_500 })])).not.toContain(true);
  });

  it("does not know which of two memories with the same words was used", () => {
    const messages = say("Where is staging?", "It is behind Caddy on kestrel-7.");
    const copy = give(CADDY, { row: 2, memory: "01JZZZZZZZZZZZZZZZZZAAAAAA" });
    expect(usedIn(messages, [give(CADDY), copy])).toEqual([null, null]);
    const other = give(LEDGER, { row: 2, memory: "01JZZZZZZZZZZZZZZZZZAAAAAA" });
    expect(usedIn(messages, [give(CADDY), other])).toEqual([true, false]);
  });

  it("finds a use in an abbreviated or complete id, but not in a longer word", () => {
    const first = say("Where is staging?", "See memory V4W6XK.");
    expect(usedIn(first, [give(CADDY)])).toEqual([true]);
    expect(usedIn(say("Where?", "01JZZZZZZZZZZZZZZZZZV4W6XK says it."), [give(CADDY)])).toEqual([true]);
    expect(usedIn(say("Where?", "The part QV4W6XK is missing."), [give(CADDY)])).not.toContain(true);
  });

  it("counts a later read of a memory as a use of it, and not an earlier one", () => {
    const messages = say("Where is staging?", "I will look.", "And?", "Done.");
    const read = give(CADDY, { row: 2, by: "read", at: AT + 5_000 });
    expect(usedIn(messages, [give(CADDY), read])[0]).toBe(true);
    expect(usedIn(messages, [give(CADDY), { ...read, at: AT }])[0]).not.toBe(true);
  });

  it("is unknown without an answer, without times, and for a memory of common words", () => {
    expect(usedIn(say("Where is staging?"), [give(CADDY)])).toEqual([null]);
    const untimed = say("Where is staging?", "Behind Caddy on kestrel-7.").map((message) => ({ ...message, at: null }));
    expect(usedIn(untimed, [give(CADDY)])).toEqual([null]);
    expect(usedIn(untimed, [give(CADDY, { by: "start" })])).toEqual([true]);
    expect(usedIn(say("Where is staging?", "We use it."), [give("We use it with the.")])).toEqual([null]);
  });

  it("accepts a prompt that the client stored some seconds after its hook", () => {
    const messages = say("Where is staging?", "It is behind Caddy on kestrel-7.");
    expect(usedIn(messages, [give(CADDY, { at: AT - 3_000 })])).toEqual([true]);
  });

  it("recognises inflected words, code and Chinese", () => {
    const answer = (memory: string, text: string) => usedIn(say("How?", text), [give(memory)]);
    expect(answer("Rounding happens for invoice lines.", "It rounds invoices.")).toEqual([true]);
    expect(answer("Call flushPendingQueue() before ack().", "First `flush_pending_queue`.")).toEqual([true]);
    expect(answer("预发布环境在凯迪服务器后面。", "它在凯迪服务器上。")).toEqual([true]);
  });
});
