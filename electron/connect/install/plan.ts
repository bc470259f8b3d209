import type { ConnectionPreview, ConnectionScope, Transport } from "../../core/client-connection.ts";
import type { ClientNote } from "../../core/client-note.ts";
import { isRecord } from "../../core/util/is-record.ts";
import { RecollectError } from "../../text/errors.ts";
import { type Companion, type ConnectClient, type Entry, type EntryPlace, placeOf, TOKEN_VARIABLE } from "../client.ts";
import { backupPathOf, type ConfigurationFile, linkWarning } from "./configuration-file.ts";
import type { ConnectionRecord, Reversal } from "./connection-registry.ts";
import { differenceOf } from "./difference.ts";
import { differOnlyByEntries, hasContainer, type Places, putEntry, readEntry, removeEntry } from "./edit-text.ts";

/** The current state of a client's file. */
export interface Target {
  readonly client: ConnectClient;
  readonly scope: ConnectionScope;
  readonly file: ConfigurationFile;
  readonly backupFolder: string;
  /** The record of our last change of the file. */
  readonly written: ConnectionRecord | null;
  isOurs(entry: unknown): boolean;
}

/** A preview and everything that applying it needs. */
export interface ConnectionPlan {
  readonly preview: ConnectionPreview;
  readonly file: ConfigurationFile;
  /** The new text of the file; null removes the file. */
  readonly text: string | null;
  /** The permission bits of a file that does not exist yet. */
  readonly newMode: number;
  /** Whether an existing file becomes readable only by its owner, because it will contain a token. */
  readonly isPrivate: boolean;
  /** The new record; null removes the record. */
  readonly record: ConnectionRecord | null;
}

export interface Stamp {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** Plans to add our entry or bring it up to date. @throws invalid_argument */
export function planPut(target: Target, transport: Transport, entry: Entry, stamp: Stamp): ConnectionPlan {
  const { client, scope, file, written } = target;
  const place = placeOf(client, scope);
  const companion = companionOf(client, scope, transport);
  const former = written === null ? null : companionOf(client, scope, written.transport);
  const present = readEntry(file.text, place);
  const cleared = companion === null ? removeCompanion(file.text, former) : file.text;
  const put = putEntry(cleared, place, entry);
  const text = companion === null ? put : putEntry(put, companion.place, companion.entry);
  const replacesOther = present !== undefined && !target.isOurs(present);
  const isFirst = present === undefined || replacesOther;
  const original = isFirst ? file.text : originalOf(file.text, placesOf(place, former), written);
  const record: ConnectionRecord = {
    clientId: client.id,
    transport,
    scope,
    path: file.path,
    entry,
    madeContainer: isFirst ? !hasContainer(file.text, place) : (written?.madeContainer ?? false),
    madeFile: isFirst ? file.bytes === null : (written?.madeFile ?? false),
    reversal: original === null ? null : reversalOf(original, text),
    replaced: isFirst ? (isRecord(present) ? present : null) : (written?.replaced ?? null),
  };
  return {
    preview: {
      ...previewOf(target, "connect", transport, text, stamp),
      warnings: putWarnings(target, transport, replacesOther),
    },
    file,
    text,
    newMode: scope === "user" ? 0o600 : 0o666,
    isPrivate: containsToken(scope, transport),
    record,
  };
}

/** Plans to remove our entry. @throws conflict if the entry named `recollect` is not ours */
export function planRemove(target: Target, stamp: Stamp): ConnectionPlan {
  const { client, scope, file, written } = target;
  const place = placeOf(client, scope);
  const companion = companionOf(client, scope, "http");
  const present = readEntry(file.text, place);
  if (present !== undefined && !target.isOurs(present)) throw new RecollectError("entry_foreign", { path: file.path });
  const text =
    present === undefined
      ? file.text
      : (originalOf(file.text, placesOf(place, companion), written) ??
        removeCompanion(withoutOurs(file.text, place, written), companion));
  const isEmpty = written?.madeFile === true && ["", "{}"].includes(text.trim());
  const removesFile = isEmpty && file.bytes !== null;
  return {
    preview: {
      ...previewOf(target, "disconnect", written?.transport ?? "stdio", isEmpty ? "" : text, stamp),
      warnings: [...linkWarning(file), ...(removesFile ? [{ reason: "file_removed" } as const] : [])],
    },
    file,
    text: removesFile ? null : text,
    newMode: 0o600,
    isPrivate: false,
    record: null,
  };
}

/** The text without our entry, or with the entry that ours replaced. */
function withoutOurs(text: string, place: EntryPlace, written: ConnectionRecord | null): string {
  const replaced = written?.replaced ?? null;
  if (replaced !== null) return putEntry(text, place, replaced as Entry);
  return removeEntry(text, place, written?.madeContainer ?? false);
}

/** Every client runs as the user whose file it is, so none needs the permissions of others. */
function containsToken(scope: ConnectionScope, transport: Transport): boolean {
  return scope === "user" && transport === "http";
}

function putWarnings({ client, scope, file }: Target, transport: Transport, replacesOther: boolean): ClientNote[] {
  const warnings: ClientNote[] = [];
  if (replacesOther) warnings.push({ reason: "entry_replaced" });
  warnings.push(...linkWarning(file));
  const isReadableByOthers = file.mode !== null && (file.mode & 0o077) !== 0;
  if (containsToken(scope, transport) && isReadableByOthers) warnings.push({ reason: "file_readable_by_others" });
  if (scope === "project") warnings.push(projectWarning(client, transport));
  if (transport === "http" && client.httpCaveat !== undefined) warnings.push(client.httpCaveat);
  return warnings;
}

function projectWarning({ title, projectFile }: ConnectClient, transport: Transport): ClientNote {
  if (transport === "stdio") return { reason: "project_names_program" };
  if (projectFile?.companion !== undefined) return { reason: "project_client_asks_token", params: { client: title } };
  return { reason: "project_names_variable", params: { variable: TOKEN_VARIABLE, client: title } };
}

/** The second entry of ours in a file of this scope; null if there is none. */
function companionOf({ projectFile }: ConnectClient, scope: ConnectionScope, transport: Transport): Companion | null {
  return scope === "project" && transport === "http" ? (projectFile?.companion ?? null) : null;
}

function placesOf(place: EntryPlace, companion: Companion | null): Places {
  return companion === null ? [place] : [place, companion.place];
}

function removeCompanion(text: string, companion: Companion | null): string {
  return companion === null ? text : removeEntry(text, companion.place, true);
}

/** The text without our change, to the byte; null if the part that we wrote has been edited. */
function originalOf(text: string, places: Places, written: ConnectionRecord | null): string | null {
  if (written === null || written.reversal === null) return null;
  const original = reverse(text, written.reversal);
  try {
    return original !== null && differOnlyByEntries(text, original, places) ? original : null;
  } catch {
    return null;
  }
}

/** The shortest range in which two texts differ. */
function reversalOf(before: string, after: string): Reversal {
  const shorter = Math.min(before.length, after.length);
  let head = 0;
  while (head < shorter && before[head] === after[head]) head += 1;
  let tail = 0;
  while (tail < shorter - head && before.at(-1 - tail) === after.at(-1 - tail)) tail += 1;
  return { was: before.slice(head, before.length - tail), is: after.slice(head, after.length - tail) };
}

/** The text with a change undone; null unless the changed range occurs exactly once. */
function reverse(text: string, { was, is }: Reversal): string | null {
  const at = is === "" ? -1 : text.indexOf(is);
  if (at < 0 || text.indexOf(is, at + 1) >= 0) return null;
  return text.slice(0, at) + was + text.slice(at + is.length);
}

/** The preview of a change, without its warnings. */
export function previewOf(
  { client, scope, file, backupFolder }: Target,
  action: ConnectionPreview["action"],
  transport: Transport,
  text: string,
  { id, at }: Stamp,
): Omit<ConnectionPreview, "warnings"> {
  const difference = differenceOf(file.text, text);
  return {
    id,
    action,
    clientId: client.id,
    title: client.title,
    transport,
    scope,
    path: file.path,
    exists: file.bytes !== null,
    difference,
    backupPath: file.bytes === null || difference.length === 0 ? null : backupPathOf(backupFolder, file.path, at),
    nextStep: client.nextStep,
  };
}
