import type { ConnectionPreview, ConnectionScope, Transport } from "../../core/client-connection.ts";
import { RecollectError } from "../../core/errors.ts";
import {
  type Companion,
  type ConnectClient,
  companionOf,
  type Entry,
  type EntryPlace,
  placeOf,
  TOKEN_VARIABLE,
} from "../connect/client.ts";
import { backupPathOf, type ConfigurationFile, linkWarning } from "./configuration-file.ts";
import type { ConnectionRecord } from "./connection-registry.ts";
import { differenceOf } from "./difference.ts";
import { differByEntriesAlone, hasContainer, type Places, putEntry, readEntry, takeEntry } from "./edit-text.ts";
import { reversalOf, reverse } from "./reversal.ts";

/** One client's file as it is now. */
export interface Target {
  readonly client: ConnectClient;
  readonly scope: ConnectionScope;
  readonly file: ConfigurationFile;
  /** What we wrote there before. */
  readonly written: ConnectionRecord | null;
  isOurs(entry: unknown): boolean;
}

/** All that is needed to do what the preview shows. */
export interface ConnectionPlan {
  readonly preview: ConnectionPreview;
  readonly file: ConfigurationFile;
  /** What the file will hold; null: it is removed. */
  readonly text: string | null;
  /** Permission bits of a file that is not there yet. */
  readonly newMode: number;
  /** What is remembered of it; null: nothing any more. */
  readonly record: ConnectionRecord | null;
}

interface Stamp {
  readonly id: string;
  /** Milliseconds since 1970. */
  readonly at: number;
}

/** The file with our entry in it, new or up to date. @throws invalid_argument */
export function planPut(target: Target, transport: Transport, entry: Entry, stamp: Stamp): ConnectionPlan {
  const { client, scope, file, written } = target;
  const place = placeOf(client, scope);
  const companion = companionOf(client, scope, transport);
  const former = written === null ? null : companionOf(client, scope, written.transport);
  const present = readEntry(file.text, place);
  const cleared = companion === null ? takeCompanion(file.text, former) : file.text;
  const put = putEntry(cleared, place, entry);
  const text = companion === null ? put : putEntry(put, companion.place, companion.entry);
  const replaces = present !== undefined && !target.isOurs(present);
  const original = present === undefined ? file.text : originalOf(file.text, placesOf(place, former), written);
  const record: ConnectionRecord = {
    clientId: client.id,
    transport,
    scope,
    path: file.path,
    entry,
    madeContainer: present === undefined ? !hasContainer(file.text, place) : (written?.madeContainer ?? false),
    madeFile: present === undefined ? file.bytes === null : (written?.madeFile ?? false),
    reversal: original === null ? null : reversalOf(original, text),
  };
  const holdsToken = scope === "user" && transport === "http";
  return {
    preview: {
      ...previewOf(target, "connect", transport, text, stamp),
      warnings: [
        ...(replaces ? ["An entry named recollect is there already and leads elsewhere. It is replaced."] : []),
        ...linkWarning(file),
        ...(holdsToken && file.mode !== null && (file.mode & 0o077) !== 0
          ? ["Other people on this computer can read this file, and it will hold the token."]
          : []),
        ...(scope === "project" ? [projectWarning(client, transport)] : []),
        ...(transport === "http" && client.httpCaveat !== undefined ? [client.httpCaveat] : []),
      ],
    },
    file,
    text,
    newMode: scope === "user" ? 0o600 : 0o666,
    record,
  };
}

/** The file without our entry. @throws conflict where the entry of our name is not ours */
export function planTake(target: Target, stamp: Stamp): ConnectionPlan {
  const { client, scope, file, written } = target;
  const place = placeOf(client, scope);
  const companion = companionOf(client, scope, "http");
  const present = readEntry(file.text, place);
  if (present !== undefined && !target.isOurs(present)) {
    throw new RecollectError("conflict", `The entry named recollect in ${file.path} is not one of Recollect's.`, {
      hint: "Nothing was changed. Remove it by hand if it is no longer wanted.",
      details: { reason: "entry_foreign", path: file.path },
    });
  }
  const text =
    present === undefined
      ? file.text
      : (originalOf(file.text, placesOf(place, companion), written) ??
        takeCompanion(takeEntry(file.text, place, written?.madeContainer ?? false), companion));
  const isOver = written?.madeFile === true && ["", "{}"].includes(text.trim());
  return {
    preview: {
      ...previewOf(target, "disconnect", written?.transport ?? "stdio", isOver ? "" : text, stamp),
      warnings: [
        ...linkWarning(file),
        ...(isOver && file.bytes !== null ? ["Nothing else is in this file. It is removed."] : []),
      ],
    },
    file,
    text: isOver && file.bytes !== null ? null : text,
    newMode: 0o600,
    record: null,
  };
}

function placesOf(place: EntryPlace, companion: Companion | null): Places {
  return companion === null ? [place] : [place, companion.place];
}

function takeCompanion(text: string, companion: Companion | null): string {
  return companion === null ? text : takeEntry(text, companion.place, true);
}

/** The text as it would be had we written nothing, to the byte; null where our writing no longer stands as it was made. */
function originalOf(text: string, places: Places, written: ConnectionRecord | null): string | null {
  if (written === null || written.reversal === null) return null;
  const original = reverse(text, written.reversal);
  try {
    return original !== null && differByEntriesAlone(text, original, places) ? original : null;
  } catch {
    return null;
  }
}

function previewOf(
  { client, scope, file }: Target,
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
    backupPath: file.bytes === null || difference.length === 0 ? null : backupPathOf(file.path, at),
    afterwards: client.afterwards,
  };
}

function projectWarning({ title, projectFile }: ConnectClient, transport: Transport): string {
  if (transport === "stdio") {
    return "The file names where Recollect is on this computer. On another computer of the project that may differ.";
  }
  if (projectFile?.companion !== undefined) {
    return `The file does not hold the token. ${title} asks each person for it once, and keeps it among its own secrets.`;
  }
  return `The file names the variable ${TOKEN_VARIABLE}, not the token. Set it to the token where you start ${title}.`;
}
