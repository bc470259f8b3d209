import { mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { expect, it, onTestFinished, vi } from "vitest";
import { SILENT } from "../store/testing/open-store.ts";
import { openDomainFile } from "./domain-file.ts";

it.each(["db.example.com/memories", "postgres://alex:secret@db.example.com/memories"])(
  "sets a file with the address %s aside and reports it",
  (address) => {
    const folder = mkdtempSync(path.join(tmpdir(), "recollect-domains-"));
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }));
    const file = path.join(folder, "remote-domains.json");
    writeFileSync(file, JSON.stringify({ domains: [{ id: "1", domain: "acme/archive", address, access: "read" }] }));
    const report = vi.fn();
    const domains = openDomainFile({ file, clock: { now: () => 0 }, logger: SILENT, report });
    expect(domains.list()).toEqual([]);
    expect(report.mock.calls).toMatchObject([[{ details: { reason: "remote_file_damaged" } }]]);
    expect(readdirSync(folder)).toHaveLength(1);
    expect(readdirSync(folder)).not.toContain("remote-domains.json");
  },
);
