/** One line of a JSON tree as it stands now: a value with its place, or the line that shows more of a long list. */
export interface TreeRow {
  /** JSON pointer (RFC 6901) of the value; unique within the tree. */
  readonly pointer: string;
  readonly depth: number;
  /** The key or index under its parent; null for the root. */
  readonly name: string | number | null;
  readonly value: unknown;
  readonly kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** How many values are inside; 0 for plain values. */
  readonly size: number;
  readonly expanded: boolean;
  /** True where a string holds JSON: its inside is shown as children. */
  readonly embedded: boolean;
  /** Values left out after this row's parent reached its limit; this row then stands for them. */
  readonly hidden: number;
  /** 1-based place among its siblings, and how many they are. */
  readonly position: number;
  readonly siblings: number;
}

/** Characters of a long string that are shown at first. */
export const FOLDED_LENGTH = 240;

/** Whether a string is long enough to be folded. */
export function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length > FOLDED_LENGTH * 1.25;
}

/** Children shown at first under one value, and again each time more is asked for. */
export const CHILDREN_STEP = 100;

/** What is open: pointers of expanded values and unfolded strings, and of lists shown beyond the first step with how many. */
export interface TreeState {
  readonly expanded: ReadonlySet<string>;
  readonly shown: ReadonlyMap<string, number>;
}

/** The lines of `root` that are visible, from top to bottom. */
export function visibleRows(root: unknown, state: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, root, state, { pointer: "", depth: 0, name: null, position: 1, siblings: 1 });
  return rows;
}

type Place = Pick<TreeRow, "pointer" | "depth" | "name" | "position" | "siblings">;

function addRows(rows: TreeRow[], value: unknown, state: TreeState, place: Place): void {
  const inside = insideOf(value);
  const size = inside === null ? 0 : Array.isArray(inside) ? inside.length : Object.keys(inside).length;
  const expanded = (size > 0 || isLong(value)) && state.expanded.has(place.pointer);
  const embedded = typeof value === "string" && inside !== null;
  rows.push({ ...place, value, kind: kindOf(value), size, expanded, embedded, hidden: 0 });
  if (!expanded || size === 0 || inside === null) {
    return;
  }
  const entries: [string | number, unknown][] = Array.isArray(inside)
    ? inside.map((item, index) => [index, item])
    : Object.entries(inside);
  const limit = state.shown.get(place.pointer) ?? CHILDREN_STEP;
  const depth = place.depth + 1;
  entries.slice(0, limit).forEach(([name, child], index) => {
    const pointer = `${place.pointer}/${escapeSegment(name)}`;
    addRows(rows, child, state, { pointer, depth, name, position: index + 1, siblings: entries.length });
  });
  if (entries.length > limit) {
    rows.push({
      pointer: `${place.pointer}/…`,
      depth,
      name: null,
      value: null,
      kind: "null",
      size: 0,
      expanded: false,
      embedded: false,
      hidden: entries.length - limit,
      position: limit + 1,
      siblings: entries.length,
    });
  }
}

/**
 * What stands open at first: level by level while the whole stays within `budget` lines, so that a small message is
 * seen whole and a large one by its outline. Strings that hold JSON stay closed.
 */
export function initiallyExpanded(root: unknown, budget = 60): Set<string> {
  const expanded = new Set<string>();
  let level: { pointer: string; value: unknown }[] = [{ pointer: "", value: root }];
  let lines = 1;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { pointer, value } of level) {
      if (typeof value !== "object" || value === null) {
        continue;
      }
      const entries = Object.entries(value);
      if (lines + Math.min(entries.length, CHILDREN_STEP) > budget && pointer !== "") {
        continue;
      }
      lines += Math.min(entries.length, CHILDREN_STEP);
      expanded.add(pointer);
      next.push(...entries.map(([name, child]) => ({ pointer: `${pointer}/${escapeSegment(name)}`, value: child })));
    }
    level = next;
  }
  return expanded;
}

/** The pointer of the value that holds this one; null for the root. */
export function parentPointer(pointer: string): string | null {
  return pointer === "" ? null : pointer.slice(0, pointer.lastIndexOf("/"));
}

/** A short form of what is inside a closed value: its first keys, or nothing for lists. */
export function keysPreview(value: unknown, limit = 4): string[] {
  const inside = insideOf(value);
  if (inside === null || Array.isArray(inside)) {
    return [];
  }
  const keys = Object.keys(inside);
  return keys.length > limit ? [...keys.slice(0, limit), "…"] : keys;
}

/** What a copy of the value gives: strings as they are, everything else as indented JSON. */
export function copyText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function insideOf(value: unknown): readonly unknown[] | Readonly<Record<string, unknown>> | null {
  if (typeof value === "string") {
    return embeddedJson(value);
  }
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/** Tool results carry JSON as text; read it where it is an object or a list. */
function embeddedJson(text: string): readonly unknown[] | Readonly<Record<string, unknown>> | null {
  if (!/^\s*[{[]/.test(text)) {
    return null;
  }
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function kindOf(value: unknown): TreeRow["kind"] {
  if (value === null || value === undefined) {
    return "null";
  }
  if (Array.isArray(value)) {
    return "array";
  }
  switch (typeof value) {
    case "string":
      return "string";
    case "number":
      return "number";
    case "boolean":
      return "boolean";
    default:
      return "object";
  }
}

function escapeSegment(name: string | number): string {
  return String(name).replaceAll("~", "~0").replaceAll("/", "~1");
}
