import type { Caller } from "../core/caller.ts";
import {
  type ConversationFilterInput,
  type ForgetSelection,
  readConversationReference,
} from "../core/conversations.ts";
import { ANY, parseDomain } from "../core/domain.ts";
import { FILTER_FIELD_LIST, type FilterField, type MemoryFilter } from "../core/filter.ts";
import { parseMoment } from "../core/moment.ts";
import { RecollectError } from "../text/errors.ts";
import type { SessionFilter } from "./conversation-queries.ts";

/** The fields of a query that {@link sessionFilter} reads. */
const SESSION_FIELDS: readonly FilterField[] = ["domains", "client", "since", "before"];

/** The names under which projects may be stored; `_` for all of them. */
export type Spellings = (caller: Caller, given: readonly string[]) => Promise<readonly string[]>;

/**
 * Combines the arguments of a list or search with the filters in its query and the caller's grant.
 * @param spellings returns the names under which a project may be stored, as the memory service does
 * @throws invalid_argument
 */
export async function sessionFilter(
  caller: Caller,
  input: ConversationFilterInput,
  {
    now,
    query = {},
    spellings,
  }: { readonly now: number; readonly query?: MemoryFilter; readonly spellings: Spellings },
): Promise<SessionFilter> {
  const given = input.project === undefined ? undefined : [input.project.trim()];
  const asked = given ?? query.domains ?? (caller.project === null ? [ANY] : [caller.project]);
  for (const project of asked) if (project !== ANY) parseDomain(project, "project");
  const found = await spellings(caller, asked);
  const named = found.includes(ANY) ? null : found;
  const { grant } = caller;
  const granted = grant.domains === null ? null : await spellings(caller, grant.domains);
  return {
    projects: named === null ? granted : named.filter((name) => granted === null || granted.includes(name)),
    client: input.client ?? query.client ?? null,
    since: momentOf("since", input.since, now) ?? query.since ?? null,
    before: momentOf("before", input.before, now) ?? query.before ?? null,
  };
}

/** Returns a selection in its stored form. @throws not_found if it is not an id; invalid_argument */
export function parseSelection(selection: ForgetSelection): ForgetSelection {
  if ("project" in selection) return { project: parseDomain(selection.project, "project") };
  if (!("session" in selection)) return selection;
  const reference = readConversationReference(selection.session);
  if (reference !== null) return { session: reference.id };
  throw new RecollectError("conversation_unknown", { id: selection.session.slice(0, 100) });
}

/** The names of a query's filters that conversations do not have, as a query writes them without the colon. */
export function ignoredFilters(query: MemoryFilter): string[] {
  return FILTER_FIELD_LIST.flatMap(([field, { queryNames }]) =>
    query[field] === undefined || SESSION_FIELDS.includes(field) ? [] : (queryNames?.slice(0, 1) ?? []),
  );
}

function momentOf(field: "since" | "before", value: string | undefined, now: number): number | null {
  if (value === undefined || value.trim() === "") return null;
  const moment = parseMoment(value, now);
  if (moment === null) throw new RecollectError("time_invalid", { value: value.slice(0, 60) }, { field });
  return moment;
}
