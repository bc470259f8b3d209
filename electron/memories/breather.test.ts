import { expect, it } from "vitest";
import { createBreather } from "./breather.ts";

it("lets others have their turn in the midst of long work", async () => {
  const breathe = createBreather();
  const order: string[] = [];
  setImmediate(() => order.push("another"));
  for (const until = performance.now() + 30; performance.now() < until; ) Math.sqrt(until);
  await breathe();
  order.push("long work");
  expect(order).toEqual(["another", "long work"]);
});
