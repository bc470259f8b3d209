import { beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { buildModel, MODEL_FOLDER } from "../../scripts/build-model.ts";
import { workerUrl } from "../../tests/testing/entries.ts";
import { type Caller, FULL_GRANT, type Grant, OWNER } from "../core/caller.ts";
import type { Embedder } from "../core/embedder.ts";
import { createEvents } from "../core/events.ts";
import type { MemoryService } from "../core/memory-service.ts";
import type { NewMemory } from "../core/ports.ts";
import type { CallContext } from "../mcp/catalog-entries.ts";
import { createMemorySource } from "../mcp/memory-source.ts";
import { createEmbedder } from "../search/embedding/embedder.ts";
import { createRandom } from "../search/testing/random-vectors.ts";
import { idAt, memoryAt, openTestStore, SILENT, START } from "../store/testing/open-store.ts";
import { createMemoryCore } from "./memory-core.ts";

/** What each limited client may see. */
const GRANTS: Readonly<Record<string, Partial<Grant>>> = {
  "one project": { domains: ["acme/app"] },
  "two namespaces": { namespaces: ["decisions", "context"] },
  "two namespaces of one project": { domains: ["acme/app"], namespaces: ["decisions", "context"] },
};

const WORDS =
  "deploy nomad kubernetes redis postgres cache session token billing invoice retry queue worker lighthouse merger layoffs password rotation schedule vector index search ranking release friday rollback 数据库 部署 缓存 Größe Rückgabe configuration configure conflict".split(
    " ",
  );

interface Sample {
  readonly memory: NewMemory;
  readonly trashed: boolean;
}

/** Random memories; of the same seed, those that a grant shows are the same with and without the others. */
function samplesOf(seed: number, count: number): Sample[] {
  const random = createRandom(seed);
  const pick = <Item>(items: readonly Item[]): Item => items[random.integer(items.length)] as Item;
  let before = "";
  return Array.from({ length: count }, (_, index) => {
    const words = Array.from({ length: 3 + random.integer(12) }, () => pick(WORDS)).join(" ");
    // Some are nearly the same as the one before, which may be in another place.
    const content = random.next() < 0.3 && before !== "" ? `${before} again` : words;
    before = content;
    const number = 1_000 + index;
    const memory = memoryAt(number, {
      // Several ids have the same end.
      id: `01${String(number).padStart(18, "0")}${String(index % 11).padStart(6, "0")}`,
      content,
      domain: pick(["acme/app", "secret/corp", "user"]),
      namespace: pick(["decisions", "context", "security"]),
      tags: random.next() < 0.5 ? [pick(["infra", "money", "infrared"])] : [],
      source: random.next() < 0.4 ? pick(["docs/deploy.md", "docs/money.md"]) : null,
      sessionId: pick(["one", "two", null]),
      pinned: random.next() < 0.1,
      client: { name: pick(["claude-code", "codex"]), version: "1", via: pick(["claude-code", "codex"]) },
    });
    return { memory, trashed: random.next() < 0.1 };
  });
}

function isVisible({ domain, namespace }: NewMemory, { domains, namespaces }: Partial<Grant>): boolean {
  return (domains?.includes(domain) ?? true) && (namespaces?.includes(namespace) ?? true);
}

/** The product's core and MCP source over these memories. Ids and times are the same as in the samples. */
async function openWith(samples: readonly Sample[], embedder: Embedder | null) {
  const store = await openTestStore();
  for (const { memory, trashed } of samples) {
    await store.memories.insert(memory);
    const edit = { client: null, at: memory.createdAt, action: "delete" } as const;
    if (trashed) await store.memories.setDeleted(memory.id, true, null, edit);
  }
  let now = START + 86_400_000;
  let ids = 900_000;
  const clock = { now: () => (now += 1_000) };
  const events = createEvents((error) => expect.fail(String(error)));
  const newId = () => idAt(++ids);
  const core = createMemoryCore(store, { clock, events, logger: SILENT, newId, embedder });
  await core.indexer?.rebuild(() => undefined, new AbortController().signal);
  // The time of embedding does not depend on other memories.
  core.indexer?.setPaused(true);
  onTestFinished(() => core.close());
  const { service } = core;
  return {
    service,
    source: createMemorySource({ service, version: "1", clock: { now: () => START }, logger: SILENT }),
  };
}
type Opened = Awaited<ReturnType<typeof openWith>>;

/** Everything that a client gets, in this order, as text. Random marks and keys are replaced. */
async function answersFor({ service, source }: Opened, caller: Caller, modes: readonly string[]): Promise<string[]> {
  const context = {
    caller,
    signal: new AbortController().signal,
    requestBytes: 0,
    wantsProgress: false,
    progress: () => undefined,
    noteServer: () => undefined,
    log: () => undefined,
    client: null,
    exchange: null,
  } satisfies CallContext;
  const answers: string[] = [];
  /** Writes the recalls that are counted so far, which otherwise happens a second later. */
  const settle = () => service.list(OWNER, { sort: "recalled", limit: 1 });
  const add = (name: string, value: unknown): void => {
    const text = JSON.stringify(value).replace(/memory-[0-9a-f]{12}/g, "memory-mark");
    answers.push(`${name}: ${text}`);
  };
  const call = async (name: string, args: Record<string, unknown>) => {
    await settle();
    const tool = source.tools?.find(({ definition }) => definition.name === name);
    const result = (await tool?.call(args, context)) as {
      content: { text: string }[];
      structuredContent: Record<string, unknown>;
    };
    // A search's cursor contains a random key.
    add(name, result.content[0]?.text.replace(/"cursor": "[^"]*"/, ""));
    const { nextCursor, uptimeSeconds: _, ...content } = result.structuredContent;
    add(`${name} ${JSON.stringify(args)}`, { ...content, more: nextCursor !== undefined });
    return typeof nextCursor === "string" ? nextCursor : undefined;
  };
  for (const mode of modes) {
    for (const query of [
      ...WORDS.filter((_, index) => index % 3 === 0),
      "deploy redis cache",
      "conf",
      "数据",
      '"deploy nomad" cache',
      "lighthouse merger tag:infra",
      "redis absentword",
      "-tag:money vector",
      "Größe",
    ]) {
      const args = { query, mode, domain: "_", limit: 5 };
      const cursor = await call("search_memories", args);
      if (cursor !== undefined) await call("search_memories", { ...args, limit: 50 });
    }
  }
  for (const sort of ["created", "created-ascending", "updated", "recalled"]) {
    await settle();
    const first = await service.list(caller, { sort: sort as "created", domain: "_", limit: 7 });
    add(sort, first);
    await settle();
    add(sort, await service.list(caller, { sort: sort as "created", domain: "_", limit: 7, cursor: first.nextCursor }));
  }
  await call("list_memories", { trash: "only", domain: "_" });
  await call("list_memories", { client: "codex", tags: ["infra"], domain: "_" });
  await call("memory_status", {});
  await settle();
  add("facets", await service.facets(caller, { domain: "_" }));
  await settle();
  add("count", await service.count(caller, { domain: "_", tags: ["infra"] }));
  await settle();
  add("tags", await service.tagsStartingWith(caller, "inf", 10));
  for (const family of source.resources ?? []) {
    await settle();
    const resources = await family.list(context);
    add("resources", resources);
    for (const { uri } of resources.slice(0, 20)) {
      await settle();
      add(uri, await family.read(uri, context));
    }
    for (const { definition, complete = {} } of family.templates) {
      for (const [name, completer] of Object.entries(complete)) {
        for (const value of ["", "d", "inf", "0"]) {
          await settle();
          add(`${definition.name} ${name}`, await completer(value, {}, context));
        }
      }
    }
  }
  await settle();
  const { items } = await service.list(caller, { domain: "_", limit: 10 });
  for (const { id } of items) {
    await settle();
    add(`similar ${id}`, await service.similar(caller, id));
    add(`short ${id}`, [...(await service.shortIds(caller, [id]))]);
    for (const part of [id.slice(-6), id.slice(-8), id.slice(-10), id.slice(0, 20), id.slice(0, 24)]) {
      await call("get_memory", { id: part });
    }
  }
  for (const { content, domain, namespace } of items) {
    await call("capture_memory", { content: `${content} once more`, domain, namespace });
  }
  await call("memory_status", {});
  return answers;
}

function limitedTo(grant: Partial<Grant>): Caller {
  const client = { name: "limited", version: "1", via: "limited" };
  return { ...OWNER, subject: "limited", client, project: null, sessionId: "one", grant: { ...FULL_GRANT, ...grant } };
}

async function expectSameAnswers(seed: number, count: number, grant: Partial<Grant>, embedder: Embedder | null) {
  const samples = samplesOf(seed, count);
  const visible = samples.filter(({ memory }) => isVisible(memory, grant));
  expect(visible.length).toBeGreaterThan(count / 10);
  expect(visible.length).toBeLessThan(count);
  const modes = embedder === null ? ["text"] : ["hybrid", "text", "vector"];
  const without = await answersFor(await openWith(visible, embedder), limitedTo(grant), modes);
  const withHidden = await answersFor(await openWith(samples, embedder), limitedTo(grant), modes);
  expect(withHidden).toEqual(without);
}

describe.each(Object.entries(GRANTS))("a client limited to %s", (_name, grant) => {
  it.each([1, 2, 3])(
    "gets the same answers with and without hidden memories (random store %i)",
    async (seed) => {
      await expectSameAnswers(seed, 40 + seed * 30, grant, null);
    },
    300_000,
  );
});

describe("with the bundled model", () => {
  beforeAll(() => buildModel(), 120_000);

  it("a limited client gets the same answers with and without hidden memories in every mode", async () => {
    const embedder = createEmbedder({
      source: { kind: "bundled" },
      modelFolder: MODEL_FOLDER,
      workerUrl: workerUrl("embeddingWorker"),
      logger: SILENT,
    });
    onTestFinished(() => embedder.close());
    await expectSameAnswers(7, 120, GRANTS["one project"] ?? {}, embedder);
  }, 300_000);
});

it("scores do not reveal which words hidden memories contain", async () => {
  const scoresWith = async (hidden: string) => {
    const { service }: { service: MemoryService } = await openWith(
      Array.from({ length: 60 }, (_, index) => ({
        memory: memoryAt(index + 1, { content: `${hidden} number ${index}`, domain: "secret/corp" }),
        trashed: false,
      })),
      null,
    );
    const caller = limitedTo({ domains: ["acme/app"], namespaces: ["decisions"] });
    const place = { domain: "acme/app", namespace: "decisions" };
    await service.capture(caller, { content: "layoffs padding one two three", ...place });
    await service.capture(caller, { content: "zzyzx padding one two three", ...place });
    const { items } = await service.search(caller, { query: "layoffs zzyzx", domain: "_" });
    return items.map(({ score }) => score);
  };
  expect(await scoresWith("layoffs in spring")).toEqual(await scoresWith("something else"));
});
