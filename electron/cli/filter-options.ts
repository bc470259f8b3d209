import { ANY } from "../core/domain.ts";
import type { FilterInput } from "../core/memory-service.ts";
import type { CommandCall, Options } from "./command.ts";
import { UsageError } from "./usage-error.ts";

/** Which memories are meant, the same for every command that reads many. */
export const FILTER_OPTIONS = {
  domain: { type: "string", short: "d", value: "NAME", help: 'Only this domain: "user", or a project (owner/repo).' },
  all: { type: "boolean", short: "a", help: "Every domain, not only this folder's project and user." },
  namespace: {
    type: "string",
    short: "n",
    multiple: true,
    value: "NAME",
    help: "Only this namespace; may be repeated: any of them.",
  },
  tag: {
    type: "string",
    short: "t",
    multiple: true,
    value: "TAG",
    help: "With this tag; may be repeated: all of them.",
  },
  since: { type: "string", value: "WHEN", help: "Captured at or after: 2026-01-31, or 7d, 12h, 3mo ago." },
  before: { type: "string", value: "WHEN", help: "Captured before." },
  source: { type: "string", value: "TEXT", help: "Part of the file, URL or commit it came from." },
  client: { type: "string", value: "NAME", help: "Part of the name of the client that captured it." },
} as const satisfies Options;

/** The filter as the tools take it; without a domain they mean the caller's project and `user`. @throws UsageError */
export function filterOf(call: CommandCall): Record<string, unknown> & FilterInput {
  const domain = call.text("domain");
  if (domain !== undefined && call.flag("all")) throw new UsageError("Give --domain or --all, not both.");
  const namespaces = call.texts("namespace");
  const tags = call.texts("tag");
  return defined({
    domain: call.flag("all") ? ANY : domain,
    namespace: namespaces.length === 0 ? undefined : namespaces.join(","),
    tags: tags.length === 0 ? undefined : tags,
    since: call.text("since"),
    before: call.text("before"),
    source: call.text("source"),
    client: call.text("client"),
  });
}

/** Without the members that are not there. */
export function defined<Value extends Record<string, unknown>>(value: Value): Value {
  return Object.fromEntries(Object.entries(value).filter(([, member]) => member !== undefined)) as Value;
}
