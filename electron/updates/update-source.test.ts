import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished } from "vitest";
import { releaseFileName } from "./release-file.ts";
import { sourceOfConfig, sourceOfHomepage } from "./update-source.ts";

const GITHUB = {
  feed: "https://github.com/acme/recollect/releases/latest/download/",
  page: "https://github.com/acme/recollect/releases/latest",
};

function read(config: string) {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-source-"));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const file = path.join(folder, "app-update.yml");
  writeFileSync(file, config);
  return sourceOfConfig(file);
}

it("reads the source from what electron-builder writes", () => {
  expect(read("owner: acme\nrepo: recollect\nprovider: github\nupdaterCacheDirName: recollect-updater\n")).toEqual(
    GITHUB,
  );
  expect(read("provider: generic\nurl: https://example.org/recollect\n")?.feed).toBe("https://example.org/recollect/");
  expect(read("provider: generic\nurl: http://127.0.0.1:8080/\n")?.feed).toBe("http://127.0.0.1:8080/");
});

it("accepts no unencrypted source, and no other provider", () => {
  for (const config of ["provider: generic\nurl: http://example.org/\n", "provider: s3\nbucket: x\n", "{", ""]) {
    expect(read(config)).toBeNull();
  }
  expect(sourceOfConfig("/nonexistent/app-update.yml")).toBeNull();
});

it("reads the source from the page of a project on GitHub", () => {
  expect(sourceOfHomepage("https://github.com/acme/recollect")).toEqual(GITHUB);
  for (const other of [undefined, "https://recollect.invalid", "https://github.com/acme", "http://github.com/a/b"]) {
    expect(sourceOfHomepage(other)).toBeNull();
  }
});

it("names the file of each system as electron-builder does", () => {
  expect(releaseFileName("linux", "x64")).toBe("latest-linux.yml");
  expect(releaseFileName("linux", "arm64")).toBe("latest-linux-arm64.yml");
  expect(releaseFileName("darwin", "arm64")).toBe("latest-mac.yml");
  expect(releaseFileName("win32", "x64")).toBe("latest.yml");
});
