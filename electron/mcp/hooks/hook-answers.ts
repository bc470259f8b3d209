import { LRUCache } from "lru-cache";
import { z } from "zod";
import type { Caller } from "../../core/caller.ts";
import { USER_DOMAIN } from "../../core/domain.ts";
import { withoutInjected } from "../../core/injected-text.ts";
import type { Memory } from "../../core/memory.ts";
import type { MemoryService } from "../../core/memory-service.ts";
import type { Clock } from "../../core/ports.ts";
import { estimateTokens } from "../../core/token-estimate.ts";
import { type GivenMemories as Given, type GivenRecorder, NO_RECORDER } from "../../core/use.ts";
import { once } from "../../core/util/once.ts";
import { readArguments } from "../arguments.ts";
import type { Connection } from "../connection.ts";
import { idsIn } from "../tools/memory-forms.ts";
import { composePrompt, composeStart, type Injectable, type Injection } from "./compose-injection.ts";
import { type HookAnswer, type HookEvent, MAX_PROMPT_LENGTH, REMINDER_MARK } from "./hook-event.ts";
import { isWorthSearching } from "./prompt-text.ts";

/** Budgets of an injection, in tokens by `estimateTokens`. */
const PROMPT_TOKENS = 400;
const START_TOKENS = 800;
/** The smallest budget leaves room for one short memory. */
const MIN_TOKENS = 150;
const MAX_TOKENS = 10_000;

/** How many memories are read for an injection; the budget decides how many are shown. */
const MAX_PROMPT_RESULTS = 20;
const MAX_PROJECT_MEMORIES = 40;
const MAX_USER_MEMORIES = 15;

const inputSchema = z.strictObject({
  session: z.string().max(200).optional().describe("The session id: no session gets a memory twice."),
  source: z.string().max(100).optional().describe("For SessionStart: startup, resume, clear or compact."),
  prompt: z
    .string()
    .max(MAX_PROMPT_LENGTH)
    .optional()
    .describe("For UserPromptSubmit: the prompt, up to 8,000 characters."),
  maxTokens: z.int().min(MIN_TOKENS).max(MAX_TOKENS).optional().describe("Token budget of the text, at least 150."),
});
const inputArguments = once(() => ({
  schema: inputSchema,
  properties: z.toJSONSchema(inputSchema).properties as Parameters<typeof readArguments>[1]["properties"],
}));
type HookInput = z.infer<typeof inputSchema>;

const NOTHING: HookAnswer = { text: null, tokens: 0, memories: [] };

/**
 * Composes the texts that hooks add to conversations. The caller's grant, project and pause apply as for a tool call.
 * The owner can turn injection off for a client, which then gets no text.
 */
export class HookAnswers {
  readonly #service: Pick<MemoryService, "search" | "list" | "shortIds">;
  readonly #clock: Clock;
  readonly #recorder: GivenRecorder;
  readonly #given = new GivenMemories();

  /** @param recorder records the memories of each answer */
  constructor(
    service: Pick<MemoryService, "search" | "list" | "shortIds">,
    clock: Clock,
    recorder: GivenRecorder = NO_RECORDER,
  ) {
    this.#service = service;
    this.#clock = clock;
    this.#recorder = recorder;
  }

  /**
   * Returns the text for an event, and a function that withdraws it because it did not reach the client: its memories
   * can be given again.
   * @throws invalid_argument
   */
  async answer(
    event: HookEvent,
    body: unknown,
    caller: Caller,
    { injection }: Pick<Connection, "injection">,
  ): Promise<{ readonly answer: HookAnswer; withdraw(): void }> {
    const input = readArguments(event, inputArguments(), body);
    if (!injection) return { answer: NOTHING, withdraw() {} };
    const session = this.#given.session(caller.subject, input.session ?? null);
    if (event === "SessionStart" && input.source !== "resume") session.startOver();
    const { text, memories } = await this.#compose(event, input, caller, session);
    const given: Given = {
      memories,
      by: event === "SessionStart" ? "start" : "prompt",
      at: this.#clock.now(),
      subject: caller.subject,
      client: caller.client?.name ?? caller.subject,
      session: input.session ?? null,
      project: caller.project,
    };
    this.#recorder.record(given);
    return {
      answer: text === null ? NOTHING : { text, tokens: estimateTokens(text), memories },
      withdraw: () => {
        session.remove(memories);
        this.#recorder.withdraw(given);
      },
    };
  }

  async #compose(event: HookEvent, input: HookInput, caller: Caller, session: GivenInSession): Promise<Injection> {
    const canCapture = caller.grant.access !== "read";
    switch (event) {
      case "SessionStart":
        return await this.#answerStart(input, caller, canCapture, session);
      case "UserPromptSubmit":
        return await this.#answerPrompt(input, caller, session);
      case "PreCompact":
        return { text: canCapture ? COMPACTION_INSTRUCTIONS : null, memories: [] };
      case "Stop":
        return { text: canCapture ? STOP_REMINDER : null, memories: [] };
    }
  }

  /** The search results for the prompt, best first. */
  async #answerPrompt(
    { prompt = "", maxTokens = PROMPT_TOKENS }: HookInput,
    caller: Caller,
    session: GivenInSession,
  ): Promise<Injection> {
    if (!isWorthSearching(prompt)) return { text: null, memories: [] };
    const found = await this.#service.search(caller, {
      query: withoutInjected(prompt),
      isPrompt: true,
      limit: MAX_PROMPT_RESULTS,
    });
    const passages = new Map(found.items.map(({ memory, matched }) => [memory, matched.excerpt]));
    const memories = await this.#withShortIds(caller, [...passages.keys()], passages);
    return give(session, composePrompt(notGiven(session, memories), maxTokens));
  }

  /** The most recently changed memories of the project, pinned ones first, and the most recalled of the user. */
  async #answerStart(
    { source, maxTokens = START_TOKENS }: HookInput,
    caller: Caller,
    canCapture: boolean,
    session: GivenInSession,
  ): Promise<Injection> {
    const { project } = caller;
    const read = async (input: Parameters<MemoryService["list"]>[1]) => {
      const { items } = await this.#service.list(caller, input);
      return await this.#withShortIds(caller, pinnedFirst(items));
    };
    const [ofUser, ofProject] = await Promise.all([
      read({ domain: USER_DOMAIN, sort: "recalled", limit: MAX_USER_MEMORIES }),
      project === null ? [] : read({ domain: project, sort: "updated", limit: MAX_PROJECT_MEMORIES }),
    ]);
    const start = {
      ofUser: notGiven(session, ofUser),
      project,
      ofProject: notGiven(session, ofProject),
      canCapture,
      isCompacted: source === "compact",
    };
    return give(session, composeStart(start, maxTokens));
  }

  async #withShortIds(
    caller: Caller,
    memories: readonly Memory[],
    passages?: ReadonlyMap<Memory, string>,
  ): Promise<Injectable[]> {
    const short = memories.length === 0 ? new Map() : await this.#service.shortIds(caller, idsIn(memories));
    return memories.map((memory) => ({ memory, short, passage: passages?.get(memory) }));
  }
}

function notGiven({ has }: GivenInSession, memories: readonly Injectable[]): readonly Injectable[] {
  return memories.filter(({ memory }) => !has(memory.id));
}

/** Records the memories synchronously after they were composed: concurrent prompts never get the same memory. */
function give(session: GivenInSession, injection: Injection): Injection {
  session.add(injection.memories);
  return injection;
}

function pinnedFirst(memories: readonly Memory[]): readonly Memory[] {
  return memories.toSorted((one, other) => Number(other.pinned) - Number(one.pinned));
}

/**
 * Instructions for the model that writes the summary. It cannot call tools, so the summary lists the facts to capture,
 * and SessionStart asks for their capture afterwards.
 */
const COMPACTION_INSTRUCTIONS = `Keep in the summary, under the heading "To capture in Recollect", each decision with its reason, convention, preference, pitfall with its solution, and open question from this conversation not yet captured with capture_memory. Write one full sentence each, understandable without the conversation. Omit the heading if there are none.`;

const STOP_REMINDER = `${REMINDER_MARK}, the user's long-term memory, contains nothing about this work yet. If a decision and its reason, a convention, a preference, a pitfall and its solution, or an open question that will matter in a later session came up, capture it now with capture_memory, one fact per memory. If not, just stop; do not mention this reminder.`;

/** Remembered sessions: enough for a few weeks. */
const MAX_SESSIONS = 500;
/** Remembered memories of one session; past the maximum, the first ones may be repeated. */
const MAX_MEMORIES = 2_000;

/** The memories that a session has received from hooks. */
interface GivenInSession {
  readonly has: (id: string) => boolean;
  add(ids: readonly string[]): void;
  remove(ids: readonly string[]): void;
  startOver(): void;
}

/**
 * Remembers the memories that each session has received. Not persistent: after a restart of the application a session
 * may receive a memory again.
 */
class GivenMemories {
  readonly #sessions = new LRUCache<string, Set<string>>({ max: MAX_SESSIONS });

  /** @param session null if the client names none; then nothing is remembered */
  session(subject: string, session: string | null): GivenInSession {
    const key = JSON.stringify([subject, session]);
    const given = (session === null ? undefined : this.#sessions.get(key)) ?? new Set();
    if (session !== null) this.#sessions.set(key, given);
    return {
      has: (id) => given.has(id),
      add: (ids) => {
        for (const id of ids) given.add(id);
        for (const first of given) {
          if (given.size <= MAX_MEMORIES) break;
          given.delete(first);
        }
      },
      remove: (ids) => {
        for (const id of ids) given.delete(id);
      },
      startOver: () => given.clear(),
    };
  }
}
