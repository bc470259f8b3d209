import { ANY } from "../core/domain.ts";
import { FILTER_FIELD_LIST, type FilterInput } from "../core/filter.ts";
import type { CommandText } from "../text/command-line.ts";
import { type CommandCall, UsageError } from "./command.ts";

/** The filter options, the same for every command that reads many memories. */
export const FILTER_OPTIONS: readonly string[] = [
  ...FILTER_FIELD_LIST.flatMap(([, { option }]) => {
    if (option === undefined) return [];
    const short = option.short === undefined ? "" : `-${option.short}, `;
    const value = option.value === undefined ? "" : ` <${option.value}${option.multiple === true ? "..." : ""}>`;
    return [`${short}--${option.name}${value}`];
  }),
  "-a, --all",
];

/**
 * The filter as the tools accept it. Without a domain, the tools use the caller's project and `user`. @throws
 * UsageError
 */
export function filterOf(call: CommandCall, { usage }: CommandText): Record<string, unknown> & FilterInput {
  if (call.text("domain") !== undefined && call.flag("all")) throw new UsageError(usage.onlyOne("--domain", "--all"));
  const given = FILTER_FIELD_LIST.map(([, { argument, kind, option }]) => {
    if (option === undefined) return [argument, undefined];
    if (option.multiple !== true) return [argument, call.text(option.name)];
    const values = call.texts(option.name);
    return [argument, values.length === 0 ? undefined : kind === "names" ? values.join(",") : values];
  });
  return defined({ ...Object.fromEntries(given), ...(call.flag("all") ? { domain: ANY } : {}) });
}

/** A copy without undefined members. */
export function defined<Value extends Record<string, unknown>>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
