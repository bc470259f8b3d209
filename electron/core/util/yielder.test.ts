import { expect, it } from "vitest";
import { createYielder } from "./yielder.ts";

it("lets other tasks run during long work", async () => {
  const yieldIfDue = createYielder();
  const order: string[] = [];
  setImmediate(() => order.push("other task"));
  for (const until = performance.now() + 30; performance.now() < until; ) Math.sqrt(until);
  await yieldIfDue();
  order.push("long work");
  expect(order).toEqual(["other task", "long work"]);
});
