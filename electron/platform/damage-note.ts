import { readFileSync, rmSync } from "node:fs";
import { writePrivateFile } from "./atomic-file.ts";

/** What a full check of the database found, noted so that the next start looks as closely before it serves. */
export interface DamageNote {
  /** Null where nothing was found. */
  finding(): string | null;
  note(finding: string): void;
  /** The database is sound again. */
  clear(): void;
}

export function openDamageNote(file: string): DamageNote {
  let found = read(file);
  return {
    finding: () => found,
    note(finding) {
      found = finding;
      writePrivateFile(file, `${finding}\n`);
    },
    clear() {
      found = null;
      rmSync(file, { force: true });
    },
  };
}

function read(file: string): string | null {
  try {
    return readFileSync(file, "utf8").trim();
  } catch {
    return null;
  }
}
