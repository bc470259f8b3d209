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
  windsurf: ["cascade", "codeium"],
  jetbrains: ["intellij"],
  "lm-studio": ["lmstudio"],
  "qwen-code": ["qwen"],
};
/** The configuration for whatever is not in the catalogue; it has no name to wait for. */
export const ANY_OTHER_ID = "other";

/**
 * What a batch of recorded requests says about the client being waited for. A refusal gives way to the first request
 * that was served, another client's to the expected one's, and a handshake to what the client then does.
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
    const name = request.client?.name;
    if (request.direction === "sent") {
      continue;
    }
    // A web page that is turned away says nothing of the client.
    if (request.refusal?.reason === "host" || request.refusal?.reason === "origin") {
      continue;
    }
    if (request.httpStatus === 401 || request.httpStatus === 403) {
      const isNews = next.kind !== "spoke" && mayBe(request, configurationId);
      next = isNews ? { kind: "refused", request } : next;
    } else if (name !== undefined) {
      // A token or a shim says whose it is, whatever the client calls itself.
      const expected = request.subject === configurationId || isClient(name, configurationId);
      const spoke: Contact = { kind: "spoke", expected, request };
      next = (expected || !knownNames.has(name)) && tells(spoke) >= tells(next) ? spoke : next;
    }
  }
  return next;
}

/** Whether what was turned away may have come from the client of this configuration. */
function mayBe({ refusal, subject }: RequestSummary, configurationId: string): boolean {
  if (refusal?.reason === "host" || refusal?.reason === "origin") return false;
  if (configurationId === ANY_OTHER_ID) return true;
  const claimed = refusal === null ? subject : refusal.claimed;
  if (claimed === null || claimed === configurationId || isClient(claimed, configurationId)) return true;
  // Of a token that was issued here it is known whose it was; without one, a name is the program's own word.
  return refusal !== null && (refusal.reason === "missing" || refusal.reason === "invalid");
}

/** How much a contact says: the expected client before others, then a tool called, a question asked, a notification. */
function tells(contact: Contact): number {
  if (contact.kind !== "spoke") {
    return 0;
  }
  const { method, messageId } = contact.request;
  return (contact.expected ? 3 : 0) + (method === "tools/call" ? 2 : messageId === null ? 0 : 1);
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
