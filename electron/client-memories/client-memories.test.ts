import { execFileSync } from "node:child_process";
import { appendFileSync, chmodSync, mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import {
  copyClient,
  memoryFile,
  openClientMemories,
  temporaryHome,
  writeMemory,
} from "../app/testing/test-client-memories.ts";
import { OWNER } from "../core/caller.ts";
import { MAX_WAITING, type Proposal } from "../core/inbox.ts";
import { DEFAULT_SECRET_POLICY } from "../core/secrets/policy.ts";

const idOf = (proposal: Proposal | undefined) => proposal?.memory.id ?? "";

it("proposes what Claude Code and Codex remember, each with its origin, and the same only once", async () => {
  const home = temporaryHome();
  copyClient("claude-code", home);
  copyClient("codex", home);
  const { memories, waiting, open } = await openClientMemories(home, { clients: ["claude-code", "codex"] });
  const status = await memories.scan();
  expect(status).toMatchObject({ state: "idle", problems: [] });
  const proposals = await waiting();
  expect(proposals).toHaveLength(13);
  expect(new Set(proposals.map(({ reason }) => reason))).toEqual(new Set(["import"]));
  const database = proposals.find(({ memory }) => memory.content.includes("real PostgreSQL"));
  expect(database?.memory).toMatchObject({
    content: expect.stringMatching(/^# Integration tests must use a real database\n\nIntegration tests run/),
    domain: "shop",
    namespace: "patterns",
    tags: ["feedback"],
    client: { name: "claude-code" },
    source: ["~", ".claude", "projects", "-srv-code-shop", "memory", "integration-tests-database.md"].join(path.sep),
  });
  const personal = proposals.filter(({ memory }) => memory.domain === "user").map(({ memory }) => memory.content);
  expect(personal).toHaveLength(5);
  expect(personal.join()).toContain("new to React");
  await memories.scan();
  await open().scan();
  expect(await waiting()).toEqual(proposals);
});

it("replaces the pending proposal of a changed text, and proposes to replace a memory that was kept", async () => {
  const { home, memories, inbox, service, waiting, contents } = await openClientMemories();
  writeMemory(home, "port", "The port is 1000.");
  await memories.scan();
  writeMemory(home, "port", "The port is 2000.");
  await memories.scan();
  expect(await contents()).toEqual(["# port\n\nThe port is 2000."]);
  const kept = await inbox.keep(OWNER, idOf((await waiting())[0]));
  writeMemory(home, "port", "The port is 3000.");
  await memories.scan();
  expect(await waiting()).toMatchObject([
    { supersedes: kept.id, memory: { content: expect.stringContaining("3000") } },
  ]);
  // The waiting replacement of a memory is replaced itself.
  writeMemory(home, "port", "The port is 4000.");
  await memories.scan();
  expect(await waiting()).toMatchObject([
    { supersedes: kept.id, memory: { content: expect.stringContaining("4000") } },
  ]);
  const replacing = await inbox.keep(OWNER, idOf((await waiting())[0]));
  expect(await service.get(OWNER, kept.id)).toMatchObject({ supersededBy: replacing.id });
  // The first text again: it was replaced, so it is proposed again.
  writeMemory(home, "port", "The port is 2000.");
  await memories.scan();
  expect(await waiting()).toMatchObject([
    { supersedes: replacing.id, memory: { content: expect.stringContaining("2000") } },
  ]);
});

it("proposes a rejected text only after it changed", async () => {
  const { home, memories, open, inbox, service, waiting, contents } = await openClientMemories();
  const file = writeMemory(home, "style", "Use tabs.");
  await memories.scan();
  await inbox.reject(OWNER, idOf((await waiting())[0]));
  await memories.scan();
  await service.purge(OWNER, "trash");
  appendFileSync(file, "\n");
  await open().scan();
  expect(await waiting()).toEqual([]);
  // Another text, and back.
  writeMemory(home, "style", "Use spaces.");
  await memories.scan();
  expect(await contents()).toEqual(["# style\n\nUse spaces."]);
  await inbox.reject(OWNER, idOf((await waiting())[0]));
  writeMemory(home, "style", "Use tabs.");
  await memories.scan();
  expect(await waiting()).toEqual([]);
  expect((await memories.status()).sources).toMatchObject([{ source: "claude-code", entries: 1, waiting: 0 }]);
});

it("recognises a renamed file, keeps the memory of a deleted one, and marks its source", async () => {
  const { home, memories, inbox, service, waiting } = await openClientMemories();
  const file = writeMemory(home, "queue", "The queue is RabbitMQ.");
  await memories.scan();
  const kept = await inbox.keep(OWNER, idOf((await waiting())[0]));
  renameSync(file, memoryFile(home, "broker.md"));
  await memories.scan();
  expect(await waiting()).toEqual([]);
  expect(await memories.entries()).toMatchObject([
    { path: memoryFile(home, "broker.md"), state: "kept", goneAt: null },
  ]);
  rmSync(memoryFile(home, "broker.md"));
  await memories.scan();
  expect(await memories.entries()).toMatchObject([{ id: kept.id, state: "kept", goneAt: expect.any(String) }]);
  expect((await memories.status()).sources).toMatchObject([{ kept: 1, gone: 1 }]);
  expect(await service.get(OWNER, kept.id)).toMatchObject({ deletedAt: null, supersededBy: null });
  // A file with the same text is the same entry again.
  writeMemory(home, "queue", "The queue is RabbitMQ.");
  writeFileSync(memoryFile(home, "MEMORY.md"), "- [queue](queue.md) — broker\n");
  await memories.scan();
  expect((await memories.status()).sources).toMatchObject([{ entries: 1, gone: 0, kept: 1, waiting: 0 }]);
});

it("masks secrets, and reports texts that the owner's rules refuse", async () => {
  const key = `AKIA${"IOSFODNN7EXAMPL2"}`;
  let action: "mask" | "refuse" = "mask";
  const policy = () => ({ ...DEFAULT_SECRET_POLICY, action });
  const { home, memories, contents } = await openClientMemories(undefined, { clients: ["claude-code"] }, policy);
  writeMemory(home, "one", `The key is ${key}. <private>Hidden</private>`);
  await memories.scan();
  const [masked = ""] = await contents();
  expect(masked).toContain("The key is");
  expect(masked).not.toContain(key);
  expect(masked).not.toContain("Hidden");
  action = "refuse";
  writeMemory(home, "two", `Another key is ${key}.`);
  const { problems } = await memories.scan();
  expect(problems).toMatchObject([{ path: expect.stringContaining("two.md"), error: { code: "invalid_argument" } }]);
  action = "mask";
  expect((await memories.scan()).problems).toEqual([]);
  expect(await contents()).toHaveLength(2);
});

it("reports large, binary, locked and special files with what to do, and reads the others", async () => {
  const { home, memories, contents } = await openClientMemories();
  writeMemory(home, "good", "Good.");
  writeFileSync(memoryFile(home, "large.md"), "x".repeat(1024 * 1024 + 1));
  writeFileSync(memoryFile(home, "binary.md"), Buffer.from([0x23, 0x20, 0, 1, 2]));
  writeFileSync(memoryFile(home, "russian.md"), Buffer.from([0xcf, 0xf0, 0xe8, 0xe2, 0xe5, 0xf2]));
  writeFileSync(
    memoryFile(home, "bomb.md"),
    `---\na: &a [${"*a,".repeat(50)}]\nname: bomb\n---\n\n## Part\n\nStill read.`,
  );
  symlinkSync(memoryFile(home, "nowhere"), memoryFile(home, "dangling.md"));
  symlinkSync(path.dirname(memoryFile(home, "x")), memoryFile(home, "loop"));
  const expected = ["binary.md", "dangling.md", "large.md", "russian.md"];
  if (process.platform !== "win32") {
    execFileSync("mkfifo", [memoryFile(home, "pipe.md")]);
    expected.push("pipe.md");
  }
  const isRoot = process.getuid?.() === 0;
  if (!isRoot && process.platform !== "win32") {
    writeMemory(home, "locked", "Locked.");
    chmodSync(memoryFile(home, "locked.md"), 0);
    expected.push("locked.md");
  }
  const { problems, state } = await memories.scan();
  expect(state).toBe("idle");
  expect(problems.map((problem) => path.basename(problem.path)).sort()).toEqual(expected.toSorted());
  for (const { error, path: file } of problems) {
    expect(error.message).toContain(file);
    expect(error.hint).toBeTruthy();
  }
  expect(await contents()).toEqual(["# good\n\nGood.", "## Part\n\nStill read."]);
});

it("reads files in UTF-16 and Latin-1, and front matter that is not YAML, and reports how", async () => {
  const { home, memories, contents } = await openClientMemories();
  writeMemory(home, "good", "Good.");
  writeFileSync(
    memoryFile(home, "wide.md"),
    Buffer.from("\ufeff---\nname: w\ndescription: Wide\n---\nGrüße", "utf16le"),
  );
  writeFileSync(memoryFile(home, "latin.md"), Buffer.from("---\nname: l\ndescription: Straße\n---\nCafé", "latin1"));
  const colon = "---\nname: role\ndescription: User role: senior engineer\ntype: user\n---\nWrites Go.";
  writeFileSync(memoryFile(home, "colon.md"), colon);
  const quoted = '---\nname: quote\ndescription: "Quoted" and more\ntype: feedback\n---\nText.';
  writeFileSync(memoryFile(home, "quoted.md"), quoted);
  writeFileSync(memoryFile(home, "typed.md"), "---\ntype: user\n---\nLikes tea.");
  const { problems } = await memories.scan();
  expect(new Set(await contents())).toEqual(
    new Set([
      "# good\n\nGood.",
      "# Wide\n\nGrüße",
      "# Straße\n\nCafé",
      "# User role: senior engineer\n\nWrites Go.",
      '# "Quoted" and more\n\nText.',
      "Likes tea.",
    ]),
  );
  const reasons = problems.map(({ path: file, error }) => [path.basename(file), error.details?.reason]);
  expect(reasons.sort()).toEqual([
    ["colon.md", "client_memory_repaired"],
    ["latin.md", "client_memory_decoded"],
    ["quoted.md", "client_memory_repaired"],
  ]);
});

it("reads no private file that a link in a project or in a client's folder leads to, and says which", async () => {
  const home = temporaryHome();
  const secret = path.join(home, ".private", "diary.txt");
  const repository = path.join(home, "repository");
  for (const folder of [path.dirname(secret), path.join(repository, "docs")]) mkdirSync(folder, { recursive: true });
  writeFileSync(secret, "## Diary\n\nNobody may read this.");
  writeFileSync(path.join(repository, "docs", "rules.md"), "## Rules\n\nUse tabs.");
  const [inside, outside] = [path.join(repository, "AGENTS.md"), path.join(repository, "CLAUDE.md")];
  symlinkSync(path.join("docs", "rules.md"), inside);
  symlinkSync(secret, outside);
  writeMemory(home, "good", "Good.");
  symlinkSync(secret, memoryFile(home, "diary.md"));
  const files = [inside, outside].map((file) => ({ path: file, sections: null }));
  const { memories, contents } = await openClientMemories(home, { clients: ["claude-code"], files });
  const { problems } = await memories.scan();
  const refused = [outside, memoryFile(home, "diary.md")].map((file) => [file, "client_memory_link"]);
  expect(problems.map((problem) => [problem.path, problem.error.details?.reason]).sort()).toEqual(refused.toSorted());
  expect((await contents()).toSorted()).toEqual(["# good\n\nGood.", "## Rules\n\nUse tabs."].toSorted());
  const survey = JSON.stringify(await memories.survey());
  expect(survey).toContain("client_memory_link");
  expect(survey).not.toContain("Diary");
});

it("does not treat files in an unreadable folder as deleted", async () => {
  const { home, memories, waiting, inbox } = await openClientMemories();
  writeMemory(home, "one", "One.");
  await memories.scan();
  await inbox.keep(OWNER, idOf((await waiting())[0]));
  const folder = path.dirname(memoryFile(home, "one.md"));
  renameSync(folder, `${folder}.away`);
  // A folder that refers to itself cannot be listed.
  symlinkSync(folder, folder);
  const { problems, sources } = await memories.scan();
  expect(problems).toMatchObject([{ path: folder, error: { code: "storage" } }]);
  expect(sources).toMatchObject([{ kept: 1, gone: 0 }]);
});

it("does not take the files of an own folder that it cannot list for deleted", async () => {
  const { home, memories, waiting, inbox } = await openClientMemories();
  const folder = path.join(home, "notes");
  mkdirSync(folder);
  mkdirSync(path.join(home, ".claude"));
  writeFileSync(path.join(home, ".claude", "settings.json"), JSON.stringify({ autoMemoryDirectory: folder }));
  writeFileSync(path.join(folder, "one.md"), "---\nname: one\n---\n\nOne.\n");
  await memories.scan();
  await inbox.keep(OWNER, idOf((await waiting())[0]));
  renameSync(folder, `${folder}.away`);
  symlinkSync(folder, folder);
  const { problems, sources } = await memories.scan();
  expect(problems).toMatchObject([{ path: folder, error: { code: "storage" } }]);
  expect(sources).toMatchObject([{ kept: 1, gone: 0 }]);
});

it("keeps proposals that do not fit into the inbox until the owner reviewed others", async () => {
  const { home, memories, inbox, waiting } = await openClientMemories();
  const text = Array.from({ length: MAX_WAITING + 2 }, (_, index) => `## Part ${index}\n\nText ${index}.`).join("\n\n");
  writeMemory(home, "other", "Other.");
  writeFileSync(memoryFile(home, "many.md"), text);
  const { problems, sources } = await memories.scan();
  expect(problems).toMatchObject([{ error: { code: "rate_limited", message: expect.stringContaining("1000") } }]);
  expect(sources).toMatchObject([{ waiting: MAX_WAITING }]);
  for (const proposal of (await waiting()).slice(0, 5)) await inbox.reject(OWNER, idOf(proposal));
  expect(await memories.scan()).toMatchObject({ problems: [], sources: [{ entries: MAX_WAITING + 3 }] });
});

it("reads only the chosen sections of a file, without the instructions that Recollect inserted", async () => {
  const home = temporaryHome();
  const project = path.join(home, "shop");
  mkdirSync(project);
  const file = path.join(project, "CLAUDE.md");
  const block = "<!-- recollect:start -->\n## Memory: Recollect\n\nRecall first.\n<!-- recollect:end -->";
  writeFileSync(file, `# Shop\n\n## Conventions\n\nUse tabs.\n\n## Commands\n\nmake all\n\n${block}\n`);
  const { memories, waiting, contents, inbox } = await openClientMemories(home, {
    files: [{ path: file, sections: ["Conventions"] }],
  });
  await memories.scan();
  expect(await waiting()).toMatchObject([
    {
      memory: {
        content: "## Conventions\n\nUse tabs.",
        domain: "shop",
        namespace: "patterns",
        client: null,
        source: ["~", "shop", "CLAUDE.md#Conventions"].join(path.sep),
      },
    },
  ]);
  expect((await memories.survey()).files).toMatchObject([
    { path: file, watched: true, chosen: ["Conventions"], sections: ["Conventions", "Commands"] },
  ]);
  await memories.updateSettings({ files: [{ path: file, sections: null }] });
  await memories.scan();
  expect(await contents()).toEqual(["## Commands\n\nmake all", "## Conventions\n\nUse tabs."]);
  // A section that is not chosen any more is still in the file.
  await memories.updateSettings({ files: [{ path: file, sections: ["Commands"] }] });
  await memories.scan();
  expect((await memories.entries()).map(({ goneAt }) => goneAt)).toEqual([null, null]);
  const [, conventions] = await waiting();
  await inbox.keep(OWNER, idOf(conventions));
  rmSync(file);
  const { problems, sources } = await memories.scan();
  expect(problems).toMatchObject([{ path: file, error: { code: "not_found" } }]);
  expect(sources).toMatchObject([{ source: file, gone: 2, kept: 1 }]);
  writeFileSync(file, `## Conventions\n\n${block}\n${block}\n`);
  expect((await memories.scan()).problems).toMatchObject([{ path: file, error: { code: "invalid_argument" } }]);
});

it("reads, stores and watches nothing before the owner opts in, and refuses settings that name nothing", async () => {
  const home = temporaryHome();
  copyClient("claude-code", home);
  const { memories, waiting } = await openClientMemories(home, {});
  memories.start();
  const { clients } = await memories.survey();
  expect(clients).toMatchObject([
    { client: "claude-code", watched: false, entries: 6, problems: [] },
    { client: "codex", entries: 0, places: [] },
  ]);
  expect(clients[0]?.places.map(({ entries, project }) => [entries, project])).toEqual([
    [5, "shop"],
    [1, "shop"],
  ]);
  await expect(memories.scan()).rejects.toMatchObject({ code: "conflict" });
  expect(await memories.status()).toEqual({ state: "off", sources: [], problems: [], scannedAt: null });
  expect(await waiting()).toEqual([]);
  await expect(memories.updateSettings({ clients: ["cursor" as never] })).rejects.toMatchObject({ field: "clients" });
  await expect(memories.updateSettings({ files: [{ path: "CLAUDE.md", sections: null }] })).rejects.toMatchObject({
    field: "files",
  });
});

it("reads a change by itself while it watches, and nothing after the client was switched off", async () => {
  const { home, memories, contents } = await openClientMemories();
  writeMemory(home, "first", "First.");
  memories.start();
  await expect.poll(contents).toEqual(["# first\n\nFirst."]);
  writeMemory(home, "second", "Second.");
  await expect.poll(contents).toEqual(["# first\n\nFirst.", "# second\n\nSecond."]);
  await memories.updateSettings({ clients: [] });
  expect(await memories.status()).toMatchObject({ state: "off", sources: [{ entries: 2 }] });
});

it("ends a scan when its client is switched off, and continues it when it is switched on", async () => {
  const { home, memories, events, contents } = await openClientMemories();
  for (const name of ["one", "two", "three"]) writeMemory(home, name, `${name}.`);
  const remove = events.on("inbox.changed", () => void memories.updateSettings({ clients: [] }));
  await memories.scan();
  remove();
  expect(await contents()).toHaveLength(1);
  await memories.updateSettings({ clients: ["claude-code"] });
  await memories.scan();
  expect(await contents()).toHaveLength(3);
});

it("reads everything again, and doubles nothing, when its record is damaged", async () => {
  const { home, memories, open, inbox, waiting } = await openClientMemories();
  writeMemory(home, "one", "One.");
  writeMemory(home, "two", "Two.");
  writeMemory(home, "three", "Three.");
  await memories.scan();
  const [first, second] = await waiting();
  await inbox.keep(OWNER, idOf(first));
  await inbox.reject(OWNER, idOf(second));
  writeFileSync(path.join(home, "data", "client-memories.json"), '{"entries": [');
  await open().scan();
  expect(await waiting()).toHaveLength(1);
});
