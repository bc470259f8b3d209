import { expect, it } from "vitest";
import { clientWith, openTestService } from "../app/testing/open-service.ts";
import type { Caller } from "../core/caller.ts";
import type { ListInput, MemoryService } from "../core/memory-service.ts";

const MONDAY = "The staging database is restored every Monday night.";
const EACH_MONDAY = "The staging database is restored each Monday night.";

/** The groups on all pages. The clock of the tests makes pages short. */
async function groupsOf(service: MemoryService, caller: Caller, input: ListInput = {}) {
  const groups: (readonly string[])[] = [];
  const listed: string[] = [];
  let cursor: string | undefined;
  do {
    const page = await service.list(caller, { ...input, sort: "duplicates", cursor });
    groups.push(...(page.groups ?? []));
    listed.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  } while (cursor !== undefined);
  expect(listed).toEqual(groups.flat());
  return groups;
}

it("lists near duplicates after the newest of them, and no other memory", async () => {
  const { service } = await openTestService();
  const client = clientWith();
  const capture = async (content: string) => (await service.capture(client, { content })).memory.id;
  const one = await capture(MONDAY);
  await capture("Releases are tagged by the build.");
  const two = await capture(EACH_MONDAY);
  expect(await groupsOf(service, client)).toEqual([[two, one]]);
  await service.capture(client, { content: EACH_MONDAY, supersedes: one });
  expect(await groupsOf(service, client)).toEqual([]);
});

it("lists forty similar notes as one group", async () => {
  const { service } = await openTestService();
  const client = clientWith();
  const ids: string[] = [];
  for (let build = 101; build <= 140; build += 1) {
    const content = `Build ${build} of the shop passed on the main branch, all integration tests are green.`;
    ids.push((await service.capture(client, { content })).memory.id);
  }
  const groups = await groupsOf(service, client);
  expect(groups.map((group) => [group[0], group.length])).toEqual([[ids.at(-1), 40]]);
});

it("lists only what the client may see, and only what matches as the newest of a group", async () => {
  const { service } = await openTestService();
  const all = clientWith();
  const capture = async (content: string, domain: string, namespace: string) =>
    (await service.capture(all, { content, domain, namespace })).memory.id;
  const hidden = await capture(MONDAY, "owner/secret", "context");
  const one = await capture(MONDAY, "owner/repo", "context");
  const two = await capture(EACH_MONDAY, "owner/repo", "context");
  await capture(EACH_MONDAY, "owner/repo", "decisions");
  expect(await groupsOf(service, all, { domain: "_", namespace: "context" })).toEqual([[two, one]]);
  const limited = clientWith({ rights: { domains: ["owner/repo"], namespaces: ["context"] } });
  expect(await groupsOf(service, limited, { domain: "_" })).toEqual([[two, one]]);
  expect(await groupsOf(service, limited, { domain: "_", query: "tag:none" })).toEqual([]);
  expect((await service.get(all, hidden)).supersededBy).toBeNull();
});
