import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterEach, beforeEach, expect, it } from "vitest";
import { openLog } from "./logging.ts";

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(path.join(tmpdir(), "recollect-log-"));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it("writes JSON lines with the error's text and without secrets", async () => {
  const { logger, close } = await openLog({ file: path.join(folder, "logs", "recollect"), level: "info" });
  const token = "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiJvd25lciJ9.c2lnbmF0dXJl";
  logger.debug("not at this level");
  logger.info("opened /?key=abc-123 for the owner");
  logger.error(`failed with Bearer ${token}`, {
    headers: { authorization: `Bearer ${token}` },
    error: new Error(token),
  });
  await close();
  expect(() => logger.info("too late")).not.toThrow();

  const [file = ""] = readdirSync(path.join(folder, "logs"));
  const text = readFileSync(path.join(folder, "logs", file), "utf8");
  const lines = text
    .trim()
    .split("\n")
    .map((line) => JSON.parse(line));
  expect(lines.map((line) => line.msg)).toEqual([
    "opened /?key=[redacted] for the owner",
    "failed with Bearer [redacted]",
  ]);
  expect(lines[1].error.type).toBe("Error");
  expect(text).not.toContain("eyJ");
});

it.runIf(existsSync("/dev/full"))("keeps the process running when the disk is full", async () => {
  mkdirSync(path.join(folder, "logs"));
  symlinkSync("/dev/full", path.join(folder, "logs", "recollect.1.log"));
  const { logger } = await openLog({ file: path.join(folder, "logs", "recollect"), level: "info" });
  expect(() => logger.info("lost")).not.toThrow();
  rmSync(path.join(folder, "logs", "recollect.1.log"));
});
