import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { readWindowFile } from "./window-files.ts";

let root: string;
let folder: string;
beforeAll(() => {
  root = mkdtempSync(path.join(tmpdir(), "recollect-window-"));
  folder = path.join(root, "renderer");
  mkdirSync(path.join(folder, "assets"), { recursive: true });
  writeFileSync(path.join(folder, "index.html"), "<!doctype html>");
  writeFileSync(path.join(folder, "assets", "main-1a2b.js"), "1");
  writeFileSync(path.join(folder, "notes.md"), "not of the window");
  writeFileSync(path.join(root, "secret.json"), "{}");
});
afterAll(() => rmSync(root, { recursive: true, force: true }));

describe("readWindowFile", () => {
  it("returns the page for / with a policy that blocks foreign content", async () => {
    const page = await readWindowFile(folder, "/");
    expect(new TextDecoder().decode(page?.body)).toBe("<!doctype html>");
    expect(page?.headers).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-cache",
      "x-content-type-options": "nosniff",
    });
    const policy = page?.headers["content-security-policy"] ?? "";
    for (const rule of ["default-src 'self'", "object-src 'none'", "frame-src 'none'", "base-uri 'none'"]) {
      expect(policy).toContain(rule);
    }
    expect(policy).not.toMatch(/script-src|unsafe-eval|https?:|\*/);
  });

  it("marks built assets as immutable", async () => {
    const script = await readWindowFile(folder, "/assets/main-1a2b.js");
    expect(script?.headers["cache-control"]).toContain("immutable");
    expect(script?.headers["content-type"]).toBe("text/javascript; charset=utf-8");
  });

  it("returns null for any path outside the folder", async () => {
    for (const pathname of [
      "/../secret.json",
      "/%2e%2e/secret.json",
      "/..%2fsecret.json",
      "/assets/..%5c..%5csecret.json",
      "/%00",
      "/%",
      "/notes.md",
      "/missing.js",
      "/assets",
    ]) {
      expect(await readWindowFile(folder, pathname), pathname).toBeNull();
    }
  });
});
