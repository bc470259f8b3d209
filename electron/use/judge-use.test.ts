import { describe, expect, it } from "vitest";
import { judgeUse } from "./judge-use.ts";
import type { GivenText, SaidMessage } from "./known-words.ts";

const DAY = 86_400_000;
/** In the machine's time zone, as days are. */
const AT = new Date(2026, 4, 1, 8).getTime();
const COMMON = new Set("the is of to in and we use with a for it you can your are this that".split(" "));
/** Every word but the most common ones is rare. */
const rarity = (word: string) => (COMMON.has(word) ? 0 : 5);

const CADDY = "The staging deployment runs behind Caddy on the host kestrel-7.";
const LEDGER = "Invoices are rounded per line because the ledger of Datev refuses totals.";

function say(...texts: readonly string[]): SaidMessage[] {
  return texts.map((text, index) => ({ number: index + 1, isUser: index % 2 === 0, at: AT + index * 10_000, text }));
}

function give(content: string, more: Partial<GivenText> = {}): GivenText {
  const memory = "01JZZZZZZZZZZZZZZZZZV4W6XK";
  return { row: 1, memory, by: "prompt", at: AT + 1_000, content, writtenAt: AT - 30 * DAY, ...more };
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

  it("leaves a sentence to its meaning if its words weigh less than words alone need", () => {
    const messages = say("Where is staging?", "I looked it up. Caddy serves it.");
    const [judged] = judgeUse(messages, [give("Caddy is in front of staging.")], (word) =>
      word.startsWith("cadd") ? 4 : 0,
    );
    expect(judged).toMatchObject({ used: null, isDoubtful: true, best: { sentence: "Caddy serves it.", answer: 2 } });
    const [unrelated] = judgeUse(messages, [give(LEDGER)], rarity);
    expect(unrelated).toMatchObject({ used: false, isDoubtful: false });
  });

  it("divides a word among the memories that have it", () => {
    const messages = say("What runs on kestrel-7?", "Caddy serves staging, and Restic makes the backups.");
    const proxy = give("Caddy is the proxy of staging.");
    const backup = give("Restic backups of staging start at night.", { row: 2, memory: "01JZZZZZZZZZZZZZZZZZAAAAAA" });
    expect(usedIn(messages, [proxy, backup])).toEqual([true, true]);
  });

  it("finds no use of a memory whose words in the answer are all in another one", () => {
    const messages = say("Where is staging?", "It is behind Caddy on kestrel-7.");
    const certificates = give("Caddy renews the certificates.", { row: 2, memory: "01JZZZZZZZZZZZZZZZZZAAAAAA" });
    const [first, second] = usedIn(messages, [give(CADDY), certificates]);
    expect([first, second === true]).toEqual([true, false]);
  });

  describe("with dates", () => {
    /** Written on 1 April 2026, 30 days before the conversation. */
    const moved = give("Yesterday we moved to another provider.");
    const other = (content: string, writtenAt: number) =>
      give(content, { row: 2, memory: "01JZZZZZZZZZZZZZZZZZAAAAAA", writtenAt });

    it.each([
      [
        "the date of a day that the memory calls yesterday",
        moved,
        "That was on 31 March 2026.",
        "That was 30 March 2026.",
      ],
      ["a date in German", give("Gestern zogen wir um."), "Das war am 31. März 2026.", "Das war am 3. März 2026."],
      [
        "the day on which the memory was written",
        give(LEDGER),
        "You decided it on 1 April 2026.",
        "You decided it 1 April 2025.",
      ],
      ["a year alone", give("We left the old provider last year."), "2025", "2024"],
      ["the week before a day", give("Last week it failed."), "The week before 1 April 2026.", "Before 1 April 2026."],
    ])("finds a use in an answer with %s, and not in one with another time", (_, memory, answer, wrong) => {
      const given = [memory, other(CADDY, AT - 20 * DAY)];
      expect(usedIn(say("When?", answer), given)[0]).toBe(true);
      expect(usedIn(say("When?", wrong), given)).not.toContain(true);
    });

    it("does not know which of two memories with the same day was used", () => {
      const messages = say("When did we move?", "On 31 March 2026.");
      expect(usedIn(messages, [moved, other("The host was paid yesterday.", moved.writtenAt)])).toEqual([null, null]);
    });

    it("does not count a date of the user's message", () => {
      const messages = say("What happened on 31 March 2026?", "On 31 March 2026? I do not know.");
      expect(usedIn(messages, [moved])).not.toContain(true);
    });

    it("does not count today and this month in the answer", () => {
      const messages = say("And now?", "I looked at it today, and this month it is stable.");
      expect(usedIn(messages, [give("It is stable this month.", { writtenAt: AT })])).not.toContain(true);
    });
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
