import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { FacetCount } from "../../../electron/core/ports.ts";
import type { Text } from "../../../electron/text/en.ts";

/** Projects that are named; the others are counted. */
const NAMED = 5;

/** Projects with the numbers of their memories: `acme/shop (5), user (2) and 3 more`. */
export function formatProjects(projects: readonly FacetCount[], { language, health, common }: Text): string {
  const named = projects
    .slice(0, NAMED)
    .map(({ value, count }) => health.bulk.project(markHidden(value), common.count(count)));
  const rest = projects.length - named.length;
  return new Intl.ListFormat(language).format(rest > 0 ? [...named, health.bulk.moreProjects(rest)] : named);
}
