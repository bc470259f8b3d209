import { createHash } from "node:crypto";
import type { ClientIdentity, Memory, Revision, RevisionAction } from "../core/memory.ts";
import type { MemoryUsage } from "../core/ports.ts";
import { formatUrn } from "../core/urn.ts";
import type { Row } from "../postgres/database.ts";

/** The columns that {@link toMemory} reads, of `memories m`. */
export const MEMORY_COLUMNS = `m.id, m.content, m.namespace, m.tags, m.source, m.valid_from, m.valid_until, m.client_name,
  m.client_version, m.client_via, m.pinned, m.superseded_by, m.created_at, m.updated_at, m.deleted_at, m.revision,
  m.content_revision`;

export function toMemory(row: Row, domain: string): Memory {
  const id = String(row.id);
  const namespace = String(row.namespace);
  return {
    id,
    urn: formatUrn({ domain, namespace, id }),
    content: String(row.content),
    namespace,
    domain,
    tags: row.tags as string[],
    source: textOrNull(row.source),
    validFrom: isoOrNull(row.valid_from),
    validUntil: isoOrNull(row.valid_until),
    client: toClient(row),
    createdAt: toIso(row.created_at),
    updatedAt: toIso(row.updated_at),
    revision: Number(row.revision),
    deletedAt: isoOrNull(row.deleted_at),
    pinned: row.pinned === true,
    supersededBy: textOrNull(row.superseded_by),
    recallCount: 0,
    recalledAt: null,
  };
}

/** Recalls of remote memories are not counted, because a reader would have to write. */
export function toUsage(row: Row): MemoryUsage {
  return { updatedAt: Number(row.updated_at), recallCount: 0, pinned: row.pinned === true };
}

export function toRevision(row: Row, domain: string): Revision {
  return {
    memoryId: String(row.memory),
    revision: Number(row.revision),
    action: String(row.action) as RevisionAction,
    content: String(row.content),
    namespace: String(row.namespace),
    domain,
    tags: row.tags as string[],
    source: textOrNull(row.source),
    validFrom: isoOrNull(row.valid_from),
    validUntil: isoOrNull(row.valid_until),
    client: toClient(row),
    at: toIso(row.at),
  };
}

export function toMilliseconds(time: string | null | undefined): number | null {
  return time === null || time === undefined ? null : Date.parse(time);
}

/** SHA-256 of the content's UTF-8 bytes. An index on it finds identical content. */
export function hashContent(content: string): Buffer {
  return createHash("sha256").update(content).digest();
}

function toClient(row: Row): ClientIdentity | null {
  if (row.client_name === null) return null;
  const identity = { name: String(row.client_name), version: String(row.client_version ?? "") };
  return row.client_via === null ? identity : { ...identity, via: String(row.client_via) };
}

function textOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : String(value);
}

function isoOrNull(value: unknown): string | null {
  return value === null || value === undefined ? null : toIso(value);
}

/** pg returns a bigint as text. */
function toIso(value: unknown): string {
  return new Date(Number(value)).toISOString();
}
