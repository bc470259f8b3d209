import { lstatSync, readdirSync, statSync } from "node:fs";
import path from "node:path";
import { RecollectError } from "../text/errors.ts";
import { ownUser, WRITABLE_BY_OTHERS } from "./file-owner.ts";

const ROOT = 0;

/**
 * Returns the alert for a data folder that another user owns or can write: such a user can replace the database and the
 * endpoint file. An alert and no refusal, because file systems of other systems give every file these permissions.
 */
export function findSharedFolder(folder: string, user: number | null = ownUser()): RecollectError | null {
  const stats = user === null ? undefined : statSync(folder, { throwIfNoEntry: false });
  if (stats === undefined) return null;
  if (stats.uid !== user) return new RecollectError("folder_of_another", { path: folder });
  const isWritable = process.platform !== "win32" && (stats.mode & WRITABLE_BY_OTHERS) !== 0;
  return isWritable ? new RecollectError("folder_writable", { path: folder }) : null;
}

/**
 * Refuses a file or a link in the data folder that another user put there: a key that this user knows, or a link that
 * leads the application's writes elsewhere. Trusted are this user, root, and for root also the folder's owner.
 * @throws permission_denied
 */
export function refuseForeignEntries(folder: string, user: number | null = ownUser()): void {
  if (user === null) return;
  const trusted = new Set([user, ROOT]);
  if (user === ROOT) trusted.add(statSync(folder).uid);
  for (const name of readdirSync(folder)) {
    const entry = path.join(folder, name);
    const stats = lstatSync(entry, { throwIfNoEntry: false });
    if (stats !== undefined && !trusted.has(stats.uid)) {
      throw new RecollectError("folder_entry_of_another", { path: entry });
    }
  }
}

/** Why the application that owns the data folder does not respond to this process. */
export function silentOwner(
  { folder, endpoint }: { readonly folder: string; readonly endpoint: string },
  user: number | null = ownUser(),
): RecollectError {
  const owner = statSync(endpoint, { throwIfNoEntry: false })?.uid;
  // Root can use the endpoint file of any user.
  const isOfAnother = user !== null && user !== ROOT && owner !== undefined && owner !== user;
  return new RecollectError(isOfAnother ? "owner_of_another" : "owner_silent", { path: folder });
}
