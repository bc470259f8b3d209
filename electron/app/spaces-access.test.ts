import { existsSync, mkdirSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import type { ListedSpace } from "../core/spaces.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { folder, startFirst, endpoint, ask } = setUpApplications();

/** A method as the command line calls it. */
async function callAsOwner(method: string, input: unknown, token: string) {
  const response = await fetch(new URL(`/owner/methods/${method}`, endpoint().url), {
    method: "POST",
    headers: { authorization: `Bearer ${token}`, "content-type": "application/json" },
    body: JSON.stringify(input),
  });
  return { status: response.status, body: (await response.json()) as unknown };
}

it("offers spaces to the window and the command line, and continues them after a restart", async () => {
  const application = await startFirst();
  expect(await ask(application, "spaces.list")).toEqual([]);
  expect(existsSync(path.join(folder(), "spaces.json"))).toBe(false);
  const synced = path.join(folder(), "synced");
  mkdirSync(synced);
  const events: string[] = [];
  application.feed.subscribe(({ name }) => void events.push(name));
  const draft = { name: "mine", domains: ["acme/shop"], carrier: { kind: "folder", folder: synced } };
  const { token } = endpoint();
  const made = await callAsOwner("spaces.create", draft, token);
  expect(made).toMatchObject({ status: 200, body: { name: "mine", domains: ["acme/shop"] } });
  const { id } = made.body as ListedSpace;
  await application.dispatch("memories.capture", { content: "Shared.", domain: "acme/shop" });
  const synchronised = await ask<ListedSpace>(application, "spaces.sync", { id });
  expect(synchronised).toMatchObject({ published: 1, unpublished: 0, sync: { error: null } });
  await expect.poll(() => events).toContain("spaces.changed");
  expect((await callAsOwner("spaces.list", {}, "no token")).status).toBe(401);
  expect((await callAsOwner("spaces.unknown", {}, token)).status).toBe(404);
  expect(await ask(application, "spaces.conflicts")).toEqual({ items: [] });
  await application.stop();

  const next = await startFirst();
  expect(await ask<ListedSpace>(next, "spaces.sync", { id })).toMatchObject({ published: 1, sync: { error: null } });
  const { link } = await ask<{ link: string }>(next, "spaces.invite", { id });
  expect(link).toMatch(/^recollect:\/\/join\?/);
  await ask(next, "spaces.leave", { id, memories: "keep" });
  expect(await ask(next, "spaces.list")).toEqual([]);
});
