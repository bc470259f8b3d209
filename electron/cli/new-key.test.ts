import { mkdirSync, readdirSync, readFileSync, writeFileSync } from "node:fs";
import path from "node:path";
import { expect, it } from "vitest";
import { openServedCommandLine } from "./testing/command-line.ts";

const KEY = /^[\w-]{43}$/;

it("replaces a damaged key of the clients' tokens only with --yes, and keeps the damaged one", async () => {
  const { run, json, folder } = await openServedCommandLine((data) => {
    mkdirSync(data, { recursive: true });
    writeFileSync(path.join(data, "token.key"), "not a key", { mode: 0o600 });
  });
  const data = path.join(folder, "data");
  const read = (name = "token.key") => readFileSync(path.join(data, name), "utf8").trim();

  const asked = await run(["new-key"]);
  expect(asked).toMatchObject({ code: 2, out: "" });
  expect(asked.errors).toContain("must then be connected again");
  expect(asked.errors).toContain("recollect new-key --yes");
  expect(read()).toBe("not a key");

  expect(await json(["new-key", "--yes"])).toEqual({ replaced: true });
  expect(read()).toMatch(KEY);
  const aside = readdirSync(data).filter((name) => name.startsWith("token.key") && name !== "token.key");
  expect(aside.map(read)).toEqual(["not a key"]);
});

it("does not replace a key of the clients' tokens that can be read", async () => {
  const key = Buffer.alloc(32, 7).toString("base64url");
  const { run, folder } = await openServedCommandLine((data) => {
    mkdirSync(data, { recursive: true });
    writeFileSync(path.join(data, "token.key"), key, { mode: 0o600 });
  });
  const refused = await run(["new-key", "--yes"]);
  expect(refused).toMatchObject({ code: 1, out: "" });
  expect(refused.errors).toContain("readable and in use");
  expect(readFileSync(path.join(folder, "data", "token.key"), "utf8").trim()).toBe(key);
});
