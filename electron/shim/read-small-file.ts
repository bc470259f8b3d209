import { readFileSync, statSync } from "node:fs";

/** Far larger than any configuration of git or ssh. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of a configuration file. Returns "" for a missing, too large or unreadable file, and for a device or pipe, which a
 * repository from elsewhere can name and which would never end.
 */
export function readSmallFile(file: string): string {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(file, "utf8").replace(/^\ufeff/, "") : "";
  } catch {
    return "";
  }
}
