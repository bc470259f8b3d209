import { CLIENT_COLUMNS, type ClientColumns, fromClientColumns } from "../core/client-identity.ts";
import { enterText, type GatePolicy } from "../core/gate/gate.ts";
import type { Memory, Revision, RevisionAction } from "../core/memory.ts";
import {
  fromStored,
  MAX_CONTENT_BYTES,
  MAX_SOURCE_LENGTH,
  MEMORY_FIELD_LIST,
  type MemoryState,
  mapFields,
  toStored,
} from "../core/memory-fields.ts";
import type { RankingFacts } from "../core/ports.ts";
import { MAX_TAG_LENGTH, MAX_TAGS } from "../core/tags.ts";
import { formatUrn } from "../core/urn.ts";
import type { Row } from "../postgres/database.ts";

/** The fields that are columns. The schema has one domain. */
const STORED_FIELDS = MEMORY_FIELD_LIST.filter(([name]) => name !== "domain");
export const STATE_COLUMNS: readonly string[] = STORED_FIELDS.map(([, { column }]) => column);

/** Longest values in characters: another program can write rows of a gigabyte, which nobody may wait for. */
const LONGEST: Readonly<Record<string, number>> = { content: MAX_CONTENT_BYTES, source: MAX_SOURCE_LENGTH };

/** SQL for a column of a table, of which no more is read than a memory can have. */
export function boundedColumn(table: string, column: string): string {
  const name = `${table}.${column}`;
  if (column === "tags") {
    return `ARRAY (SELECT left(tag, ${MAX_TAG_LENGTH}) FROM unnest(${name}[1:${MAX_TAGS}]) tag) AS tags`;
  }
  const longest = LONGEST[column];
  return longest === undefined ? name : `substr(${name}, 1, ${longest}) AS ${column}`;
}

/** The columns that {@link toMemory} reads, of `memories m`. */
export const MEMORY_COLUMNS = [
  ...["id", ...STATE_COLUMNS, ...CLIENT_COLUMNS, "pinned", "superseded_by"],
  ...["created_at", "updated_at", "deleted_at", "revision", "content_revision"],
]
  .map((column) => boundedColumn("m", column))
  .join(", ");

/** The values of {@link STATE_COLUMNS}, by column. */
export function columnsOf(state: MemoryState): Record<string, unknown> {
  return Object.fromEntries(STORED_FIELDS.map(([name, field]) => [field.column, toStored(field, state[name])]));
}

/** Where rows are from. Another login can write them with any program. */
export interface RowSource {
  readonly domain: string;
  /** What the owner chose to do with secrets in this domain. */
  readonly gate: () => GatePolicy;
}

export function toMemory(row: Row, source: RowSource): Memory {
  const id = String(row.id);
  const state = toState(row, source);
  return {
    id,
    urn: formatUrn({ ...state, id }),
    ...state,
    client: clientOf(row),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    revision: Number(row.revision),
    deletedAt: row.deleted_at === null ? null : toIso(row.deleted_at),
    pinned: row.pinned === true,
    supersededBy: row.superseded_by as string | null,
    recallCount: 0,
    recalledAt: null,
  };
}

/** The columns that {@link toRankingFacts} reads, of `memories m`. */
export const RANKING_COLUMNS = `m.id, m.namespace, ${boundedColumn("m", "source")}, m.session, m.valid_from, m.created_at,
  m.updated_at, m.pinned`;

/** Recalls of remote memories are not counted, because a reader would have to write. */
export function toRankingFacts(row: Row, domain: string): RankingFacts {
  return {
    domain,
    namespace: String(row.namespace),
    source: row.source as string | null,
    sessionId: row.session as string | null,
    validFrom: row.valid_from === null ? null : Number(row.valid_from),
    createdAt: Number(row.created_at),
    updatedAt: Number(row.updated_at),
    recallCount: 0,
    pinned: row.pinned === true,
  };
}

export function toRevision(row: Row, source: RowSource): Revision {
  return {
    memoryId: String(row.memory),
    revision: Number(row.revision),
    action: String(row.action) as RevisionAction,
    ...toState(row, source),
    client: clientOf(row),
    at: toIso(row.at),
  };
}

/** Texts pass the gate when they are read. A secret that a capture would refuse is masked: the row exists already. */
function toState(row: Row, { domain, gate }: RowSource): MemoryState {
  const { action, personalData } = gate();
  const policy = { action: action === "refuse" ? "mask" : action, personalData } as const;
  const entered = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(entered);
    return typeof value === "string" ? enterText(value, policy).text : value;
  };
  return mapFields((name, field) => (name === "domain" ? domain : entered(fromStored(field, row[field.column]))));
}

function clientOf(row: Row) {
  return fromClientColumns(row as unknown as ClientColumns);
}

/** pg returns a bigint as text. */
function toIso(value: unknown): string {
  return new Date(Number(value)).toISOString();
}
