import { existsSync, renameSync } from "node:fs";

/**
 * Renames a file that cannot be used to `<file>.<label>-<time>`, and its companions likewise, so that nothing is lost.
 * @param at milliseconds since 1970
 * @param companions suffixes of files that belong to it, such as `-wal`; they are renamed first
 * @returns the new path
 */
export function setAside(file: string, label: string, at: number, companions: readonly string[] = []): string {
  const target = `${file}.${label}-${new Date(at).toISOString().replace(/[:.]/g, "-")}`;
  for (const suffix of [...companions, ""]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}
