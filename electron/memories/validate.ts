import { parseNamespace } from "../core/namespace.ts";
import { similarNames } from "../core/util/similar-names.ts";
import { RecollectError } from "../text/errors.ts";

/** Maximum length of a query, in characters: the limit of the tool's published schema. */
export const MAX_QUERY_LENGTH = 20_000;

/** The similar names that an error lists. */
const MAX_SIMILAR = 3;

/** Checks that a namespace is a known one. @throws invalid_argument that lists them */
export function checkNamespace(value: string, known: readonly string[]): string {
  const namespace = parseNamespace(value);
  if (known.includes(namespace)) return namespace;
  const similar = similarNames(namespace, known, MAX_SIMILAR);
  throw new RecollectError("namespace_unknown", { namespace, known, similar }, { field: "namespace" });
}

/** Checks an integer in a range; `otherwise` is its default. @throws invalid_argument */
export function checkInteger(
  field: string,
  value: number | undefined,
  { from, to, otherwise }: { readonly from: number; readonly to: number; readonly otherwise: number },
): number {
  if (value === undefined) return otherwise;
  if (Number.isInteger(value) && value >= from && value <= to) return value;
  throw new RecollectError("integer_out_of_range", { from, to, otherwise }, { field });
}

/** Checks a score from 0 to 1; null where none is given. @throws invalid_argument */
export function checkScore(value: number | undefined): number | null {
  if (value === undefined) return null;
  if (value >= 0 && value <= 1) return value;
  throw new RecollectError("score_out_of_range", {}, { field: "minScore" });
}

/** Checks a revision number; null where none is given. @throws invalid_argument */
export function checkRevision(value: number | undefined): number | null {
  if (value === undefined) return null;
  if (Number.isInteger(value) && value >= 1) return value;
  throw new RecollectError("revision_invalid", {}, { field: "expectedRevision" });
}
