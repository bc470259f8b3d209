/** The help of the commands that read and change memories. */
export const memoryHelp = {
  today: {
    summary: "Show what was added today, by which assistants, and what waits for you",
    details: "Every project is included. The day starts at midnight in your time zone.",
  },
  open: {
    summary: "Open the window, or print a link to it",
    details: `Without a window, Recollect has its interface in the browser. The printed link
works once, within ten minutes.`,
    options: { print: "Only print the link." },
  },
  add: {
    summary: "Add a memory",
    details: `Without text, opens your editor; with -, or if standard input is not a terminal,
reads the text from there. The memory belongs to the project of this folder, or to
"user" if there is none. If a memory with the same content exists, it is returned
instead.`,
    options: {
      namespace: "Kind of knowledge: decisions, learnings, context (default), …",
      project: '"user", or a project such as owner/repo.',
      tag: "A tag; may be repeated.",
      source: "Source file, URL or commit.",
      "valid-from": "Valid from this date (local time) or date-time.",
      "valid-until": "No longer valid from this date or date-time.",
      supersedes: "The memory that this one supersedes.",
      "dry-run": "Only show where it would be added.",
    },
  },
  list: {
    summary: "List memories, newest first",
    options: {
      sort: "created (default), created-ascending, updated or recalled.",
      trash: "List the trash instead.",
      limit: "Maximum number; default 50.",
    },
  },
  search: {
    summary: "Search memories by text and meaning",
    details: `The query can contain "exact phrases" and filters:
ns:decisions tag:auth -tag:old domain:user since:30d
Words that start with a hyphen go after --, as in: recollect search -- -tag:old`,
    options: {
      mode: "hybrid (default), text or vector (meaning only).",
      limit: "Number of results, 1 to 100; default 10.",
      "min-score": "Lowest score of a result, 0 to 1; 0 for all. Default: likely relevant results.",
      cursor: "Continue from the nextCursor of a previous --json result.",
    },
  },
  show: {
    summary: "Show a memory",
    details: "In a pipe, prints the memory as Markdown with front matter. Exits with 4 if it does not exist.",
    options: { history: "Show its revisions." },
  },
  edit: {
    summary: "Change a memory in your editor",
    details: `Opens the memory's fields and text. With -, standard input is the new text, or a
document with front matter. If the memory was changed in the meantime, nothing is
saved, and your text is kept in a file.`,
    options: { "dry-run": "Only name the fields that would change." },
  },
  move: {
    summary: "Move memories to another project or namespace",
    options: {
      project: 'The new project, or "user".',
      namespace: "The new namespace.",
    },
  },
  tag: {
    summary: "Add tags to a memory, or remove them",
    options: { remove: "Remove this tag; may be repeated." },
  },
  pin: {
    summary: "Pin memories, so that assistants see them first",
    options: { off: "Unpin them." },
  },
  delete: {
    summary: "Move memories to the trash",
    details: `With --client and --since, everything that one client captured since a time: CLIENT
is the name of the client's token, as recollect clients lists it. Every project is
included, and superseded memories.

recollect restore restores memories from the trash. --permanently deletes them, and
asks first.`,
    options: {
      permanently: "Delete them without the trash.",
      client: "The name of the client's token.",
      since: "Captured at or after: 2026-01-31, or 7d, 12h, 3mo ago.",
      "dry-run": "Only show what would be deleted.",
    },
  },
  restore: {
    summary: "Restore memories from the trash",
  },
  undo: {
    summary: "Undo the last change of the command line",
    details: `Undoes add, edit, move, tag, pin, delete, restore, inbox keep and reject, and moves of
projects and namespaces. A memory that was changed since is not changed. The last
50 changes can be undone, one after the other.`,
    options: { list: "List the changes that can be undone." },
  },
  inbox: {
    summary: "Review memories that wait for your decision",
    details: `Memories of clients that may only propose, memories that read like an
instruction to an assistant, and imports with --inbox wait in the inbox. No
client sees them before you keep them. Exits with 4 if an id is not in the inbox.`,
    actions: {
      list: "List the waiting memories",
      show: "Show a waiting memory",
      keep: "Store them as memories",
      edit: "Change a waiting memory in your editor, and store it",
      reject: "Reject them",
    },
  },
  projects: {
    summary: "List, merge, rename and remove projects",
    details: `A project has one name, however it is written: as an address, in another letter
case, or by its folder. Where earlier versions stored several, list names them, and
merge moves the memories of one into the other. Each moved memory gets a revision.
Clients that still use the former name of a project reach the new one, until forget-name.
remove moves the memories of a project to the trash.`,
    actions: {
      list: "List the projects, and those that are one project",
      merge: "Move the memories of one project into another",
      rename: "Give a project another name",
      remove: "Move the memories of a project to the trash",
      "forget-name": "Forget a former name of a project",
      undo: "Undo a change, until Recollect stops",
    },
  },
  namespaces: {
    summary: "List, add, merge, rename and remove namespaces",
    details: `merge and rename move the memories, and each of them gets a revision. remove takes
a namespace without memories.`,
    actions: {
      list: "List the namespaces",
      add: "Add a namespace",
      merge: "Move the memories of one namespace into another",
      rename: "Give a namespace another name",
      remove: "Remove an empty namespace",
      undo: "Undo a change, until Recollect stops",
    },
  },
  clients: {
    summary: "List clients, and change what they may do",
    actions: {
      list: "List the clients, and what they did today",
      show: "Show a client",
      connect: "Add Recollect to a client's configuration file",
      disconnect: "Remove Recollect from a client's configuration file",
      access: "Let a client read, propose, or read and write",
      pause: "Refuse the requests of a client",
      resume: "Accept its requests again",
      revoke: "End the access of a client",
    },
    options: {
      project: "Use the project's file in this folder instead of your own.",
      print: "Print the configuration without writing it.",
    },
  },
  log: {
    summary: "List the messages of clients, newest last",
    options: {
      follow: "Print new messages as they arrive.",
      client: "Only of this client.",
      since: "Arrived at or after: 2026-01-31, or 7d, 12h ago.",
      outcome: "ok, error or cancelled.",
      limit: "Maximum number; default 50, with --follow 10.",
    },
  },
  settings: {
    summary: "Show and change settings",
    actions: {
      list: "List the settings and the values that they can have",
      get: "Print a setting",
      set: "Change a setting",
    },
  },
};
