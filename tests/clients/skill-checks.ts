import assert from "node:assert/strict";
import path from "node:path";
import { setTimeout } from "node:timers/promises";
import { writeSession } from "../../electron/conversations/testing/claude-transcripts.ts";
import type { ConversationSession } from "../../electron/core/conversations.ts";
import type { Page } from "../../electron/core/filter.ts";
import type { Proposal } from "../../electron/core/inbox.ts";
import type { Memory, Revision } from "../../electron/core/memory.ts";
import type { Suggestion } from "../../electron/core/suggestions.ts";
import { resourcePaths } from "../../electron/platform/resources.ts";
import { readSkills, type Skill } from "../../electron/skills/read-skills.ts";
import { root } from "../../scripts/tools.ts";
import { AGENTS, type Agent, type AgentName } from "./agents.ts";
import { type Check, ERAS, optionsOf, TIMEOUT_MS } from "./check.ts";
import type { ClientHome } from "./home.ts";
import { openInspector } from "./live/inspector.ts";
import { type ModelServer, openModelServer } from "./model/model-server.ts";

/** How a client finds and loads skills, and reads files. */
interface SkillClient {
  readonly program: AgentName;
  /** The folder of the user's own skills, in the home folder. */
  readonly folder: string;
  readonly load: (name: string) => readonly [tool: string, args: object];
  readonly read: (file: string) => readonly [tool: string, args: object];
  /** Lets it load skills without asking. */
  prepare?(home: ClientHome): void;
}

const claudeCode: SkillClient = {
  program: "claude-code",
  folder: ".claude/skills",
  load: (skill) => ["Skill", { skill }],
  read: (file) => ["Read", { file_path: file }],
  prepare: (home) => home.write(".claude/settings.json", JSON.stringify({ permissions: { allow: ["Skill", "Read"] } })),
};

const geminiCli: SkillClient = {
  program: "gemini-cli",
  folder: ".gemini/skills",
  load: (name) => ["activate_skill", { name }],
  read: (file) => ["read_file", { file_path: file }],
};

/** What a scripted model does with a client: each call is a real one, and its result what the client's model reads. */
interface Steps {
  readonly home: ClientHome;
  readonly call: (tool: string, args: object) => Promise<string>;
  readonly read: (file: string) => Promise<string>;
}

const list = async (home: ClientHome, filter: object): Promise<readonly Memory[]> =>
  (await home.ask<Page<Memory>>("memories.list", filter)).items;

/** The id that a result shows before a text, in Markdown and in JSON. */
function idBefore(result: string, text: string): string {
  const at = result.indexOf(text);
  const id = [...result.slice(0, at).matchAll(/\b[0-9A-HJKMNP-TV-Z]{6,26}\b/g)].at(-1)?.[0];
  assert.ok(at >= 0 && id !== undefined, `no memory "${text}" in: ${result}`);
  return id;
}

const PNPM = "We use pnpm, not npm: npm's lockfile broke the Docker cache (May 2026).";

/** A preference and a decision: one for every project, one for this one, and a correction. */
async function rememberWell({ home, call }: Steps): Promise<void> {
  assert.doesNotMatch(await call("search_memories", { query: "package manager" }), /pnpm/);
  await call("capture_memory", { content: PNPM, namespace: "decisions", tags: ["pnpm", "docker"] });
  const preference = { content: "Ada prefers short answers.", namespace: "patterns", domain: "user" };
  await call("capture_memory", preference);
  const found = await call("search_memories", { query: "pnpm" });
  const corrected = PNPM.replace("May 2026", "June 2026");
  await call("update_memory", { id: idBefore(found, PNPM), content: corrected });
  const memories = await list(home, { domain: "_" });
  const rows = memories.map(({ content, namespace, domain, tags, revision }) => ({
    ...{ content, namespace, domain, tags, revision },
  }));
  assert.deepEqual(rows, [
    { ...preference, tags: [], revision: 1 },
    { content: corrected, namespace: "decisions", domain: "project", tags: ["docker", "pnpm"], revision: 2 },
  ]);
}

/** What the step before captured is found, and counts as recalled by a client. */
async function recallFirst({ home, call }: Steps): Promise<void> {
  assert.match(await call("search_memories", { query: "ns:decisions pnpm" }), /Docker cache/);
  assert.doesNotMatch(await call("search_memories", { query: "-tag:docker pnpm" }), /Docker cache/);
  assert.match(await call("list_memories", { query: "ns:patterns", detail: "light" }), /short answers/);
  assert.equal((await list(home, { namespace: "decisions", domain: "project" })).length, 1);
}

/** Two near duplicates become one memory with both facts; both steps can be undone. */
async function tidyMemories({ home, call }: Steps): Promise<void> {
  const place = { namespace: "learnings" };
  const older = "The nightly backup of the orders database failed on 3 May 2026, because the disk was full.";
  const newer = "The nightly backup of the orders database failed on 3 May 2026, because the disk was full again.";
  const expired = "The staging server is down until 4 May 2026.";
  await call("capture_memory", { ...place, content: older, tags: ["backup"] });
  await call("capture_memory", { ...place, content: newer, tags: ["disk"] });
  await call("capture_memory", { content: expired, validUntil: "2026-05-04" });

  assert.match(await call("memory_status", {}), /write/);
  const listed = await call("list_memories", { sort: "duplicates" });
  assert.doesNotMatch(listed, /pnpm|staging/);
  const [kept, other] = [idBefore(listed, newer), idBefore(listed, older)];
  assert.match(await call("list_memories", { query: "validity:expired" }), /staging server/);
  assert.match(await call("list_memories", { query: "recalled:never ns:learnings" }), /full again/);
  assert.match(await call("get_memory", { ids: [kept, other] }), /full again/);
  const merged = `${newer} The fix: old backups are deleted after 30 days.`;
  await call("update_memory", { id: kept, content: merged, tags: ["backup", "disk"], expectedRevision: 1 });
  await call("capture_memory", { ...place, content: merged, supersedes: other });
  assert.doesNotMatch(await call("list_memories", { sort: "duplicates" }), /nightly backup/);

  const [memory, ...more] = await list(home, place);
  assert.ok(memory !== undefined && more.length === 0, "one memory is left");
  assert.deepEqual([memory.content, memory.tags], [merged, ["backup", "disk"]]);
  const [superseded] = await list(home, { ...place, superseded: "only" });
  assert.deepEqual([superseded?.content, superseded?.supersededBy], [older, memory.id]);
  const revisions = await home.ask<readonly Revision[]>("memories.history", { reference: memory.id });
  assert.ok(
    revisions.some(({ content }) => content === newer),
    "the earlier revision is kept",
  );
  await home.ask("memories.reinstate", { references: [superseded?.id] });
  await call("update_memory", { id: kept, content: newer, tags: ["disk"] });
  assert.deepEqual((await list(home, place)).map(({ content }) => content).sort(), [newer, older].sort());
}

const SESSION = "22222222-2222-4222-8222-222222222222";
const SAID = "Let us keep sessions in Redis and not in Postgres, because the old table caused lock waits.";

/** A decision in an earlier session becomes a memory that links to its message. */
async function distillConversation({ home, call }: Steps): Promise<void> {
  const found = await call("search_conversations", { query: "sessions Redis", project: "_" });
  const { items } = await home.ask<Page<ConversationSession>>("conversations.sessions", {});
  const session = items.find(({ id }) => found.includes(id));
  assert.ok(session !== undefined, `no known conversation in: ${found}`);
  assert.ok((await call("read_conversation", { id: session.id })).includes(SAID), "the message is read");
  const source = `recollect://conversation/${session.id}#1`;
  const content = "Sessions are stored in Redis, not in Postgres: the old table caused lock waits (1 May 2026).";
  assert.doesNotMatch(await call("search_memories", { query: "session storage Redis" }), /lock waits/);
  await call("capture_memory", { content, namespace: "decisions", tags: ["redis", "sessions"], source });
  const [memory] = await list(home, { source: "recollect://conversation/" });
  assert.deepEqual([memory?.content, memory?.source], [content, source]);
  assert.match(await call("read_conversation", { id: session.id }), new RegExp(memory?.id ?? "no memory"));
}

const SUGGESTED_SESSION = "33333333-3333-4333-8333-333333333333";
const REQUEST = "Remember that the shop sends invoices on Mondays only.";
/** A conversation without a message for ten minutes is quiet, and its passages are suggested. */
const HOUR_MS = 60 * 60_000;

/** A suggestion is rewritten, and waits in the inbox with a link to its message. */
async function reviewSuggestions({ home, call }: Steps): Promise<void> {
  const end = performance.now() + TIMEOUT_MS;
  const listed = () => home.ask<Page<Suggestion>>("suggestions.list", { state: "waiting", limit: 100 });
  const find = async () => (await listed()).items.find(({ text }) => text === REQUEST);
  let suggestion = await find();
  while (suggestion === undefined) {
    assert.ok(performance.now() < end, "nothing is suggested");
    await setTimeout(100);
    suggestion = await find();
  }
  const { id, conversation } = suggestion;
  assert.ok((await call("list_suggestions", {})).includes(REQUEST), "the suggestion is listed");
  const content = "The shop sends invoices on Mondays only.";
  await call("propose", { id, content });
  const { items } = await home.ask<Page<Proposal>>("inbox.list", { state: "waiting", limit: 100 });
  const proposal = items.find(({ memory }) => memory.content === content);
  assert.equal(proposal?.memory.source, `recollect://conversation/${conversation}#1`);
  assert.equal(await find(), undefined);
}

const DOCUMENTS = {
  "README.md": "# Shop\n\nRun `make check` before each commit: it needs Docker.\n",
  "docs/adr/0001.md":
    "# 1. Prices are integers\n\nPrices are stored in cents, because floats rounded totals wrongly.\n",
};

/** A repository's documents become memories with their files as sources; a second import adds nothing. */
async function importProject({ home, call, read }: Steps): Promise<void> {
  assert.match(await call("memory_status", {}), /project/);
  const facts = [
    { file: "README.md", fact: "`make check` runs before each commit and needs Docker.", namespace: "testing" },
    {
      file: "docs/adr/0001.md",
      fact: "Prices are stored in cents: floats rounded totals wrongly.",
      namespace: "decisions",
    },
  ] as const;
  for (const { file, fact, namespace } of facts) {
    const text = await read(path.join(home.project, file));
    assert.ok(text.includes(DOCUMENTS[file].split("\n")[2] ?? "no text"), `${file}: ${text}`);
    assert.ok(!(await call("search_memories", { query: `source:${file}` })).includes(fact), "not imported before");
    await call("capture_memory", { content: fact, namespace, tags: ["import"], source: file });
    assert.ok((await call("search_memories", { query: `source:${file}` })).includes(fact), "known at a second import");
  }
  const memories = await list(home, { tags: ["import"] });
  assert.deepEqual(
    memories.map(({ content, source, domain }) => ({ content, source, domain })).reverse(),
    facts.map(({ fact, file }) => ({ content: fact, source: file, domain: "project" })),
  );
}

const STEPS: Readonly<Record<string, (steps: Steps) => Promise<void>>> = {
  "remember-well": rememberWell,
  "recall-first": recallFirst,
  "tidy-memories": tidyMemories,
  "distill-conversation": distillConversation,
  "review-suggestions": reviewSuggestions,
  "import-project": importProject,
};

/** Puts the shipped skills into the client's folder, documents into the project, and a conversation into the application. */
async function prepare(home: ClientHome, { program, folder, ...client }: SkillClient, skills: readonly Skill[]) {
  for (const { name, files } of skills) {
    for (const [file, content] of Object.entries(files)) home.write(`${folder}/${name}/${file}`, content);
  }
  for (const [file, content] of Object.entries(DOCUMENTS)) home.write(`project/${file}`, content);
  client.prepare?.(home);
  writeSession(home.userHome, SESSION, [{ text: SAID }, { role: "assistant", text: "Done." }], { cwd: home.project });
  const lines = [{ text: REQUEST, at: Date.now() - HOUR_MS }];
  writeSession(home.userHome, SUGGESTED_SESSION, lines, { cwd: home.project });
  await home.connect(program, "stdio");
  await home.ask("conversations.updateSettings", { clients: ["claude-code"] });
  await home.ask("clients.updateGrant", { subject: program, conversations: true });
  const end = performance.now() + TIMEOUT_MS;
  const isRead = async () => (await home.ask<Page<unknown>>("conversations.sessions", {})).items.length > 0;
  while (!(await isRead())) {
    assert.ok(performance.now() < end, "the conversation is not read");
    await setTimeout(100);
  }
}

/** The client puts each skill before its model, loads it from its own folder, and the model's calls change the store. */
function follows(client: SkillClient): Check {
  const agent: Agent = AGENTS[client.program];
  return {
    program: client.program,
    name: "six skills",
    async run(file, home) {
      const skills = readSkills(resourcePaths(root).skills);
      assert.deepEqual(
        Object.keys(STEPS).sort(),
        skills.map(({ name }) => name),
      );
      const model = await openModelServer();
      try {
        agent.prepare?.(home, model);
        await prepare(home, client, skills);
        const session = await agent.open(optionsOf(file, home), model);
        await followAll(client, home, model, session.call).finally(() => session.close());
        return `${skills.length} skills loaded and followed`;
      } finally {
        await model.close();
      }
    },
  };
}

async function followAll(client: SkillClient, home: ClientHome, model: ModelServer, call: Steps["call"]) {
  const skills = new Map(readSkills(resourcePaths(root).skills).map((skill) => [skill.name, skill]));
  for (const [name, follow] of Object.entries(STEPS)) {
    const skill = skills.get(name);
    assert.ok(skill !== undefined, name);
    const loaded = await call(...client.load(name));
    const offer = model.lastOffer()?.body ?? "";
    assert.ok(offer.includes(JSON.stringify(skill.description.slice(0, 60)).slice(1, -1)), `${name} is not offered`);
    // The client may add the skill to the result, or to the message after it.
    const text = JSON.stringify(skill.text.slice(0, 200)).slice(1, -1);
    assert.ok(model.lastRequest().includes(text), `${name} is not loaded: ${loaded}`);
    await follow({ home, call, read: (path) => call(...client.read(path)) });
  }
}

/** The Inspector lists the skills by MCP's extension and reads their files, in both protocol revisions. */
const inspector: Check[] = ERAS.map((era) => ({
  program: "inspector",
  name: `skills, ${era}`,
  async run(file, home) {
    const skills = readSkills(resourcePaths(root).skills);
    home.write(".mcp-inspector/mcp.json", await home.snippet("other", "http"));
    const client = await openInspector(optionsOf(file, home), era);
    try {
      const listed = JSON.parse(await client.ask("skills/list")) as { skills: { uri: string }[] };
      assert.deepEqual(
        listed.skills.map(({ uri }) => uri),
        skills.map(({ name }) => `skill://recollect/${name}/SKILL.md`),
      );
      for (const [index, { uri }] of listed.skills.entries()) {
        const read = JSON.parse(await client.ask("resources/read", uri)) as { contents: { text: string }[] };
        assert.equal(read.contents[0]?.text, skills[index]?.files["SKILL.md"]);
      }
      return `${listed.skills.length} skills listed and read`;
    } finally {
      await client.close();
    }
  },
}));

export const SKILL_CHECKS: readonly Check[] = [...[claudeCode, geminiCli].map(follows), ...inspector];
