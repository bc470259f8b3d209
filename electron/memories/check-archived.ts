import { z } from "zod";
import type { ArchivedMemory } from "../core/archive.ts";
import { parseDomain } from "../core/domain.ts";
import { invalidArgument } from "../core/errors.ts";
import type { Revision } from "../core/memory.ts";
import { parseNamespace } from "../core/namespace.ts";
import { normaliseTags } from "../core/tags.ts";
import { formatUrn, parseId } from "../core/urn.ts";
import { checkContent, checkSource } from "./validate.ts";

const client = z.object({ name: z.string().min(1).max(200), version: z.string().max(100) }).nullable();
const moment = z.iso.datetime({ offset: true });
const state = z.object({
  content: z.string(),
  namespace: z.string(),
  domain: z.string(),
  tags: z.array(z.string()),
  source: z.string().nullable(),
  client,
  revision: z.int().min(1),
});
const archived = state.extend({
  id: z.string(),
  createdAt: moment,
  updatedAt: moment,
  deletedAt: moment.nullable(),
  pinned: z.boolean(),
  supersededBy: z.string().nullable(),
  recallCount: z.int().min(0),
  recalledAt: moment.nullable(),
  history: z.array(
    state.extend({ action: z.enum(["capture", "update", "delete", "restore", "supersede"]), at: moment }),
  ),
});

/**
 * A memory of another data folder, held to what holds for every memory.
 * @throws invalid_argument, too_large
 */
export function checkArchived(value: unknown): ArchivedMemory {
  const read = archived.safeParse(value);
  if (!read.success) {
    const [issue] = read.error.issues;
    throw invalidArgument(
      issue?.path.join(".") || "memory",
      `It is no exported memory: ${z.prettifyError(read.error)}`,
    );
  }
  const given = read.data;
  const id = parseId(given.id);
  const now = checkState(given);
  const history = given.history.map(({ action, at, ...past }): Revision => {
    return { ...checkState(past), memoryId: id, action, at: new Date(at).toISOString() };
  });
  const last = history.at(-1);
  const inOrder = history.every(({ revision }, index) => revision === (history[0]?.revision ?? 0) + index);
  if (last !== undefined && (!inOrder || last.revision !== now.revision || last.content !== now.content)) {
    throw invalidArgument("history", "Its history does not lead to what it is now.");
  }
  const iso = (at: string | null) => (at === null ? null : new Date(at).toISOString());
  return {
    ...now,
    id,
    urn: formatUrn({ ...now, id }),
    createdAt: new Date(given.createdAt).toISOString(),
    updatedAt: new Date(given.updatedAt).toISOString(),
    deletedAt: iso(given.deletedAt),
    pinned: given.pinned,
    supersededBy: given.supersededBy === null ? null : parseId(given.supersededBy, "supersededBy"),
    recallCount: given.recallCount,
    recalledAt: iso(given.recalledAt),
    history,
  };
}

function checkState(given: z.infer<typeof state>) {
  return {
    content: checkContent(given.content),
    namespace: parseNamespace(given.namespace, "namespace"),
    domain: parseDomain(given.domain),
    tags: normaliseTags(given.tags),
    source: checkSource(given.source),
    client: given.client,
    revision: given.revision,
  };
}
