import { describe, expect, it } from "vitest";
import type { Backup, BackupKind } from "../../core/backup.ts";
import { START } from "../testing/open-store.ts";
import { outdatedBackups } from "./backup-folder.ts";

const DAY = 86_400_000;
const NO_OTHERS = { trash: 0, superseded: 0, expired: 0, upcoming: 0 };

function backup(daysAgo: number, fields: Partial<Backup> & { kind?: BackupKind } = {}): Backup {
  const at = new Date(START - daysAgo * DAY).toISOString();
  return { name: `memories-${at}-${fields.kind}`, kind: "daily", at, bytes: 1, memories: 100, ...NO_OTHERS, ...fields };
}

const kept = (backups: readonly Backup[]): number[] => {
  const outdated = new Set(outdatedBackups(backups, START));
  return backups.filter((each) => !outdated.has(each)).map(({ at }) => Math.round((START - Date.parse(at)) / DAY));
};

describe("kept backups", () => {
  it("cover seven days, and the four weeks before with one each", () => {
    const days = kept(Array.from({ length: 90 }, (_, day) => backup(day)));
    expect(days.slice(0, 7)).toEqual([0, 1, 2, 3, 4, 5, 6]);
    expect(days).toHaveLength(11);
    expect(days.at(-1)).toBeGreaterThanOrEqual(27);
  });

  it("do not give way to others that are dated in the future or cannot be read", () => {
    const sound = Array.from({ length: 7 }, (_, day) => backup(day));
    const future = Array.from({ length: 20 }, (_, day) => backup(-1000 - day));
    const unreadable = Array.from({ length: 20 }, (_, day) => backup(day + 0.5, { memories: null, trash: null }));
    const outdated = outdatedBackups([...sound, ...future, ...unreadable], START);
    expect(outdated.filter((each) => sound.includes(each))).toEqual([]);
    expect(outdated).toHaveLength(33);
  });

  it("include the newest with far more memories than the newest of all", () => {
    const small = Array.from({ length: 60 }, (_, day) => backup(day, { memories: 3 }));
    expect(kept([...small, backup(70, { memories: 400 }), backup(80, { memories: 400 })])).toContain(70);
    expect(kept([...small, backup(70, { memories: 400 }), backup(80, { memories: 400 })])).not.toContain(80);
  });

  it("are bounded for each other kind", () => {
    const many = (["manual", "schema", "import", "restore"] as const).flatMap((kind) =>
      Array.from({ length: 20 }, (_, day) => backup(day, { kind })),
    );
    expect(kept(many)).toHaveLength(16);
  });
});
