import type { RequestSummary } from "../../../electron/core/request-log.ts";

/** What the window learns while it waits for a client that was just configured. */
export type Contact =
  | { readonly kind: "waiting" }
  /** The picked client spoke (`expected`), or another one that was not known before. */
  | { readonly kind: "spoke"; readonly expected: boolean; readonly request: RequestSummary }
  /** Somebody was turned away: wrong or revoked token, most often. */
  | { readonly kind: "refused"; readonly request: RequestSummary };

/** Names that clients give themselves on the wire where they do not hold the catalogue's words. */
const OTHER_NAMES: Readonly<Record<string, readonly string[]>> = {
  "claude-desktop": ["claude ai"],
  vscode: ["visual studio code", "vs code"],
  windsurf: ["cascade", "codeium", "devin"],
  jetbrains: ["intellij"],
  "lm-studio": ["lmstudio"],
  "qwen-code": ["qwen"],
};
/** The configuration for whatever is not in the catalogue; it has no name to wait for. */
export const ANY_OTHER_ID = "other";

/**
 * What a batch of recorded requests says about the client being waited for. What spoke stays; a refusal gives way to
 * the first request that was served.
 *
 * @param knownNames clients seen before the wait began
 */
export function contactAfter(
  contact: Contact,
  requests: readonly RequestSummary[],
  configurationId: string,
  knownNames: ReadonlySet<string>,
): Contact {
  let next = contact;
  for (const request of requests) {
    if (next.kind === "spoke" && next.expected) {
      return next;
    }
    if (request.direction === "sent") {
      continue;
    }
    if (request.httpStatus === 401 || request.httpStatus === 403) {
      next = next.kind === "spoke" ? next : { kind: "refused", request };
    } else if (request.client !== null && isClient(request.client.name, configurationId)) {
      next = { kind: "spoke", expected: true, request };
    } else if (request.client !== null && next.kind !== "spoke" && !knownNames.has(request.client.name)) {
      next = { kind: "spoke", expected: false, request };
    }
  }
  return next;
}

/** Whether a name on the wire is the client of this configuration: `codex-mcp-client` is `codex`, by how it begins. */
export function isClient(name: string, configurationId: string): boolean {
  return [configurationId, ...(OTHER_NAMES[configurationId] ?? [])].some((known) =>
    `${spaced(name)} `.startsWith(`${spaced(known)} `),
  );
}

function spaced(name: string): string {
  return name
    .toLowerCase()
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== "")
    .join(" ");
}
