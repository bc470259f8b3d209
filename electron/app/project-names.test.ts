import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { ConversationSession, ConversationStatus } from "../core/conversations.ts";
import type { Page } from "../core/filter.ts";
import type { Memory } from "../core/memory.ts";
import type { Places } from "../core/places.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, startFirst, endpoint, ask } = setUpApplications();

function checkOut(name: string, url: string): string {
  const checkout = path.join(folder(), "work", name);
  mkdirSync(path.join(checkout, ".git", "objects"), { recursive: true });
  writeFileSync(path.join(checkout, ".git", "HEAD"), "ref: refs/heads/main\n");
  writeFileSync(path.join(checkout, ".git", "config"), `[remote "origin"]\n\turl = ${url}\n`);
  return checkout;
}

async function tool(name: string, args: object, headers: Readonly<Record<string, string>> = {}) {
  const { url, token } = endpoint();
  const response = await fetch(new URL(`/tools/${name}`, url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json", ...headers },
    body: JSON.stringify(args),
  });
  return (await response.json()) as { memory: Memory; memories: Memory[]; notices?: string[] };
}

it("takes the path of a checkout, and the address of a repository on its host, for its project in every interface", async () => {
  const application = await startFirst();
  const checkout = checkOut("web", "git@github.com:Acme/Web.git");
  mkdirSync(path.join(checkout, "src"));
  const domains = [checkout, path.join(checkout, "src"), `file://${checkout}`, "Acme/Web"];
  for (const domain of domains) {
    const { memory } = await tool("capture_memory", { content: `As ${domain}`, domain });
    expect(memory.domain).toBe("acme/web");
    expect((await tool("list_memories", { domain })).memories.length).toBe(domains.indexOf(domain) + 1);
    expect(await ask<number>(application, "memories.count", { domain })).toBe(domains.indexOf(domain) + 1);
    expect(await ask<string>(application, "memories.domainOf", { domain })).toBe("acme/web");
  }
  // The first host that a client names keeps the name.
  await tool("list_memories", {}, { "recollect-project": "acme/web", "recollect-project-host": "github.com" });
  const elsewhere = await tool("capture_memory", { content: "Elsewhere", domain: "https://evil.example/acme/web" });
  expect(elsewhere.memory.domain).toBe("evil.example/acme/web");
  expect((await tool("list_memories", { domain: "https://github.com/acme/web" })).memories).toHaveLength(4);
  expect((await ask<Places>(application, "memories.places")).repeated).toEqual([]);
});

it("names the project of a Codex session by the recorded remote if its folder is gone", async () => {
  const sessions = path.join(folder(), ".codex", "sessions", "2026", "11", "23");
  mkdirSync(sessions, { recursive: true });
  const write = (number: number, cwd: string, url: string) => {
    const id = `01a205dd-af71-7c01-a6bb-28bbe004700${number}`;
    const timestamp = `2026-11-23T00:45:4${number}.000Z`;
    const message = {
      type: "message",
      role: "user",
      id: `m${number}`,
      content: [{ type: "input_text", text: `Question ${number}` }],
    };
    const records = [
      {
        timestamp,
        type: "session_meta",
        payload: { id, cwd, timestamp, git: { branch: "main", repository_url: url } },
      },
      { timestamp, type: "response_item", payload: message },
    ];
    const file = path.join(sessions, `rollout-2026-11-23T00-45-4${number}-${id}.jsonl`);
    writeFileSync(file, records.map((record) => `${JSON.stringify(record)}\n`).join(""));
  };
  const kept = checkOut("kept", "https://github.com/acme/kept");
  const gone = checkOut("gone-feature-x", "https://github.com/acme/gone");
  rmSync(gone, { recursive: true });
  write(1, kept, "https://github.com/acme/renamed");
  write(2, gone, "git@github.com:Acme/Gone.git");
  write(3, "C:\\work\\web", "https://github.com/acme/web.git");
  const application = await startFirst();
  await ask(application, "conversations.updateSettings", { clients: ["codex"] });
  await expect
    .poll(() => ask<ConversationStatus>(application, "conversations.status"), { interval: 100 })
    .toMatchObject({ state: "idle", sessions: 3 });
  const listed = await ask<Page<ConversationSession>>(application, "conversations.sessions", { project: "_" });
  expect(listed.items.map(({ title, project }) => [title, project]).sort()).toEqual([
    ["Question 1", "acme/kept"],
    ["Question 2", "acme/gone"],
    ["Question 3", "acme/web"],
  ]);
  for (const project of ["Acme/Gone", "https://github.com/acme/gone.git"]) {
    const found = await ask<Page<ConversationSession>>(application, "conversations.sessions", { project });
    expect(found.items.map(({ title }) => title)).toEqual(["Question 2"]);
  }
});
