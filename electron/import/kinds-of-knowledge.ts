import { BUILT_IN_NAMESPACES } from "../core/namespace.ts";

/**
 * Other programs' kinds of knowledge, by namespace: the observation types of claude-mem's modes, and the base types and
 * subtypes of mcp-memory-service's ontology.
 */
const KINDS: Readonly<Partial<Record<(typeof BUILT_IN_NAMESPACES)[number], readonly string[]>>> = {
  decisions: ["decision", "architecture", "tool-choice", "approach", "architectural-decision", "trade-off"],
  learnings: [
    ...["learning", "insight", "best-practice", "anti-pattern", "gotcha", "discovery", "finding", "lesson"],
    ...["error", "bug", "bugfix", "fix", "failure", "exception", "timeout", "mistake", "research", "comparison"],
    ...["recommendation", "hypothesis", "solution", "troubleshooting"],
  ],
  patterns: ["pattern", "recurring-issue", "design-pattern", "workflow", "convention"],
  "tech-debt": ["code-smell", "refactoring-candidate"],
  blockers: ["blocker", "risk", "dependency", "escalation"],
  progress: [
    ...[
      "feature",
      "refactor",
      "change",
      "progress",
      "milestone",
      "deliverable",
      "deadline",
      "status-update",
      "planning",
    ],
    ...["sprint-goal", "backlog-item", "velocity", "retrospective", "standup-note", "sprint-review", "sprint-planning"],
    ...["daily-standup", "retrospective-action", "demo-feedback", "ceremony", "action-item", "follow-up", "task"],
  ],
  apis: ["api", "endpoint"],
  config: ["configuration", "setting", "settings", "environment"],
  security: ["security-alert", "security-note", "vulnerability"],
  testing: ["test", "tests"],
  performance: ["benchmark", "optimization"],
};

const NAMESPACES: ReadonlyMap<string, string> = new Map([
  ...BUILT_IN_NAMESPACES.map((namespace) => [namespace, namespace] as const),
  ...Object.entries(KINDS).flatMap(([namespace, kinds]) => kinds.map((kind) => [kind, namespace] as const)),
]);

/** The namespace for another program's kind of knowledge; undefined if there is none. */
export function namespaceFor(kind: string): string | undefined {
  return NAMESPACES.get(
    kind
      .trim()
      .toLowerCase()
      .replace(/[\s_]+/g, "-"),
  );
}
