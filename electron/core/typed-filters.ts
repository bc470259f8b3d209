import { FILTER_FIELDS } from "./filter.ts";

/**
 * Finds the filters of a field in a search text (`domain:acme/shop`). Its groups are the name as written, a quoted value,
 * and the value without quotes, which can be several with commas.
 */
export const TYPED_FILTERS = {
  domain: typedFilter(FILTER_FIELDS.domains.queryNames),
  namespace: typedFilter(FILTER_FIELDS.namespaces.queryNames),
} as const;

/** Whether a search text has a filter for projects. Nothing excludes a project: `-domain:` is not a filter. */
export function namesDomain(text: string): boolean {
  return [...text.matchAll(TYPED_FILTERS.domain)].some(({ index }) => text[index - 1] !== "-");
}

function typedFilter(names: readonly string[] = []): RegExp {
  return new RegExp(`(?<![^\\s-])(${names.join("|")}):(?:"([^"]*)"|([^\\s"]+))`, "gi");
}
