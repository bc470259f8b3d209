import { existsSync, renameSync } from "node:fs";

/**
 * Renames a file that cannot be used to `<file>.<label>-<time>`, and its companions likewise, so that nothing is lost.
 * @param at milliseconds since 1970
 * @param companions suffixes of files that belong to it, such as `-wal`
 * @param order when the file itself is renamed. Default `last`: a new file never meets a companion of the former one.
 * @returns the new path
 */
export function setAside(
  file: string,
  label: string,
  at: number,
  companions: readonly string[] = [],
  order: "first" | "last" = "last",
): string {
  const target = `${file}.${label}-${new Date(at).toISOString().replace(/[:.]/g, "-")}`;
  for (const suffix of order === "first" ? ["", ...companions] : [...companions, ""]) {
    if (existsSync(file + suffix)) renameSync(file + suffix, target + suffix);
  }
  return target;
}
