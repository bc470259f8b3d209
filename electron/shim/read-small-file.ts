import { readFileSync, statSync } from "node:fs";

/** Far larger than any configuration of git or ssh. */
const MAX_BYTES = 1024 * 1024;

/**
 * The text of a configuration file; "" for a file that is missing, too large or not readable, and for what is not a file: a
 * repository from elsewhere can name a device or a pipe, which would never end.
 */
export function readSmallFile(file: string): string {
  try {
    const stat = statSync(file);
    return stat.isFile() && stat.size <= MAX_BYTES ? readFileSync(file, "utf8").replace(/^\ufeff/, "") : "";
  } catch {
    return "";
  }
}
