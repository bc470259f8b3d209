import { expect, it } from "vitest";
import { openTestService } from "../app/testing/open-service.ts";
import { OWNER } from "../core/caller.ts";
import { errorText } from "../text/error-text.ts";
import { toErrorBody } from "../text/errors.ts";
import { zh } from "../text/zh.ts";

const words = (error: unknown) => errorText(toErrorBody(error), zh).message;

it("has Chinese words for every error that the memory editor can show", async () => {
  const { service } = await openTestService();
  const { memory } = await service.capture(OWNER, { content: "Known." });
  await service.update(OWNER, memory.id, { content: "Changed since." });
  await service.delete(OWNER, (await service.capture(OWNER, { content: "Trash." })).memory.id);
  const refusals: readonly (() => Promise<unknown>)[] = [
    () => service.capture(OWNER, { content: " " }),
    () => service.capture(OWNER, { content: "\0" }),
    () => service.capture(OWNER, { content: "x".repeat(70_000) }),
    () => service.capture(OWNER, { content: "x", source: "x".repeat(3_000) }),
    () => service.capture(OWNER, { content: "x", source: "a\nb" }),
    () => service.capture(OWNER, { content: "x", namespace: "Not A Name" }),
    () => service.capture(OWNER, { content: "x", domain: "org" }),
    () => service.capture(OWNER, { content: "x", domain: "x".repeat(500) }),
    () => service.capture(OWNER, { content: "x", tags: ["x".repeat(100)] }),
    () => service.capture(OWNER, { content: "x", tags: Array.from({ length: 40 }, (_, index) => `tag-${index}`) }),
    () => service.update(OWNER, memory.id, { content: "Mine.", expectedRevision: 1 }),
    () => service.get(OWNER, "01ARZ3NDEKTSV4RRFFQ69G5FAV"),
    () => service.get(OWNER, "nothing"),
  ];
  for (const refused of refusals) {
    const error = await refused().then(
      () => null,
      (failure: unknown) => failure,
    );
    expect(error, String(refused)).not.toBeNull();
    expect(words(error), String(refused)).toMatch(/\p{Script=Han}/u);
  }
});
