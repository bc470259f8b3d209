/** The help, topic by topic; read by models and people alike. */
export const HELP_TOPICS: Readonly<Record<string, { readonly title: string; readonly text: string }>> = {
  capture: {
    title: "Capturing well",
    text: `A good memory is one fact that will matter in another conversation, in full sentences that make sense without this one.

- Decision: what was chosen, over what, and why. "We store sessions in Redis, not in Postgres, because …"
- Learning: what happened, the cause, the way out.
- Preference of the user: domain \`user\`.
- Open end: namespace \`progress\` or \`blockers\`, with the next step.

Name versions, files and dates; "recently" means nothing next year. Leave out what the code or its history says by itself, and never capture passwords, keys or tokens.

\`capture_memory\` answers \`similar\`: when one of those says the same, correct that one with \`update_memory\`; when yours replaces it, capture with \`supersedes\`. Identical content is kept once (\`created: false\`).

Limits: content up to 64 KiB, 32 tags of 64 characters.`,
  },
  search: {
    title: "Searching well",
    text: `Write the subject in a few words: \`retry policy payments\`, not a question of several sentences. Words are matched by their stems, "exact phrases" as they stand, and with \`mode: hybrid\` the meaning counts as well, so other words for the same thing are found too.

Each result says why it matched (\`matched.words\`, \`matched.excerpt\`, \`matched.by\`) and has a \`score\` from 0 to 1, comparable within one answer only. \`notices\` says what of the query was not taken as written.

Nothing found? Try fewer or other words, \`domain: "_"\` for all projects, or \`list_memories\` with filters. Long contents are cut by default: \`detail: "everything"\` or \`get_memory\` has them whole.`,
  },
  filters: {
    title: "Filters",
    text: `In the query of \`search_memories\`, anywhere between the words:

| filter | keeps |
|---|---|
| \`ns:decisions\` | this namespace |
| \`tag:auth\`, \`-tag:old\` | with, without this tag |
| \`domain:user\`, \`domain:owner/repo\`, \`domain:_\` | this domain, all domains |
| \`source:README\` | source contains this |
| \`client:claude\` | captured by this client |
| \`since:7d\`, \`since:2026-05-01\` | captured at or after |
| \`before:2026-01-01\` | captured before |

The same exist as arguments of \`search_memories\` and \`list_memories\`; where both are given, both must hold. A query of filters alone lists, newest first. Spans: \`12h\`, \`7d\`, \`2w\`.`,
  },
  namespaces: {
    title: "Namespaces: the kind of knowledge",
    text: `- \`decisions\`: what was chosen, and why
- \`patterns\`: how things are done here
- \`learnings\`: what was found out the hard way
- \`context\`: facts about people, projects and surroundings (the default)
- \`tech-debt\`: what is known to be wrong and left so
- \`blockers\`: what stands in the way
- \`progress\`: how far something is, and what comes next
- \`apis\`, \`config\`, \`security\`, \`testing\`, \`performance\`: facts about these

The owner can add more in the window. In filters, several are separated by commas; \`_\` in an address stands for all.`,
  },
  domains: {
    title: "Domains: whom it concerns",
    text: `- \`user\`: holds everywhere, such as preferences and ways of working.
- a project, named \`owner/repo\` after its git remote, else after its folder.

Captures go to the current project, or to \`user\` where none is known. Reads cover the current project and \`user\` together. \`domain: "_"\` means all. \`memory_status\` says which project is taken for the current one.

The project comes from the working directory (stdio) or from the header \`Recollect-Project\` (HTTP). In addresses its name is one percent-encoded segment: \`recollect://owner%2Frepo/decisions\`. \`org\` is reserved.`,
  },
  resources: {
    title: "Resources",
    text: `| address | what |
|---|---|
| \`recollect://memory/{id}\` | one memory, by an address that never changes |
| \`recollect://{domain}/{namespace}/{id}\` | one memory, by its place (its URN) |
| \`recollect://{domain}/{namespace}\` | listing of a namespace: front matter only |
| \`recollect://{domain}/_\` | listing of a domain |
| \`recollect://topics\` | all tags |
| \`recollect://topics/{tag}\` | listing of a tag |
| \`recollect://help/{topic}\` | this help |

Any of them can be subscribed to: a change made by anyone, another client or the owner at the window, is told within moments.`,
  },
  trash: {
    title: "Trash and history",
    text: `Nothing is lost by accident. \`delete_memory\` moves to the trash, \`restore_memory\` brings back, \`list_memories\` with \`trash: "only"\` shows what is there. Every change is a revision, with who made it; the owner sees the history in the window and alone can empty the trash.

To change a memory that others may change too, pass \`expectedRevision\` with the revision you read: if it is not the current one, the call fails with \`conflict\` and carries the memory as it is now.`,
  },
  connecting: {
    title: "Connecting a client",
    text: `Recollect listens on this machine alone, by default at \`http://127.0.0.1:7325/mcp\` (Streamable HTTP, protocol versions 2024-11-05 to 2025-11-25 and 2026-07-28). Clients that speak stdio start its shim instead. Each needs a token; the window shows a ready configuration for each client under Clients › Connect.

- 401: the token is missing, expired or revoked. Copy the configuration anew.
- 403: the address or the sending web page is not allowed. Use 127.0.0.1 and a program, not a page.
- 503: Recollect is paused. Resume it in the tray.
- \`permission_denied\` from a tool: this client may only read.

Scripts can do without MCP: \`GET /tools/list\` gives the tools as function schemas, \`POST /tools/{name}\` calls one with the arguments as JSON.`,
  },
};
