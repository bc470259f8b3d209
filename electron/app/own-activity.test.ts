import { expect, it } from "vitest";
import type { ActivityPage } from "../core/activity.ts";
import { activityText } from "../core/activity-sentence.ts";
import type { Memory } from "../core/memory.ts";
import { en } from "../text/en.ts";
import { setUpApplications } from "./testing/open-application.ts";

const { startFirst, endpoint, ask } = setUpApplications();

it("shows the owner's own changes and the changes of a script, and no reads of the command line", async () => {
  const application = await startFirst();
  const { memory } = await ask<{ memory: Memory }>(application, "memories.capture", {
    content: "Written in the window.",
    domain: "acme/shop",
  });
  await ask(application, "memories.delete", { references: [memory.id] });
  const { url, token } = endpoint();
  const search = (query: string, product: string) =>
    fetch(new URL("/tools/search_memories", url), {
      method: "POST",
      headers: { authorization: `Bearer ${token}`, "content-type": "application/json", "user-agent": product },
      body: JSON.stringify({ query }),
    });
  await search("window", "recollect-cli/1.0");
  await search("orders", "backup-script/1.0");
  const sentences = async (input: object = {}) =>
    (await ask<ActivityPage>(application, "activity.entries", input)).items
      .map((entry) => activityText(entry, { ...en.activity, errors: en.errors }))
      .toReversed();
  await expect.poll(() => sentences()).toHaveLength(3);
  expect(await sentences()).toEqual([
    "You remembered Written in the window in acme/shop.",
    "You moved Written in the window in acme/shop to the trash.",
    "backup-script searched for orders: nothing found.",
  ]);
  expect(await sentences({ domain: "acme/shop" })).toHaveLength(2);
  expect(await sentences({ client: "backup-script" })).toEqual(["backup-script searched for orders: nothing found."]);
});
