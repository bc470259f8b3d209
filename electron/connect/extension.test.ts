import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { strFromU8, unzipSync } from "fflate";
import { expect, it, onTestFinished } from "vitest";
import { buildExtension } from "./extension.ts";

it("builds an archive of the manifest, the icon and the shim's modules, with the same bytes each time", () => {
  const folder = mkdtempSync(path.join(tmpdir(), "recollect-extension-"));
  onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
  const shim = path.join(folder, "recollect-shim.mjs");
  const icon = path.join(folder, "icon.png");
  writeFileSync(shim, "x".repeat(100_000));
  writeFileSync(path.join(folder, "é.mjs"), "é");
  writeFileSync(icon, Buffer.from([0x89, 0x50]));
  const parts = { shim, icon, env: { A: "b" }, startCommand: ["recollect", "--headless"] };
  const archive = buildExtension(parts);

  const { "manifest.json": manifest = new Uint8Array(), ...files } = unzipSync(archive);
  expect(JSON.parse(strFromU8(manifest)).server.mcp_config.env).toEqual({
    RECOLLECT_CLIENT: "claude-desktop",
    A: "b",
    RECOLLECT_START_COMMAND: '["recollect","--headless"]',
  });
  expect(Object.keys(files)).toEqual(["icon.png", "server/recollect-shim.mjs", "server/é.mjs"]);
  expect(strFromU8(files["server/é.mjs"] ?? new Uint8Array())).toBe("é");
  expect(archive.length).toBeLessThan(2_000);
  expect(buildExtension(parts)).toEqual(archive);
});
