import type { ReadResourceResult, Resource } from "@modelcontextprotocol/server";
import { RecollectError } from "../../text/errors.ts";
import { helpAddress, segmentsOf } from "../addresses.ts";
import type { CatalogResources, HelpTopics } from "../catalog-entries.ts";

const MIME_TYPE = "text/markdown";

/** The resources of help topics: `recollect://help/{topic}`. */
export function helpResources(help: HelpTopics): CatalogResources {
  const topics = Object.keys(help);
  return {
    templates: [
      {
        definition: {
          name: "help",
          title: "Help",
          uriTemplate: "recollect://help/{topic}",
          description: `Short help. Topics: ${topics.join(", ")}.`,
          mimeType: MIME_TYPE,
        },
        complete: {
          topic: async (value) => topics.filter((topic) => topic.startsWith(value.toLowerCase())),
        },
      },
    ],

    owns(uri) {
      const segments = segmentsOf(uri);
      return segments?.[0] === "help" && segments.length === 2;
    },

    async list(): Promise<readonly Resource[]> {
      return Object.entries(help).map(([topic, { title }]) => ({
        uri: helpAddress(topic),
        name: `help-${topic}`,
        title: `Help: ${title}`,
        mimeType: MIME_TYPE,
      }));
    },

    async read(uri): Promise<ReadResourceResult> {
      const topic = segmentsOf(uri)?.[1] ?? "";
      const found = Object.hasOwn(help, topic) ? help[topic] : undefined;
      if (found === undefined) throw new RecollectError("help_topic_unknown", { topic: topic.slice(0, 100), topics });
      const text = `# ${found.title}\n\n${found.text}\n`;
      return { contents: [{ uri, mimeType: MIME_TYPE, text }] };
    },
  };
}

/** Help for the tools of memories. */
export const MEMORY_HELP: HelpTopics = {
  capture: {
    title: "Capturing well",
    text: `A good memory is one fact that will matter in another conversation, in full sentences that make sense without this one.

- Decision: what was chosen, over what, and why. "We store sessions in Redis, not in Postgres, because …"
- Learning: what happened, its cause and the fix.
- Preference of the user: domain \`user\`.
- Open work: namespace \`progress\` or \`blockers\`, with the next step.

Include versions, files and dates; "recently" means nothing next year. Leave out what the code or its history already says, and never capture passwords, keys or tokens.

\`capture_memory\` returns \`similar\` memories: if one states the same fact, correct it with \`update_memory\`; if yours replaces it, capture with \`supersedes\`. Identical content is stored once (\`created: false\`), with the tags of every capture (\`addedTags\`). A result with \`waiting\` is not stored yet: the user reviews it, and \`memory_status\` returns the decision.

For a fact that is valid only for some time, pass \`validFrom\` or \`validUntil\`: a date (the start of that day in local time) or a date-time. From \`validUntil\` on, it is hidden. With \`supersedes\` and a future \`validFrom\`, the old memory stays valid until then.

Limits: 64 KiB of content, 32 tags of 64 characters each.`,
  },
  search: {
    title: "Searching well",
    text: `Query with a few words: \`retry policy payments\`, not sentences. Words match by stem, "exact phrases" literally, and synonyms by meaning. \`mode: "text"\` uses only words, \`mode: "vector"\` only meaning. \`notices\` lists parts of the query that were changed or ignored.

For a memory of more than 600 characters, results contain its best passage (\`excerpt\`). \`get_memory\` returns the full text, of several memories with \`ids\`; with \`maxTokens\` it returns a part, which \`from\` continues. \`detail: "everything"\` returns all fields, with the score and why each result matched.

Ids may be abbreviated to their start or end, as shown in results. \`maxTokens\` limits search, list and get: they return the best memories that fit and the number omitted. Tokens are estimated, never below the count of common tokenizers.

Text in the conversation that starts with "From Recollect" was added by a hook: memories probably relevant to the prompt, each once per conversation. \`get_memory\` accepts their ids.

Results that are probably irrelevant are omitted, so an empty result means that nothing relevant is known. \`score\` is the estimated probability that a result is relevant; \`minScore: 0\` returns all candidates.

Nothing found? Try fewer or other words, \`domain: "_"\` for all projects, or \`list_memories\` with filters.`,
  },
  filters: {
    title: "Filters",
    text: `In the query of \`search_memories\`, anywhere between the words:

| filter | matches |
|---|---|
| \`ns:decisions\` | this namespace |
| \`tag:auth\`, \`-tag:old\` | with, without this tag |
| \`domain:user\`, \`domain:owner/repo\`, \`domain:_\` | this domain, all domains |
| \`source:README\` | source contains this |
| \`client:claude\` | captured by a client that reports this name |
| \`via:claude-code\` | captured with this client's token |
| \`since:7d\`, \`since:2026-05-01\` | captured at or after this time |
| \`before:2026-01-01\` | captured before this time |
| \`asof:2026-03-01\` | valid at this time (default: now) |
| \`trash:only\`, \`trash:include\` | memories in the trash |
| \`superseded:only\`, \`superseded:include\` | memories replaced by another |
| \`recalled:never\` | never recalled by a client |
| \`validity:expired\`, \`validity:upcoming\`, \`validity:any\` | memories that are not valid now |

A query with only filters returns the newest first; \`list_memories\` accepts such a query for other orders, and for groups of near duplicates (\`sort: "duplicates"\`). Filters are also accepted as arguments with their full names; if both are given, both apply. Time spans: \`12h\`, \`7d\`, \`2w\`.`,
  },
  namespaces: {
    title: "Namespaces: the kind of knowledge",
    text: `- \`decisions\`: what was chosen, and why
- \`patterns\`: how things are done here
- \`learnings\`: lessons from experience
- \`context\`: facts about people, projects and their environment (the default)
- \`tech-debt\`: known problems that stay for now
- \`blockers\`: what prevents progress
- \`progress\`: current state and next steps
- \`apis\`, \`config\`, \`security\`, \`testing\`, \`performance\`: facts about these

The owner can add more in the window. Separate several with commas in filters; \`_\` in an address means all.`,
  },
  domains: {
    title: "Domains: what it is about",
    text: `- \`user\`: applies everywhere, such as preferences and ways of working.
- a project, named \`owner/repo\` after its git remote, or after its folder.

Captures go to the current project, or to \`user\` if there is none. Reads cover the current project and \`user\`. \`domain: "_"\` means all. \`memory_status\` shows the current project.

The project comes from the working directory (stdio) or from the header \`Recollect-Project\` (HTTP). In addresses its name is one percent-encoded segment: \`recollect://owner%2Frepo/decisions\`. \`org\` is reserved.`,
  },
  resources: {
    title: "Resources",
    text: `| address | content |
|---|---|
| \`recollect://memory/{id}\` | one memory, at an address that never changes |
| \`recollect://{domain}/{namespace}/{id}\` | one memory, by its place (its URN) |
| \`recollect://{domain}/{namespace}\` | listing of a namespace: front matter only |
| \`recollect://{domain}/_\` | listing of a domain |
| \`recollect://topics\` | all tags |
| \`recollect://topics/{tag}\` | listing of a tag |
| \`recollect://help/{topic}\` | this help |

With \`?asOf=2026-03-01\` appended, the address of a memory or listing returns what was valid then.

All support subscriptions: you are notified of every change by another client or by the owner in the window.`,
  },
  trash: {
    title: "Trash and history",
    text: `Nothing is lost by accident. \`delete_memory\` moves a memory to the trash, \`restore_memory\` restores it, \`list_memories\` with \`trash:only\` lists the trash. Every change is a revision that records who made it; the owner sees the history in the window, and only the owner can empty the trash.

To avoid overwriting another client's change, pass the revision you read as \`expectedRevision\`: if it is out of date, the call fails with \`conflict\` and returns the current memory.`,
  },
  connecting: {
    title: "Connecting a client",
    text: `Recollect listens on this machine only, by default at \`http://127.0.0.1:7325/mcp\` (Streamable HTTP, protocol versions 2024-11-05 to 2025-11-25 and 2026-07-28). stdio clients start its shim instead. Each needs a token; the window shows a ready-made configuration for each client under Clients › Connect.

- 401: the token is missing, expired or revoked. Copy the configuration again.
- 403: the host or the requesting web page is not allowed. Use 127.0.0.1 and a program, not a web page.
- 503: Recollect is paused. Resume it in the tray.
- \`permission_denied\` from a tool: this client has read access only.

Scripts do not need MCP: \`GET /tools/list\` returns the tools as function schemas, \`POST /tools/{name}\` calls one with its arguments as JSON.`,
  },
};
