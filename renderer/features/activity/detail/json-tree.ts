// Hand-written because strings that contain JSON open as trees, long lists are shown in steps, and lines have the keys of
// the ARIA tree; viewers on npm lack one or more of these.

/** One visible line of a JSON tree: a value, or the line that shows more of a long list. */
export interface TreeRow {
  /** JSON pointer (RFC 6901), unique within the tree. */
  readonly pointer: string;
  readonly depth: number;
  /** The key or index under its parent; null for the root. */
  readonly name: string | number | null;
  readonly value: unknown;
  readonly kind: "object" | "array" | "string" | "number" | "boolean" | "null";
  /** The number of children. */
  readonly size: number;
  readonly expanded: boolean;
  /** True for a string that contains JSON, which is shown as children. */
  readonly embedded: boolean;
  /** If above 0, this line represents that many values beyond the parent's limit. */
  readonly hidden: number;
  /** 1-based. */
  readonly position: number;
  readonly siblings: number;
}

/** Characters shown of a folded string: about three lines of the pane. */
export const FOLDED_LENGTH = 240;

/** Whether a value is a string long enough to be folded. */
export function isLong(value: unknown): boolean {
  return typeof value === "string" && value.length > FOLDED_LENGTH * 1.25;
}

/** Children shown at first under one value, and added by each "more". */
export const CHILDREN_STEP = 100;

export interface TreeState {
  /** Pointers of expanded values and unfolded strings. */
  readonly expanded: ReadonlySet<string>;
  /** The number of visible children by pointer, if other than `CHILDREN_STEP`. */
  readonly shown: ReadonlyMap<string, number>;
}

/** The visible lines of `root`, from top to bottom. */
export function visibleRows(root: unknown, state: TreeState): TreeRow[] {
  const rows: TreeRow[] = [];
  addRows(rows, root, state, { pointer: "", depth: 0, name: null, position: 1, siblings: 1 });
  return rows;
}

type RowPosition = Pick<TreeRow, "pointer" | "depth" | "name" | "position" | "siblings">;

function addRows(rows: TreeRow[], value: unknown, state: TreeState, place: RowPosition): void {
  const content = contentOf(value);
  const size = content === null ? 0 : Array.isArray(content) ? content.length : Object.keys(content).length;
  const expanded = (size > 0 || isLong(value)) && state.expanded.has(place.pointer);
  const embedded = typeof value === "string" && content !== null;
  rows.push({ ...place, value, kind: kindOf(value), size, expanded, embedded, hidden: 0 });
  if (!expanded || size === 0 || content === null) return;
  const entries: [string | number, unknown][] = Array.isArray(content)
    ? content.map((item, index) => [index, item])
    : Object.entries(content);
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

/** Lines expanded at first: about two screens of the pane. */
const INITIAL_LINES = 60;

/**
 * The values to expand at first, level by level up to `INITIAL_LINES`: a small message is shown fully, a large one by
 * its outline. Strings that contain JSON stay collapsed.
 */
export function initiallyExpanded(root: unknown): Set<string> {
  const expanded = new Set<string>();
  let level: { pointer: string; value: unknown }[] = [{ pointer: "", value: root }];
  let lines = 1;
  while (level.length > 0) {
    const next: typeof level = [];
    for (const { pointer, value } of level) {
      if (typeof value !== "object" || value === null) continue;
      const entries = Object.entries(value);
      const added = Math.min(entries.length, CHILDREN_STEP);
      if (lines + added > INITIAL_LINES && pointer !== "") continue;
      lines += added;
      expanded.add(pointer);
      next.push(...entries.map(([name, child]) => ({ pointer: `${pointer}/${escapeSegment(name)}`, value: child })));
    }
    level = next;
  }
  return expanded;
}

/** The pointer of the parent; null for the root. */
export function parentPointer(pointer: string): string | null {
  return pointer === "" ? null : pointer.slice(0, pointer.lastIndexOf("/"));
}

const PREVIEWED_KEYS = 4;

/** The first keys of a collapsed object; empty for lists. */
export function keysPreview(value: unknown): string[] {
  const content = contentOf(value);
  if (content === null || Array.isArray(content)) return [];
  const keys = Object.keys(content);
  return keys.length > PREVIEWED_KEYS ? [...keys.slice(0, PREVIEWED_KEYS), "…"] : keys;
}

/** The value for the clipboard: a string unchanged, other values as indented JSON. */
export function copyText(value: unknown): string {
  return typeof value === "string" ? value : JSON.stringify(value, null, 2);
}

function contentOf(value: unknown): readonly unknown[] | Readonly<Record<string, unknown>> | null {
  if (typeof value === "string") return embeddedJson(value);
  return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
}

/** Parses JSON in a string, as in tool results, if it is an object or a list. */
function embeddedJson(text: string): readonly unknown[] | Readonly<Record<string, unknown>> | null {
  if (!/^\s*[{[]/.test(text)) return null;
  try {
    const value: unknown = JSON.parse(text);
    return typeof value === "object" && value !== null ? (value as Record<string, unknown>) : null;
  } catch {
    return null;
  }
}

function kindOf(value: unknown): TreeRow["kind"] {
  if (value === null || value === undefined) return "null";
  if (Array.isArray(value)) return "array";
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
