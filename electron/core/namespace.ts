import { RecollectError } from "../text/errors.ts";

/** The kinds of knowledge of a new installation; the owner can add more. */
export const BUILT_IN_NAMESPACES = [
  "decisions",
  "patterns",
  "learnings",
  "context",
  "tech-debt",
  "blockers",
  "progress",
  "apis",
  "config",
  "security",
  "testing",
  "performance",
] as const;

/** The namespace of a capture that names none. */
export const DEFAULT_NAMESPACE = "context";

const NAMESPACE = /^[a-z0-9][a-z0-9-]{0,47}$/;

/**
 * Checks the form of a namespace's name: lower-case letters, digits and hyphens, at most 48.
 * @throws invalid_argument
 */
export function parseNamespace(value: string, field = "namespace"): string {
  const name = value.trim().toLowerCase();
  if (NAMESPACE.test(name)) return name;
  throw new RecollectError("namespace_name", { namespace: value.slice(0, 60) }, { field });
}
