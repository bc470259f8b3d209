import type { MemoryStates } from "../format.ts";
import { count, counted, memoryCount as memories, stateCounts } from "./format.ts";
import { toolActions } from "./tool-actions.ts";

/** The words of the commands that read and change memories. */
export const memoryCommands = {
  columns: {
    title: "TITLE",
    namespace: "NAMESPACE",
    project: "PROJECT",
    date: "DATE",
    id: "ID",
    from: "FROM",
    reason: "REASON",
    change: "CHANGE",
    time: "TIME",
    what: "WHAT",
    state: "STATE",
    duration: "DURATION",
    setting: "SETTING",
    value: "VALUE",
    values: "VALUES",
    client: "CLIENT",
    access: "ACCESS",
    today: "TODAY",
    lastSeen: "LAST SEEN",
    memories: "MEMORIES",
    size: "SIZE",
    kind: "KIND",
    contents: "CONTENTS",
    name: "NAME",
    messages: "MESSAGES",
    tools: "TOOLS",
    place: "PLACE",
  },

  memories: {
    noneFound: "No memories found.",
    noneFoundHere: "No memories found in this project and user. --all searches every project.",
    noneHere: "There are no memories here. --all lists every project.",
    trashEmpty: "The trash is empty.",
    more: (value: number) => `Only the first ${value} are shown; --limit shows more.`,
    nothingToAdd: "There is no text to add.",
    added: (id: string, place: string) => `Added: ${id} (${place})`,
    alreadyHere: (id: string, place: string) => `Already here: ${id} (${place})`,
    wouldAdd: (text: string, place: string) => `Would add to ${place}: ${text}`,
    unknownNamespace: (name: string, known: string) => `There is no namespace "${name}". Use one of: ${known}.`,
    tagsAdded: (tags: string) => `Tags added to it: ${tags}`,
    similar: "Similar memories:",
    exporting: (value: number) => `${value} exported …`,
    exported: (counts: MemoryStates, file: string) => `Exported to ${file}: ${stateCounts(counts)}`,
    wouldExport: (value: number, place: string) => `${memories(value)} would be exported to ${place}`,
    unreadable: (value: number) =>
      `The database is damaged: ${memories(value)} could not be read. All others are exported.`,
    trashed: (value: number, client: string) => `${memories(value)} of ${client} moved to the trash.`,
    wouldTrash: (value: number, client: string) => `${memories(value)} of ${client} would be moved to the trash.`,
  },

  show: {
    place: "Place    ",
    tags: "Tags     ",
    source: "Source   ",
    valid: "Valid    ",
    by: "Added by ",
    changed: "Changed  ",
    use: "Given    ",
    times: (given: number, used: number | null) =>
      `${counted(given, "time")}, ${used === null ? "use not known" : `used ${count(used)}`}`,
    lastUse: (conversation: string, at: string) => `last in conversation ${conversation}, ${at}`,
    superseded: "Replaced ",
    deleted: "In trash ",
    id: "Id       ",
    pinned: "pinned",
    you: "you",
    between: (from: string | null, until: string | null) =>
      [from === null ? "" : `from ${from}`, until === null ? "" : `until ${until}`].filter(Boolean).join(" "),
    revision: (number: number, action: string) => `Revision ${number}: ${action}`,
    actions: {
      capture: "added",
      update: "changed",
      delete: "moved to the trash",
      restore: "restored",
      supersede: "replaced",
    },
  },

  edit: {
    unchanged: "Nothing was changed.",
    changed: (id: string, fields: string) => `Changed: ${id} (${fields})`,
    wouldChange: (id: string, fields: string) => `Would change: ${id} (${fields})`,
    kept: (file: string) => `Your text was not saved. It is in ${file}`,
    empty: "The text is empty. To delete the memory: recollect delete ID",
    notYaml: (problem: string) => `The front matter is not valid YAML. ${problem}`.trim(),
    unknownField: (name: string, known: string) => `There is no field "${name}". Fields: ${known}.`,
    missingField: (name: string) => `The field "${name}" needs a value.`,
  },

  delete: {
    ask: (value: number) => `Delete ${memories(value)} permanently? This cannot be undone.`,
    deleted: (value: number, isDryRun: boolean) =>
      isDryRun ? `${memories(value)} would be moved to the trash.` : `${memories(value)} moved to the trash.`,
    purged: (value: number, isDryRun: boolean) =>
      isDryRun ? `${memories(value)} would be deleted permanently.` : `${memories(value)} deleted permanently.`,
    restored: (value: number, isDryRun: boolean) =>
      isDryRun ? `${memories(value)} would be restored.` : `${memories(value)} restored.`,
  },

  undo: {
    nothing: "The command line has no change to undo.",
    undone: (change: string) => `Undone: ${change}`,
    would: (change: string) => `Would undo: ${change}`,
    kinds: {
      add: (ids: string) => `add ${ids}`,
      delete: (ids: string) => `delete ${ids}`,
      restore: (ids: string) => `restore ${ids}`,
      pin: (ids: string) => `pin ${ids}`,
      unpin: (ids: string) => `pin --off ${ids}`,
      edit: (ids: string) => `edit ${ids}`,
      move: (ids: string) => `move ${ids}`,
      tag: (ids: string) => `tag ${ids}`,
      keep: (ids: string) => `inbox keep ${ids}`,
      reject: (ids: string) => `inbox reject ${ids}`,
      place: (name: string) => `move of ${name}`,
    },
  },

  home: {
    running: (version: string, value: number, projects: number) =>
      `Recollect ${version} is running: ${memories(value)} in ${counted(projects, "project")}.`,
    notRunning: "Recollect is not running. A command that needs it starts it.",
    waiting: "Waits for you",
    waits: {
      inbox: (value: number) => `${memories(value)} in the inbox: recollect inbox`,
      tools: (value: number) => `${counted(value, "tool")} of servers to approve: recollect servers`,
      conflicts: (value: number) => `${counted(value, "conflict")} in spaces: recollect spaces conflicts`,
    },
    nextTitle: "Next",
    next: {
      setup: ["recollect setup", "connect your assistants"],
      add: ["recollect add TEXT", "add a memory"],
      import: ["recollect import", "import memories of other programs"],
      search: ["recollect search WORDS", "search your memories"],
      list: ["recollect list", "list your memories"],
      today: ["recollect today", "see what happened today"],
      doctor: ["recollect doctor", "find out what is wrong"],
      help: ["recollect help", "list all commands"],
    } as Readonly<
      Record<"setup" | "add" | "import" | "search" | "list" | "today" | "doctor" | "help", readonly [string, string]>
    >,
    all: "All commands: recollect help",
  },

  today: {
    title: (day: string, value: number) => `${day}: ${memories(value)}`,
    more: (value: number) => `${value} more: recollect list --all --since today`,
    happened: "What happened",
    moreHappened: (value: number) => `${value} more: recollect log --since today`,
    assistants: "Assistants",
    client: (requests: number, captures: number, failed: number) =>
      `${counted(requests, "request")}, ${captures} added${failed === 0 ? "" : `, ${failed} failed`}`,
  },

  settings: {
    unknown: (name: string, known: string) => `There is no setting "${name}". Settings: ${known}.`,
    invalid: (name: string, values: string) => `"${name}" must be one of: ${values}.`,
    changed: (name: string, from: string, to: string) => `${name}: ${from} → ${to}`,
    wouldChange: (name: string, from: string, to: string) => `Would change ${name}: ${from} → ${to}`,
    restart: "Restart Recollect to use the new port.",
  },

  clients: {
    none: "No client has connected yet. To connect one: recollect setup",
    states: {
      connected: "connected",
      seen: "seen",
      active: "active",
      paused: "paused",
      expired: "expired",
      revoked: "revoked",
    },
    access: { read: "read", propose: "propose", write: "read and write" },
    all: "all",
    expires: "EXPIRES",
    unknown: (name: string) => `There is no client "${name}".`,
    known: (names: string) => `Clients: ${names || "none"}.`,
    changed: (name: string, state: string, isDryRun: boolean) =>
      isDryRun ? `Would change ${name}: ${state}` : `${name}: ${state}`,
    askRevoke: (name: string) => `End the access of ${name}? It must be connected again afterwards.`,
  },

  open: {
    window: "The window is open.",
    fromTray: "Open the window from the tray.",
    browser: "Opened in your browser. The link works once.",
    worksOnce: "The link works once, within ten minutes.",
    memory: (title: string, address: string) => `${title}: ${address}`,
  },

  log: {
    empty: "The log has no such messages.",
    hook: (event: string) => `hook ${event}`,
    tools: toolActions,
  },
};
