import { z } from "zod";
import { RecollectError } from "../../text/errors.ts";
import { clientOnDevice } from "../client-identity.ts";
import { parseDomain } from "../domain.ts";
import { normalText } from "../gate/normal-text.ts";
import { type ClientIdentity, REVISION_ACTIONS, type RevisionAction } from "../memory.ts";
import { MAX_CONTENT_BYTES, MAX_SOURCE_LENGTH, type MemoryRegisters } from "../memory-fields.ts";
import { parseNamespace } from "../namespace.ts";
import { MAX_TAG_LENGTH, MAX_TAGS } from "../tags.ts";
import { describeProblem } from "../util/schema-problem.ts";
import { isStamp, type Stamp, timeOfStamp } from "./stamp.ts";

/**
 * What a change can be. `capture`: a new memory. `share`: the full state of a memory that existed before its domain was
 * shared, or that was moved into it. `leave`: it was moved out of the space. `pin` is not a revision. `purge`: it was
 * deleted permanently. `erased`: a change whose contents a purge deleted before it was sent.
 */
export const ENTRY_ACTIONS = [
  "capture",
  "share",
  "update",
  "delete",
  "restore",
  "supersede",
  "pin",
  "leave",
  "purge",
  "erased",
] as const;
export type EntryAction = (typeof ENTRY_ACTIONS)[number];

/** The replicated fields of a memory, all of them registers. */
export interface EntryFields extends MemoryRegisters {
  readonly pinned: boolean;
  /** When it was moved to the trash, in milliseconds since 1970. */
  readonly deletedAt: number | null;
  /** It is superseded where that memory exists. */
  readonly supersededBy: string | null;
}
export type FieldName = keyof EntryFields;

/** What a `capture` and a `share` say about the memory. Times are in milliseconds since 1970. */
export interface EntryOrigin {
  readonly createdAt: number;
  readonly updatedAt: number;
  /** The client that captured it. Null for a person. */
  readonly author: ClientIdentity | null;
  /** The number of its revisions before this change, which are not sent. */
  readonly past: number;
  /** The kind of revision that this state is. */
  readonly as: RevisionAction;
}

/** One change of one memory on one device. It never changes. */
export interface Entry {
  readonly stamp: Stamp;
  /** The memory's id. */
  readonly memory: string;
  readonly action: EntryAction;
  /** The changes of this memory that its device knew and that no other known change has as a parent. */
  readonly parents: readonly Stamp[];
  /** The clock of its device, in milliseconds since 1970, for people. Changes are ordered by their stamps. */
  readonly at: number;
  /** The client that made the change. Null for a person. */
  readonly client: ClientIdentity | null;
  /** The fields that it sets. */
  readonly fields: Partial<EntryFields>;
  /** In a `capture` or `share`, which set all fields. */
  readonly origin?: EntryOrigin;
  /** The concurrent changes about which a person decided by this change. */
  readonly resolves?: readonly Stamp[];
}

/** A change as a device published it: `sequence` counts its changes in a space from 1 without gaps. */
export interface LoggedEntry {
  readonly device: string;
  readonly sequence: number;
  /** From {@link writeEntry}. */
  readonly body: string;
}

const VERSION = 1;
/** Characters of a body: a content of control characters is six times as long in JSON. */
const MAX_BODY_LENGTH = 8 * MAX_CONTENT_BYTES;
const MAX_STAMPS = 1_000;
/** Times of the years 1 to 9999, which every program can write. */
const MIN_TIME = -62_135_596_800_000;
const MAX_TIME = 253_402_300_799_999;
/** A change cannot have been made later than its stamp says; a clock can have been set back between the two. */
const MAX_LEAD_MS = 24 * 60 * 60_000;
/** Revisions before the first entry. */
export const MAX_PAST = 1e9;

/** Whether an entry sets all fields. */
export function isFull(entry: Entry): entry is Entry & { readonly origin: EntryOrigin } {
  return entry.origin !== undefined;
}

/** Whether an entry is a revision in the history of its memory. */
export function isRevision({ action, fields }: Entry): boolean {
  return action !== "pin" && Object.keys(fields).length > 0;
}

/** The kind of revision that an entry is. */
export function revisionActionOf({ action, origin }: Entry): RevisionAction {
  if (origin !== undefined) return origin.as;
  if (action === "leave") return "delete";
  return action === "delete" || action === "restore" || action === "supersede" ? action : "update";
}

/** The JSON of an entry. */
export function writeEntry(entry: Entry): string {
  return JSON.stringify({ version: VERSION, ...entry });
}

/** The entry that is sent in the place of one whose contents were purged. */
export function erasedEntry(stamp: Stamp, memory: string): Entry {
  return { stamp, memory, action: "erased", parents: [], at: 0, client: null, fields: {} };
}

/**
 * Reads an entry from outside, strictly: a value that this version would store differently is refused, because all
 * devices must store the same.
 * @throws invalid_argument that names the field; unavailable for an entry of a newer version
 */
export function parseEntry(body: string): Entry {
  if (body.length > MAX_BODY_LENGTH) throw invalidEntry("body", "it is too long");
  let value: unknown;
  try {
    value = JSON.parse(body);
  } catch {
    throw invalidEntry("body", "it is not JSON");
  }
  const version = z.object({ version: z.int() }).safeParse(value).data?.version;
  if (version !== undefined && version > VERSION) throw new RecollectError("entry_newer", {});
  const parsed = entry.safeParse(value);
  if (!parsed.success) {
    const [issue] = parsed.error.issues;
    throw invalidEntry(issue?.path.join(".") || "body", describeProblem(issue));
  }
  const { version: _, ...read } = parsed.data;
  assertConsistent(read);
  const cleaned = withNormalTexts(withPossibleTimes(read));
  if (cleaned.fields.content?.trim() === "") throw invalidEntry("fields.content", "it is empty");
  return cleaned;
}

/** Reads an entry that this store has written or checked before. */
export function readStoredEntry(body: string): Entry {
  const { version: _, ...read } = JSON.parse(body) as Entry & { version: number };
  return withNormalTexts(withPossibleTimes(read));
}

/**
 * Texts in the form in which every device of this version stores them. Other programs and earlier versions write other
 * forms.
 */
function withNormalTexts(entry: Entry): Entry {
  const { content, source, tags, domain } = entry.fields;
  return {
    ...entry,
    fields: {
      ...entry.fields,
      ...(content === undefined ? {} : { content: normalText(content).text }),
      ...(domain === undefined ? {} : { domain: normalText(domain).text }),
      ...(typeof source === "string" ? { source: normalText(source).text || null } : {}),
      ...(tags === undefined
        ? {}
        : { tags: [...new Set(tags.map((tag) => normalText(tag).text))].filter((tag) => tag !== "").sort() }),
    },
  };
}

/** The earliest time of a stamp with which the times of a change are possible, in milliseconds since 1970. */
export function earliestStampTime({ at, fields, origin }: Pick<Entry, "at" | "fields" | "origin">): number {
  const latest = Math.max(at, fields.deletedAt ?? at, origin?.createdAt ?? at, origin?.updatedAt ?? at);
  return latest - MAX_LEAD_MS;
}

/** Times after the change, which only other programs write, are the time of the change: the same on all devices. */
function withPossibleTimes(entry: Entry): Entry {
  const { at, fields, origin, stamp } = entry;
  const { deletedAt } = fields;
  if (earliestStampTime(entry) <= timeOfStamp(stamp)) return entry;
  const last = timeOfStamp(stamp) + MAX_LEAD_MS;
  const [createdAt, updatedAt] = [Math.min(origin?.createdAt ?? 0, last), Math.min(origin?.updatedAt ?? 0, last)];
  return {
    ...entry,
    at: Math.min(at, last),
    fields: typeof deletedAt === "number" ? { ...fields, deletedAt: Math.min(deletedAt, last) } : fields,
    ...(origin === undefined ? {} : { origin: { ...origin, createdAt, updatedAt } }),
  };
}

/** The entry with the device that sent it as the author. @param device its name; null for this device */
export function attributed(entry: Entry, device: string | null): Entry {
  if (device === null) return entry;
  const { client, origin } = entry;
  const from = origin && { origin: { ...origin, author: clientOnDevice(origin.author, device) } };
  return { ...entry, client: clientOnDevice(client, device), ...from };
}

/** The latest of these stamps, as many as an entry may name. The others stay concurrent. */
export function nameable(stamps: readonly Stamp[]): readonly Stamp[] {
  return stamps.length <= MAX_STAMPS ? stamps : [...stamps].sort().slice(-MAX_STAMPS);
}

function assertConsistent({ action, fields, origin, stamp, parents, resolves = [] }: Entry): void {
  const isFullAction = action === "capture" || action === "share";
  if (isFullAction !== (origin !== undefined)) throw invalidEntry("origin", "only a capture and a share have one");
  const names = Object.keys(fields) as FieldName[];
  if (isFullAction && names.length !== FIELD_NAMES.length) throw invalidEntry("fields", "one is missing");
  const allowed = FIELDS_OF[action];
  const other = allowed === undefined ? undefined : names.find((name) => !allowed.includes(name));
  if (other !== undefined) throw invalidEntry(`fields.${other}`, `a change of the kind ${action} does not set it`);
  const { validFrom = null, validUntil = null } = fields.validity ?? {};
  if (validFrom !== null && validUntil !== null && validFrom >= validUntil) {
    throw invalidEntry("fields.validity", "it is empty");
  }
  if (action === "leave" && typeof fields.deletedAt !== "number")
    throw invalidEntry("fields.deletedAt", "it is missing");
  for (const [field, stamps] of [
    ["parents", parents],
    ["resolves", resolves],
  ] as const) {
    if (stamps.some((known) => known >= stamp)) throw invalidEntry(field, "it has a stamp that is not an earlier one");
  }
}

function invalidEntry(field: string, problem: string): RecollectError {
  return new RecollectError("entry_invalid", { problem }, { field });
}

const id = z.string().regex(/^[0-7][0-9A-HJKMNP-TV-Z]{25}$/, "it is not an id");
const stamp = z.string().refine(isStamp, "it is not a stamp");
const stamps = z.array(stamp).max(MAX_STAMPS);
const time = z.int().min(MIN_TIME).max(MAX_TIME);
const client = z
  .strictObject({
    name: z.string().max(1_000),
    version: z.string().max(1_000),
    via: z.string().max(1_000).optional(),
  })
  .nullable();
const content = z
  .string()
  .refine((text) => !text.includes("\0") && text.isWellFormed(), "it is not text")
  .refine((text) => text.trim() !== "", "it is empty")
  .refine((text) => Buffer.byteLength(text) <= MAX_CONTENT_BYTES, "it is too long");
const tag = z
  .string()
  .refine((text) => text !== "" && !text.includes(",") && text.isWellFormed(), "it is not a tag")
  .refine((text) => [...text].length <= MAX_TAG_LENGTH, "it is too long");
const tags = z
  .array(tag)
  .max(MAX_TAGS)
  .refine((all) => all.every((one, index) => index === 0 || (all[index - 1] ?? "") < one), "the tags are not sorted");
const moment = z
  .string()
  .refine((text) => !Number.isNaN(Date.parse(text)) && new Date(text).toISOString() === text, "it is not a time in UTC")
  .nullable();
const fields = z.strictObject({
  content: content.optional(),
  namespace: z.string().refine(isUnchangedBy(parseNamespace), "it is not a namespace").optional(),
  domain: z.string().refine(isUnchangedBy(parseDomain), "it is not a domain").optional(),
  tags: tags.optional(),
  source: z
    .string()
    .min(1)
    .max(MAX_SOURCE_LENGTH)
    .refine((text) => !text.includes("\0") && text.isWellFormed(), "it is not text")
    .nullable()
    .optional(),
  validity: z.strictObject({ validFrom: moment, validUntil: moment }).optional(),
  pinned: z.boolean().optional(),
  deletedAt: time.nullable().optional(),
  supersededBy: id.nullable().optional(),
} satisfies Record<FieldName, z.ZodType>);
const origin = z.strictObject({
  createdAt: time,
  updatedAt: time,
  author: client,
  past: z.int().min(0).max(MAX_PAST),
  as: z.enum(REVISION_ACTIONS),
});
const entry = z.strictObject({
  version: z.literal(VERSION),
  stamp,
  memory: id,
  action: z.enum(ENTRY_ACTIONS),
  parents: stamps,
  at: time,
  client,
  fields,
  origin: origin.optional(),
  resolves: stamps.optional(),
});

export const FIELD_NAMES = Object.keys(fields.shape) as readonly FieldName[];
/** The fields that a kind of change can set; a kind that is not here can set all. */
const FIELDS_OF: Partial<Record<EntryAction, readonly FieldName[]>> = {
  pin: ["pinned"],
  leave: ["deletedAt"],
  purge: [],
  erased: [],
};

/** Earlier versions did not store names in the form NFC. */
function isUnchangedBy(parse: (value: string) => string): (value: string) => boolean {
  return (value) => {
    try {
      return parse(value) === value.normalize("NFC");
    } catch {
      return false;
    }
  };
}
