import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { copyClient } from "../app/testing/test-client-memories.ts";
import type { ClientMemoryEntry, ClientMemoryStatus } from "../core/client-memories.ts";
import { openServedCommandLine } from "./testing/command-line.ts";

it("surveys, watches, scans and lists the memories of clients, and sections of a file", {
  timeout: 300_000,
}, async () => {
  const { folder, run, json } = await openServedCommandLine();
  copyClient("claude-code", folder);
  mkdirSync(path.join(folder, "shop"));
  const file = path.join(folder, "shop", "AGENTS.md");
  writeFileSync(file, "# Shop\n\n## Style\n\nShort \u001b[2J names.\n\n## Commands\n\nmake all\n");

  const survey = await run(["client-memories", "survey"]);
  expect(survey.out).toMatch(/claude-code\s+off\s+6 memories/);
  expect(survey.errors).toContain("Nothing is stored or proposed");
  expect(await run(["client-memories", "scan"])).toMatchObject({ code: 1, errors: expect.stringContaining("watch") });
  expect((await run(["client-memories"])).out).toContain("State: off");

  const watched = await run(["client-memories", "watch", "claude-code"]);
  expect(watched.out).toMatch(/claude-code\s+6 waiting, 0 kept, 0 rejected/);
  const status = await json<ClientMemoryStatus>(["client-memories", "watch", file, "--section", "Style"]);
  expect(status.sources).toMatchObject([{ waiting: 6 }, { source: file, entries: 1, waiting: 1 }]);
  const { entries } = await json<{ entries: ClientMemoryEntry[] }>(["client-memories", "list"]);
  expect(entries).toHaveLength(7);
  const listed = await run(["client-memories", "list"]);
  expect(listed.out).toContain(`${entries.at(-1)?.id.slice(-8)}  ${file}#Style`);

  expect((await run(["client-memories", "unwatch", "claude-code"])).out).not.toContain("State: off");
  expect((await run(["client-memories", "unwatch", file])).out).toContain("State: off");
  expect(await run(["client-memories", "watch", "cursor"])).toMatchObject({
    code: 2,
    errors: expect.stringContaining("claude-code, codex"),
  });
  expect((await run(["client-memories", "watch"])).code).toBe(2);
  expect((await run(["client-memories", "watch", "codex", "--section", "Style"])).code).toBe(2);
  expect((await run(["client-memories", "fly"])).code).toBe(2);
});
