import { expect, it } from "vitest";
import type { Logger } from "../core/ports.ts";
import { createShutdown } from "./shutdown.ts";

function start(limitMs = 1000) {
  const errors: string[] = [];
  const quiet = () => undefined;
  const logger: Logger = { debug: quiet, info: quiet, warn: quiet, error: (message) => errors.push(message) };
  return { errors, shutdown: createShutdown(logger, limitMs) };
}

it("stops all parts once, in reverse order, one after the other", async () => {
  const { shutdown } = start();
  const stopped: string[] = [];
  shutdown.add("store", () => stopped.push("store"));
  shutdown.add("server", async () => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    stopped.push("server");
  });
  await Promise.all([shutdown.run(), shutdown.run()]);
  expect(stopped).toEqual(["server", "store"]);
});

it("continues after a part that fails or hangs, and logs it", async () => {
  const { shutdown, errors } = start(10);
  let released = false;
  shutdown.add("lock", () => {
    released = true;
  });
  shutdown.add("log", () => {
    throw new Error("disk full");
  });
  shutdown.add("server", () => new Promise(() => undefined));
  await shutdown.run();
  expect(released).toBe(true);
  expect(errors).toEqual(["Stopping the server failed", "Stopping the log failed"]);
});
