import { expect, it } from "vitest";
import type { Embedder } from "../core/embedder.ts";
import type { GivenMemory, UseConversation, UseOutcome, UseStore, UseTranscripts, WordOutcome } from "../core/use.ts";
import { Use } from "./use.ts";

const SESSION = "11111111-1111-4111-8111-111111111111";
const CONVERSATION: UseConversation = {
  id: "claude-code:one",
  client: "claude-code",
  clientSession: SESSION,
  project: "shop",
  startedAt: 1_000,
  lastAt: 9_000,
  lastNumber: 4,
};
const GIVEN = { memory: "01", by: "prompt", at: 2_000, subject: "claude-code", client: "claude-code", project: "shop" };
const DOUBTFUL: WordOutcome = {
  row: 1,
  used: null,
  conversation: CONVERSATION.id,
  message: 1,
  doubtful: { sentence: "Caddy serves staging.", message: 4 },
};

/** Judges one conversation in which words leave one memory open. @returns the stored outcomes, and the warnings */
async function judge(embed: Embedder["embed"]) {
  const stored: UseOutcome[] = [];
  const warnings: string[] = [];
  const store: Partial<UseStore> = {
    firstAt: async () => 0,
    inSession: async () => [{ ...GIVEN, row: 1, session: SESSION } as GivenMemory],
    withoutSession: async () => [],
    setOutcomes: async (outcomes) => void stored.push(...outcomes),
  };
  const next = [[CONVERSATION]];
  const transcripts: Partial<UseTranscripts> = {
    next: async () => next.pop() ?? [],
    judge: async () => [DOUBTFUL],
  };
  const use = new Use({
    store: store as UseStore,
    memories: {
      contentsOf: async () => new Map([["01", "Caddy is in front of staging."]]),
      rankingFacts: async () => new Map([["01", { createdAt: 0 } as never]]),
    },
    embedder: { embed } as Embedder,
    isOn: () => true,
    events: { emit() {} },
    logger: { debug() {}, info() {}, warn: (message) => void warnings.push(message), error() {} },
  });
  use.conversationsRead(transcripts as UseTranscripts);
  await use.idle();
  return { stored, warnings };
}

/** A model that gives the first text of a batch one direction, and the others the same or another one. */
const model = (other: readonly number[]): Embedder["embed"] => {
  return async (texts) =>
    texts.map((_, index) => ({ vector: Float32Array.from(index === 0 ? [1, 0] : other), lettersPerPiece: null }));
};

it("stores a use if the sentence that words leave open is near to the memory", async () => {
  const { stored } = await judge(model([0.6, 0.8]));
  expect(stored).toEqual([{ row: 1, used: true, conversation: CONVERSATION.id, message: 4 }]);
});

it("stores that the use is unknown if the sentence is not near to the memory", async () => {
  const { stored } = await judge(model([0, 1]));
  expect(stored).toEqual([{ row: 1, used: null, conversation: CONVERSATION.id, message: 1 }]);
});

it("stores that the use is unknown, and warns, if the model is not available", async () => {
  const { stored, warnings } = await judge(() => Promise.reject(new Error("The model is missing.")));
  expect(stored).toMatchObject([{ row: 1, used: null, message: 1 }]);
  expect(warnings).toEqual(["The use of some memories is not known."]);
});
