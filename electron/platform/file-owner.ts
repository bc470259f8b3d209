/** The right to write for the group and for all others, in the mode of a file. */
export const WRITABLE_BY_OTHERS = 0o022;

/** Returns the id of this process's user; null on Windows, which has no such ids. */
export function ownUser(): number | null {
  return process.getuid?.() ?? null;
}
