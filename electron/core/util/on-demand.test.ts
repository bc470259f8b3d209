import { expect, it, vi } from "vitest";
import type { Logger } from "../ports.ts";
import { createOnDemand } from "./on-demand.ts";

const error = vi.fn();
const ignore = () => undefined;
const logger: Logger = { debug: ignore, info: ignore, warn: ignore, error };

it("loads a part once, on its first use, and closes it", async () => {
  const load = vi.fn(async () => "part");
  const close = vi.fn();
  const part = createOnDemand("spaces", logger, load, close);
  expect(part.opened()).toBeNull();
  expect(await Promise.all([part.open(), part.open()])).toEqual(["part", "part"]);
  expect(part.opened()).toBe("part");
  expect(load).toHaveBeenCalledTimes(1);
  await part.close();
  expect(close.mock.calls).toEqual([["part"]]);
});

it("tries again after a failed load", async () => {
  const load = vi
    .fn<() => Promise<string>>()
    .mockRejectedValueOnce(new Error("missing chunk"))
    .mockResolvedValue("part");
  const part = createOnDemand("spaces", logger, load, ignore);
  await expect(part.open()).rejects.toThrow("missing chunk");
  expect(part.opened()).toBeNull();
  expect(await part.open()).toBe("part");
});

it("logs a part that cannot be loaded at the start", async () => {
  const load = async (): Promise<string> => {
    throw new Error("missing chunk");
  };
  const part = createOnDemand("spaces", logger, load, ignore);
  expect(await part.openAtStart()).toBeNull();
  expect(error.mock.calls).toMatchObject([
    [expect.any(String), { part: "spaces", error: { message: "missing chunk" } }],
  ]);
});

it("closes a part whose load is in progress, and loads none after that", async () => {
  const loading = Promise.withResolvers<string>();
  const close = vi.fn();
  const part = createOnDemand("spaces", logger, () => loading.promise, close);
  const opened = part.open();
  const closed = part.close();
  loading.resolve("part");
  await closed;
  expect(close.mock.calls).toEqual([["part"]]);
  expect(await opened).toBe("part");
  await expect(part.open()).rejects.toMatchObject({ code: "unavailable" });
});

it("closes nothing if the load in progress fails, or nothing was loaded", async () => {
  const loading = Promise.withResolvers<string>();
  const close = vi.fn();
  const part = createOnDemand("spaces", logger, () => loading.promise, close);
  const opened = part.open();
  const closed = part.close();
  loading.reject(new Error("missing chunk"));
  await expect(opened).rejects.toThrow("missing chunk");
  await closed;
  await createOnDemand("spaces", logger, async () => "part", close).close();
  expect(close).not.toHaveBeenCalled();
});
