/**
 * The form of a JSON value: the name of a type, a union of names (`string | null`), a list with the form of its items, or
 * an object. A member whose name ends with `?` can be missing. Later versions can add members.
 */
export type Shape = string | readonly [Shape] | { readonly [member: string]: Shape };

/** Types that several results contain. Times are ISO 8601 in UTC. */
export const TYPES: Readonly<Record<string, Shape>> = {
  Memory: {
    id: "string",
    urn: "string",
    content: "string",
    namespace: "string",
    domain: "string",
    tags: ["string"],
    source: "string | null",
    validFrom: "string | null",
    validUntil: "string | null",
    client: "Client | null",
    createdAt: "string",
    updatedAt: "string",
    revision: "number",
    deletedAt: "string | null",
    pinned: "boolean",
    supersededBy: "string | null",
    recallCount: "number",
    recalledAt: "string | null",
  },
  Client: { name: "string", version: "string", "via?": "string" },
  Place: { name: "string", memories: "number", others: "number" },
  FormerName: { name: "string", means: "string" },
  Proposal: {
    memory: "Memory",
    subject: "string",
    reason: "string",
    proposedAt: "string",
    supersedes: "string | null",
    rejectedAt: "string | null",
  },
  Backup: {
    name: "string",
    kind: "string",
    at: "string",
    bytes: "number",
    memories: "number | null",
    trash: "number | null",
  },
  Request: {
    id: "number",
    at: "string",
    direction: "string",
    client: "Client | null",
    subject: "string | null",
    transport: "string",
    method: "string | null",
    target: "string | null",
    outcome: "string",
    errorCode: "string | null",
    durationMs: "number",
  },
  Finding: { check: "string", state: "string", message: "string", remedy: "string | null", fixable: "boolean" },
  Error: { error: { code: "string", message: "string", "hint?": "string" } },
};

/** The results of the commands that read, with `--json`. */
export const RESULTS: Readonly<Record<string, Shape>> = {
  status: {
    running: "boolean",
    "url?": "string",
    "version?": "string",
    "project?": "string | null",
    dataFolder: "string",
    "counts?": { memories: "number", trash: "number", expired: "number" },
  },
  today: {
    day: "string",
    memories: ["Memory"],
    happened: [{ kind: "string", at: "string", times: "number", client: "string | null", domain: "string | null" }],
    clients: [{ name: "string", requestsToday: "number", capturesToday: "number", errorsToday: "number" }],
    waiting: { inbox: "number", tools: "number", conflicts: "number", alerts: ["any"] },
  },
  doctor: { findings: ["Finding"], fixed: ["string"] },
  list: { memories: ["Memory"], "notices?": ["string"] },
  search: { results: ["Memory"], "nextCursor?": "string", mode: "string", "notices?": ["string"] },
  show: "Memory",
  "undo --list": { changes: [{ kind: "string", at: "string" }] },
  "inbox list": { waiting: ["Proposal"] },
  "projects list": { domains: ["Place"], repeated: [["string"]], formerNames: ["FormerName"] },
  "namespaces list": { namespaces: ["Place"] },
  "conversations list": {
    items: [{ id: "string", client: "string", title: "string | null" }],
    "nextCursor?": "string",
  },
  "clients list": {
    clients: [
      {
        name: "string",
        access: "string | null",
        state: "string",
        lastSeenAt: "string | null",
        requestsToday: "number",
        capturesToday: "number",
      },
    ],
  },
  connect: [{ id: "string", title: "string", installed: "boolean", state: "string", file: "string | null" }],
  "plugins list": [{ clientId: "string", title: "string", state: "string", hasHooks: "boolean", folder: "string" }],
  "servers list": {
    servers: [{ id: "string", name: "string", state: "string", tools: { approved: "number", waiting: "number" } }],
  },
  log: { requests: ["Request"] },
  "backup list": { backups: ["Backup"], secondFolder: "string | null" },
  "spaces list": { spaces: [{ id: "string", name: "string", domains: ["string"], conflicts: "number" }] },
  "settings list": { settings: "any", dataFolder: "string" },
  "update status": { version: "string", agreed: "boolean | null", state: "string" },
  import: { found: [{ program: "string", path: "string", changedAt: "string" }] },
};

/** Returns the first place in which a value has another form, or null. */
export function findMismatch(value: unknown, shape: Shape, place = "$"): string | null {
  if (typeof shape === "string") {
    const isOne = shape.split(" | ").some((name) => isOfType(value, name, place));
    return isOne ? null : `${place} is not ${shape}`;
  }
  if (isList(shape)) {
    if (!Array.isArray(value)) return `${place} is not a list`;
    return value.map((item, index) => findMismatch(item, shape[0], `${place}[${index}]`)).find(Boolean) ?? null;
  }
  if (typeof value !== "object" || value === null || Array.isArray(value)) return `${place} is not an object`;
  for (const [member, inner] of Object.entries(shape)) {
    const name = member.replace(/\?$/, "");
    const own = (value as Record<string, unknown>)[name];
    if (own === undefined && member.endsWith("?")) continue;
    const problem = findMismatch(own, inner, `${place}.${name}`);
    if (problem !== null) return problem;
  }
  return null;
}

/** Formats a form as the guide shows it. */
export function formatShape(shape: Shape, indent = ""): string {
  if (typeof shape === "string") return shape;
  if (isList(shape)) return `[${formatShape(shape[0], indent)}]`;
  const members = Object.entries(shape).map(([name, inner]) => `${name}: ${formatShape(inner, `${indent}  `)}`);
  const line = `{ ${members.join(", ")} }`;
  if (line.length + indent.length <= 90 && !line.includes("\n")) return line;
  return `{\n${members.map((member) => `${indent}  ${member}`).join("\n")}\n${indent}}`;
}

function isList(shape: Shape): shape is readonly [Shape] {
  return Array.isArray(shape);
}

function isOfType(value: unknown, name: string, place: string): boolean {
  if (name === "any") return value !== undefined;
  if (name === "null") return value === null;
  const type = TYPES[name];
  return type === undefined ? typeof value === name : findMismatch(value, type, place) === null;
}
