import type { Caller } from "../core/caller.ts";
import { ANY } from "../core/domain.ts";
import { invalidArgument, RecollectError } from "../core/errors.ts";
import type { MemoryFilter } from "../core/filter.ts";
import type { FilterInput } from "../core/memory-service.ts";
import { MOMENT_FORMS, parseMoment } from "../core/moment.ts";
import { normaliseTags } from "../core/tags.ts";
import { defaultDomains, intersect } from "./rights.ts";
import { checkNamespace } from "./validate.ts";

/** Most domains or namespaces in one filter. */
const MAX_ALTERNATIVES = 200;

export interface FilterContext {
  readonly caller: Caller;
  readonly now: number;
  readonly namespaces: readonly string[];
}

/** A filter as written, checked, not yet bounded by the caller's grant. `domains` null: every domain, expressly. */
export interface ReadFilter extends Omit<MemoryFilter, "domains"> {
  readonly domains?: readonly string[] | null;
}

/** Checks a filter given as arguments. @throws invalid_argument */
export function readFilter({ now, namespaces }: FilterContext, input: FilterInput): ReadFilter {
  const { domain, namespace, tags, withoutTags, source, client, since, before, pinned, trash, superseded } = input;
  const { neverRecalled } = input;
  return {
    ...(domain === undefined ? {} : { domains: readDomains(domain) }),
    ...(namespace === undefined ? {} : readNamespaces(namespace, namespaces)),
    ...(tags === undefined ? {} : { tags: normaliseTags(tags) }),
    ...(withoutTags === undefined ? {} : { withoutTags: normaliseTags(withoutTags, "withoutTags") }),
    ...(source === undefined ? {} : { source }),
    ...(client === undefined ? {} : { client }),
    ...(since === undefined ? {} : { since: readMoment("since", since, now) }),
    ...(before === undefined ? {} : { before: readMoment("before", before, now) }),
    ...(pinned === undefined ? {} : { pinned }),
    ...(neverRecalled === undefined ? {} : { neverRecalled }),
    ...(trash === undefined ? {} : { trash }),
    ...(superseded === undefined ? {} : { superseded }),
  };
}

/** Takes of a filter typed in a query what can be taken; the rest becomes notices, since a query never fails. */
export function readQueryFilter(
  context: FilterContext,
  input: FilterInput,
): { readonly filter: ReadFilter; readonly notices: readonly string[] } {
  let filter: ReadFilter = {};
  const notices: string[] = [];
  for (const [field, value] of Object.entries(input)) {
    try {
      filter = { ...filter, ...readFilter(context, { [field]: value }) };
    } catch (error) {
      if (!(error instanceof RecollectError)) throw error;
      notices.push([error.message, error.hint].filter((text) => text !== undefined).join(" "));
    }
  }
  return { filter, notices };
}

/**
 * Bounds filters, all of which must hold, by what the caller may see; where no domain is named, the caller's default
 * domains are meant. Null: nothing can pass.
 * @throws invalid_argument where two of them cannot be asked at once
 */
export function resolveFilter({ caller }: FilterContext, ...filters: readonly ReadFilter[]): MemoryFilter | null {
  const { domains: named, namespaces: kinds, ...rest } = filters.reduce(combine, {});
  const domains = intersect(named === undefined ? defaultDomains(caller) : named, caller.grant.domains);
  const namespaces = intersect(kinds ?? null, caller.grant.namespaces);
  if (domains?.length === 0 || namespaces?.length === 0) return null;
  return { ...rest, ...(domains === null ? {} : { domains }), ...(namespaces === null ? {} : { namespaces }) };
}

function combine(a: ReadFilter, b: ReadFilter): ReadFilter {
  return {
    ...a,
    ...b,
    ...(a.domains === undefined || b.domains === undefined ? {} : { domains: intersect(a.domains, b.domains) }),
    ...(a.namespaces && b.namespaces ? { namespaces: intersect(a.namespaces, b.namespaces) ?? [] } : {}),
    ...(a.tags && b.tags ? { tags: [...new Set([...a.tags, ...b.tags])] } : {}),
    ...(a.withoutTags && b.withoutTags ? { withoutTags: [...new Set([...a.withoutTags, ...b.withoutTags])] } : {}),
    ...(a.source !== undefined && b.source !== undefined ? { source: longerPart("source", a.source, b.source) } : {}),
    ...(a.client !== undefined && b.client !== undefined ? { client: longerPart("client", a.client, b.client) } : {}),
    ...(a.since !== undefined && b.since !== undefined ? { since: Math.max(a.since, b.since) } : {}),
    ...(a.before !== undefined && b.before !== undefined ? { before: Math.min(a.before, b.before) } : {}),
  };
}

/** Of two parts a text must hold, the one that holds the other. */
function longerPart(field: string, a: string, b: string): string {
  const [short, long] = a.length <= b.length ? [a, b] : [b, a];
  if (long.toLowerCase().includes(short.toLowerCase())) return long;
  throw invalidArgument(
    field,
    `${field} is given twice, as "${a.slice(0, 80)}" and "${b.slice(0, 80)}".`,
    "Give it once, in the query or as an argument.",
  );
}

function readDomains(value: string | readonly string[]): readonly string[] | null {
  const domains = listOf("domain", value);
  return domains.includes(ANY) ? null : domains;
}

/** `_` means every namespace, as in addresses. */
function readNamespaces(value: string | readonly string[], known: readonly string[]): Pick<ReadFilter, "namespaces"> {
  const names = listOf("namespace", value);
  return names.includes(ANY) ? {} : { namespaces: names.map((name) => checkNamespace(name, known)) };
}

function listOf(field: string, value: string | readonly string[]): string[] {
  const values = [...new Set((typeof value === "string" ? [value] : value).map((text) => text.trim()))];
  if (values.length > 0 && values.length <= MAX_ALTERNATIVES && !values.includes("")) return values;
  throw invalidArgument(
    field,
    `${field} must be one name or a list of 1 to ${MAX_ALTERNATIVES} names, none of them empty.`,
    `Leave ${field} out to use the default, or pass "${ANY}" for all.`,
  );
}

function readMoment(field: string, value: string, now: number): number {
  const moment = parseMoment(value, now);
  if (moment !== null) return moment;
  throw invalidArgument(field, `${field} "${value.slice(0, 60)}" is not a moment.`, `Use ${MOMENT_FORMS}.`);
}
