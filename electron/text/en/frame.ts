import { counted } from "./format.ts";

export const frame = {
  name: "Recollect",
  places: "Places",
  memories: "Memories",
  inbox: "Inbox",
  timeline: "Timeline",
  health: "Health",
  activity: "Activity",
  clients: "Clients",
  conversations: "Conversations",
  servers: "Servers",
  spaces: "Spaces",
  settings: "Settings",
  trash: "Trash",
  allMemories: "All",
  memoryViews: "Views of memories",
  status: {
    serving: "Serving",
    paused: "Paused",
    failed: "Not serving",
    starting: "Starting",
    unreachable: "No connection",
    port: (port: number) => `Port ${port}`,
    clients: (value: number) => (value === 0 ? "no client connected" : `${counted(value, "client")} connected`),
    pausedHint: "Clients are refused until you resume.",
    pause: "Pause serving",
    addressCopied: "Address copied",
    openDataFolder: "Open data folder",
    seeClients: "Show clients",
  },
  /** The action that leads to the remedy, by the reason of the alert. */
  alerts: {
    port_taken: "Choose another port",
    keychain_closed: "Open Settings",
    keychain_lost: "Open Settings",
    token_issued: "Show clients",
    tokens_renewed: "Show clients",
    server_tools_stopped: "Show the difference",
    space_not_synchronised: "Show the space",
    spaces_file_damaged: "Show spaces",
  },
  renewTokens: "Renew tokens",
  stillTaken: "The port is still in use.",
  sparkline: (total: number) => `${counted(total, "request")} in the last 30 minutes`,
  connectionLost: "Connection to Recollect lost. Reconnecting…",
  palette: {
    title: "Command palette",
    open: "Open command palette",
    button: "Commands",
    placeholder: "Search memories, places and actions…",
    nothing: "No results",
    places: "Go to",
    actions: "Actions",
    open_hint: "open",
    move_hint: "move",
    close_hint: "close",
  },
  shortcuts: { title: "Keyboard shortcuts", open: "Show keyboard shortcuts", general: "General" },
  goTo: (place: string) => `Go to ${place}`,
  theme: { group: "Appearance", system: "Use system theme", light: "Use light theme", dark: "Use dark theme" },
  chooseLanguage: (name: string) => `Language: ${name}`,
  undo: "Undo last change",
};

export const welcome = {
  title: "First steps",
  text: "One memory for every assistant on this computer. You see what they write and stay in control.",
  command: "Show first steps",
  done: "done",
  close: "Close first steps",
  again: "You can reopen these steps from the command palette.",
  connect: {
    title: "Connect an assistant",
    text: "Found on this computer. You see every change before it is written.",
    textNone: "Any program that supports MCP can share this memory: Claude Code, Cursor, Codex and others.",
    connect: (client: string) => `Connect ${client}`,
    waiting: (clients: string) => `Connected, not used yet: ${clients}. Open one and start a new session.`,
    other: "Another client",
    choose: "Choose a client",
    connected: (client: string) => `${client} connected.`,
  },
  sample: {
    title: "Save your first memory",
    text: "A memory is a short Markdown note: a decision, a preference, a pitfall. The first line is its title.",
    write: "Create a sample",
    written: "Sample created.",
    orTell: "or tell your assistant:",
    tell: "Or tell your assistant:",
    prompt: "Remember that I prefer short answers that start with the reason.",
    open: "Open",
    content: `This is a memory

Your assistants write notes like this one and search them before they answer.

- The *namespace* is the kind of knowledge. The *domain* is where it applies: to you everywhere (\`user\`), or to one project.
- Press E to **edit** and ⌫ to **delete**. You can undo both, and *History* keeps every version.
- *Recalled* counts how often assistants have read it.

Keep it or delete it: it is a memory like any other.`,
  },
  places: {
    title: "Know where your data is",
    folder: "Data",
    backupsText: "The last seven days, in the “backups” folder. They stay on this computer.",
    tray: "Tray",
    trayText: "Recollect keeps running when you close the window. Reopen it from the tray.",
    serviceText: "Recollect serves as long as its process runs, whether or not this page is open.",
    keys: "Shortcuts",
    palette: "search and run commands",
    shortcuts: "all shortcuts",
  },
};
