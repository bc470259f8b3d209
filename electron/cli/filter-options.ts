import { ANY, USER_DOMAIN } from "../core/domain.ts";
import { FILTER_FIELD_LIST, type FilterInput } from "../core/filter.ts";
import { namesDomain } from "../core/typed-filters.ts";
import type { CommandText } from "../text/command-line.ts";
import type { AppClient } from "./app-client.ts";
import { type CommandCall, UsageError } from "./command.ts";

/** The option that names a project, and its former name. Commands accept both. */
export const PROJECT_OPTION = "-p, --project <PROJECT>";
export const FORMER_PROJECT_OPTION = "-d, --domain <PROJECT>";

/** The filter options, the same for every command that reads many memories. */
export const FILTER_OPTIONS: readonly string[] = [
  ...FILTER_FIELD_LIST.flatMap(([, { option }]) => {
    if (option === undefined) return [];
    if (option.name === "domain") return [PROJECT_OPTION];
    const short = option.short === undefined ? "" : `-${option.short}, `;
    return [`${short}--${option.name} <${option.value}${option.multiple === true ? "..." : ""}>`];
  }),
  "-a, --all",
];

/** The project that the options name. @throws UsageError if both options are given */
export function projectOf(call: CommandCall, { usage }: CommandText): string | undefined {
  const [project, domain] = [call.text("project"), call.text("domain")];
  if (project !== undefined && domain !== undefined) throw new UsageError(usage.onlyOne("--project", "--domain"));
  return project ?? domain;
}

/** The filter of the options. Without a project, it has no domain. @throws UsageError */
export function filterOf(call: CommandCall, text: CommandText): Record<string, unknown> & FilterInput {
  const { usage } = text;
  const project = projectOf(call, text);
  if (project !== undefined && call.flag("all")) {
    throw new UsageError(usage.onlyOne(call.text("project") === undefined ? "--domain" : "--project", "--all"));
  }
  const given = FILTER_FIELD_LIST.map(([, { argument, kind, option }]) => {
    if (option === undefined) return [argument, undefined];
    if (option.name === "domain") return [argument, project];
    if (option.multiple !== true) return [argument, call.text(option.name)];
    const values = call.texts(option.name);
    return [argument, values.length === 0 ? undefined : kind === "names" ? values.join(",") : values];
  });
  return defined({ ...Object.fromEntries(given), ...(call.flag("all") ? { domain: ANY } : {}) });
}

/**
 * As {@link filterOf}. Without a project, it has the project of the folder and `user`, as assistants in that folder
 * read them, unless the query names a project.
 */
export async function scopedFilterOf(
  call: CommandCall,
  text: CommandText,
  app: AppClient,
  query = "",
): Promise<Record<string, unknown> & FilterInput> {
  const filter = filterOf(call, text);
  if (filter.domain !== undefined || namesDomain(query)) return filter;
  const project = await app.project();
  return project === null ? filter : { ...filter, domain: [...new Set([project, USER_DOMAIN])] };
}

/** A copy without undefined members. */
export function defined<Value extends Record<string, unknown>>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
