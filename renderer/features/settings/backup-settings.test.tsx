import { fireEvent, screen } from "@testing-library/react";
import { expect, it } from "vitest";
import type { Backup, BackupDifference } from "../../../electron/core/backup.ts";
import { renderPlace } from "../../testing/render-place.tsx";
import { BackupSettings } from "./backup-settings.tsx";

const backup: Backup = {
  name: "daily-1.db",
  kind: "daily",
  at: "2026-11-21T10:00:00.000Z",
  bytes: 4096,
  memories: 2,
  trash: 0,
  superseded: 0,
  expired: 0,
  upcoming: 0,
};
const difference: BackupDifference = {
  id: "01M82KF3NV8TVQ3AEHVSTPM1XA",
  kind: "changed",
  namespace: "context",
  domain: "acme/shop",
  backedUp: "Use the \u202eexe.txt\u202c `installer`\nmore",
  present: "Use the\u200b `installer`",
  wasInTrash: false,
  isInTrash: false,
};

it("shows hidden characters of both versions as marks before a restore", async () => {
  renderPlace(<BackupSettings folder="/home/ada/backups" />, "#/settings", {
    "backups.list": () => ({ backups: [backup], secondFolder: null }),
    "backups.compare": () => ({ counts: { added: 0, changed: 1, removed: 0 }, differences: [difference] }),
  });
  fireEvent.click(await screen.findByRole("button", { name: /^Restore/ }));
  const choice = await screen.findByRole("checkbox", { name: /installer/ });
  expect(choice.closest("li")?.textContent).toContain("Use the ⟨U+202E⟩exe.txt⟨U+202C⟩ installer");
  expect(choice.closest("li")?.textContent).toContain("Now: Use the⟨U+200B⟩ installer");
});
