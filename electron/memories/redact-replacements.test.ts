import { expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import type { Memory } from "../core/memory.ts";
import { redactHiddenReplacements } from "./redact-replacements.ts";

/** Captures memories in `owner/mine`, each superseded by one in the given domain. */
async function openSuperseded(domains: readonly string[]) {
  const { service, store } = await openTestService();
  const superseded: Memory[] = [];
  for (const [index, domain] of domains.entries()) {
    const { memory } = await service.capture(OWNER, { content: `old ${index}`, domain: "owner/mine" });
    await service.capture(OWNER, { content: `new ${index}`, domain, supersedes: memory.id });
    superseded.push(await service.get(OWNER, memory.id));
  }
  const reads: (readonly string[])[] = [];
  const counted = {
    getMany(ids: readonly string[]) {
      reads.push(ids);
      return store.memories.getMany(ids);
    },
  };
  return { counted, reads, superseded };
}

const limited = clientWith({ rights: { domains: ["owner/mine"] } });

it("hides replacements that the caller may not see and keeps the others", async () => {
  const { counted, superseded } = await openSuperseded(["owner/mine", "user", "owner/other"]);
  const redacted = await redactHiddenReplacements(counted, limited, superseded);
  expect(redacted.map(({ supersededBy }) => supersededBy)).toEqual([superseded[0]?.supersededBy, null, null]);
});

it("reads the replacements of many memories with one query", async () => {
  const { counted, reads, superseded } = await openSuperseded(Array.from({ length: 20 }, () => "user"));
  await redactHiddenReplacements(counted, limited, superseded);
  expect(reads.map((ids) => ids.length)).toEqual([20]);
});

it("reads nothing for a caller without limits or without superseded memories", async () => {
  const { counted, reads, superseded } = await openSuperseded(["user"]);
  expect(await redactHiddenReplacements(counted, OWNER, superseded)).toEqual(superseded);
  await redactHiddenReplacements(counted, limited, []);
  expect(reads).toEqual([]);
});
