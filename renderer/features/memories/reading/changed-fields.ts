import type { Revision } from "../../../../electron/core/memory.ts";
import type { Text } from "../../../text/en.ts";

/** What a revision changed besides the text, each a sentence. */
export function changedFields(before: Revision, after: Revision, text: Text): string[] {
  const { conflict, history } = text.memories;
  const shown = (value: string) => (value === "" ? conflict.none : value);
  const pairs = [
    [conflict.fields.namespace, before.namespace, after.namespace],
    [conflict.fields.domain, before.domain, after.domain],
    [conflict.fields.tags, before.tags.join(", "), after.tags.join(", ")],
    [conflict.fields.source, before.source ?? "", after.source ?? ""],
  ] as const;
  return pairs
    .filter(([, old, now]) => old !== now)
    .map(([field, old, now]) => history.changedField(field, shown(old), shown(now)));
}
