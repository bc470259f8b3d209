import { isRecord } from "../../core/util/is-record.ts";
import { type Fields, momentOf, objectOf, textOf } from "../../import/values.ts";

/** A node of a tree of messages. */
export interface TreeNode {
  readonly id: string;
  /** {} for a node without a message, such as the root. */
  readonly message: Fields;
}

/**
 * The branch of a tree of messages that was shown last, from the root on. A link that is absent in one direction is
 * taken from the other one. Without a current node that exists, the branch ends at the newest leaf. A branch that ends
 * at a node that does not exist continues at the newest older node of another part. Without any link, the branch is all
 * messages, by time.
 * @param mapping nodes with `parent`, `children` and `message`, by their ids or as a list
 */
export function branchOf(mapping: unknown, current: unknown): readonly TreeNode[] {
  const nodes = nodesOf(mapping);
  const parents = parentsOf(nodes);
  const times = timesOf(nodes, parents);
  const timeOf = (id: string) => times.get(id) ?? 0;
  const toNode = (id: string): TreeNode => ({ id, message: objectOf(nodes.get(id)?.message) });
  if (parents.size === 0) return [...nodes.keys()].toSorted((one, other) => timeOf(one) - timeOf(other)).map(toNode);
  const withChildren = new Set(parents.values());
  const leaves = [...nodes.keys()].filter((id) => !withChildren.has(id) && isRecord(nodes.get(id)?.message));
  // Of two leaves with the same time, the later one in the file is first.
  const newest = leaves.toReversed().sort((one, other) => timeOf(other) - timeOf(one));
  const shown = textOf(current);
  const start = nodes.has(shown) ? shown : (newest[0] ?? [...nodes.keys()].at(-1));
  if (start === undefined) return [];
  const hasLostParent = (id: string) => {
    const parent = textOf(nodes.get(id)?.parent);
    return parent !== "" && !nodes.has(parent);
  };
  const branch = pathToRoot(start, parents);
  const read = new Set(branch.slice(-1));
  for (const leaf of newest) {
    const top = branch.at(-1) ?? start;
    if (!hasLostParent(top)) break;
    if (timeOf(leaf) > timeOf(top)) continue;
    const part = pathToRoot(leaf, parents);
    const root = part.at(-1) ?? leaf;
    if (!read.has(root)) branch.push(...part);
    read.add(root);
  }
  return branch.toReversed().map(toNode);
}

function nodesOf(mapping: unknown): ReadonlyMap<string, Fields> {
  const nodes = Array.isArray(mapping)
    ? mapping.map(objectOf).map((node): [string, Fields] => [textOf(node.id), node])
    : Object.entries(objectOf(mapping)).map(([id, node]): [string, Fields] => [id, objectOf(node)]);
  return new Map(nodes);
}

/** The parents of the nodes that have one, by the links in both directions. */
function parentsOf(nodes: ReadonlyMap<string, Fields>): ReadonlyMap<string, string> {
  const parents = new Map<string, string>();
  for (const [id, { parent }] of nodes)
    if (nodes.has(textOf(parent)) && textOf(parent) !== id) parents.set(id, textOf(parent));
  for (const [id, { children }] of nodes) {
    for (const child of Array.isArray(children) ? children.map(textOf) : []) {
      if (nodes.has(child) && !parents.has(child) && child !== id) parents.set(child, id);
    }
  }
  return parents;
}

/** The time of each message; of a node without one, its nearest ancestor's. */
function timesOf(
  nodes: ReadonlyMap<string, Fields>,
  parents: ReadonlyMap<string, string>,
): ReadonlyMap<string, number> {
  const times = new Map<string, number>();
  for (const start of nodes.keys()) {
    const path: string[] = [];
    const seen = new Set<string>();
    let time: number | undefined;
    for (let id: string | undefined = start; id !== undefined && !seen.has(id); id = parents.get(id)) {
      seen.add(id);
      const message = objectOf(nodes.get(id)?.message);
      time = times.get(id) ?? momentOf(message.create_time) ?? momentOf(message.update_time);
      path.push(id);
      if (time !== undefined) break;
    }
    for (const id of path) times.set(id, time ?? 0);
  }
  return times;
}

/** A node and its ancestors. The last one has no parent, or a parent that is among them. */
function pathToRoot(start: string, parents: ReadonlyMap<string, string>): string[] {
  const path = new Set<string>();
  for (let id: string | undefined = start; id !== undefined && !path.has(id); id = parents.get(id)) path.add(id);
  return [...path];
}
