import { USER_DOMAIN } from "../../../../electron/core/domain.ts";
import {
  EMPTY_STATE,
  isSameValue,
  MEMORY_FIELD_NAMES,
  type MemoryField,
  type MemoryState,
  mapFields,
} from "../../../../electron/core/memory-fields.ts";
import { parseDate } from "../../../../electron/core/moment.ts";
import { DEFAULT_NAMESPACE } from "../../../../electron/core/namespace.ts";

/** The editable fields of a memory as typed: "" for none; times are local dates, or dates and times. */
export type Draft = {
  readonly [Field in MemoryField]: MemoryState[Field] extends string | null ? string : MemoryState[Field];
};

export function draftOf(state: MemoryState): Draft {
  return mapFields((name, { kind }) =>
    kind === "time" ? formatValidityTime(state[name] as string) : (state[name] ?? ""),
  );
}

/** The draft of a new memory. */
export const EMPTY_DRAFT: Draft = draftOf({
  ...EMPTY_STATE,
  content: "",
  namespace: DEFAULT_NAMESPACE,
  domain: USER_DOMAIN,
});

/** A time as the editor shows it: `2026-12-31`, or with the time of day unless it is midnight; "" for null. */
export function formatValidityTime(time: string | null): string {
  if (time === null) return "";
  const date = new Date(time);
  const local = new Date(date.getTime() - date.getTimezoneOffset() * 60_000).toISOString();
  const [day = "", clock = ""] = local.slice(0, -1).split("T");
  const shown = clock.replace(/(?::00)?\.000$/, "");
  return shown === "00:00" ? day : `${day} ${shown}`;
}

/** The problem of a draft's interval: not a time, or an end that is not after the start. */
export function validityProblem({ validFrom, validUntil }: Draft): {
  readonly field: "validFrom" | "validUntil";
  readonly problem: "time" | "order";
} | null {
  const [from, until] = [readValidityTime(validFrom), readValidityTime(validUntil)];
  if (from === undefined) return { field: "validFrom", problem: "time" };
  if (until === undefined) return { field: "validUntil", problem: "time" };
  const isEmpty = from !== null && until !== null && from >= until;
  return isEmpty ? { field: "validUntil", problem: "order" } : null;
}

/** ISO 8601; null for no time, undefined for text that is not one. */
function readValidityTime(text: string): string | null | undefined {
  if (text.trim() === "") return null;
  const time = parseDate(text.trim());
  return time === null ? undefined : new Date(time).toISOString();
}

/** The fields that differ from `base`. */
export function changedFields(draft: Draft, base: Draft): MemoryField[] {
  return MEMORY_FIELD_NAMES.filter((name) => !isSameValue(draft[name], base[name]));
}

/** The state that a draft without a problem describes, as the window's methods take it. */
export function stateOfDraft(draft: Draft): MemoryState {
  return mapFields((name, { kind, empty }) => {
    const value = draft[name];
    if (kind === "time") return readValidityTime(String(value)) ?? null;
    return empty === null && value === "" ? null : value;
  });
}

/** The changes from `base` to `draft`, as the window's methods take them. */
export function changesOf(draft: Draft, base: Draft): Partial<MemoryState> {
  const state = stateOfDraft(draft);
  return Object.fromEntries(changedFields(draft, base).map((name) => [name, state[name]]));
}

export interface Merge {
  /** A field changed by one side has its value; tags are merged; a field in conflict has my value. */
  readonly draft: Draft;
  /** Fields that both sides changed to different values. */
  readonly conflicts: readonly MemoryField[];
}

/** Merges two changes of a memory with a common base. */
export function mergeDrafts(base: Draft, mine: Draft, theirs: Draft): Merge {
  const [changed, theirChanges] = [changedFields(mine, base), changedFields(theirs, base)];
  const differing = changedFields(mine, theirs);
  return {
    draft: mapFields((name) => {
      if (name === "tags") return mergeTags(base.tags, mine.tags, theirs.tags);
      return changed.includes(name) ? mine[name] : theirs[name];
    }),
    conflicts: MEMORY_FIELD_NAMES.filter(
      (name) => name !== "tags" && [changed, theirChanges, differing].every((names) => names.includes(name)),
    ),
  };
}

function mergeTags(base: readonly string[], mine: readonly string[], theirs: readonly string[]): string[] {
  const removed = base.filter((tag) => !mine.includes(tag) || !theirs.includes(tag));
  return [...new Set([...mine, ...theirs])].filter((tag) => !removed.includes(tag)).sort();
}
