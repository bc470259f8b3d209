export const welcome = {
  title: "First steps",
  text: "One memory for every assistant on this machine. You see what they write, and have the last word.",
  command: "Show the first steps",
  done: "done",
  close: "Close the first steps",
  finish: "Done",
  again: "The first steps stay in the command palette.",
  connect: {
    title: "Connect an assistant",
    text: "These were found on this computer. You see what changes in their file before anything is written.",
    textNone: "Any program that speaks MCP can share this memory: Claude Code, Cursor, Codex and others.",
    connect: (client: string) => `Connect ${client}`,
    isSetUp: (client: string) => `${client}: set up`,
    other: "Another client",
    choose: "Choose a client",
    spoke: (client: string) => `${client} has spoken.`,
  },
  sample: {
    title: "Keep a first memory",
    text: "A memory is a short note in Markdown: a decision, a habit, a trap. Its first line is its title.",
    write: "Write a sample",
    written: "Sample written.",
    orTell: "or tell your assistant:",
    tell: "Or tell your assistant:",
    prompt: "Remember that I prefer short answers with the reason first.",
    open: "Open",
    content: `This is a memory

Your assistants write notes like this one and search them before they answer.

- **Where it belongs**: the *namespace* says what kind of knowledge it is, the *domain* whom it concerns: you everywhere (\`user\`), or one project.
- **Edit** it with E, **delete** it with ⌫. Both can be undone, and *History* keeps every version.
- *Recalled* tells how often an assistant was handed it.

Keep it, or throw it away: it is a memory like any other.`,
  },
  places: {
    title: "Know where things live",
    folder: "Data",
    openFolder: "Open folder",
    backups: "Backups",
    backupsText: "One a day in the folder “backups”, the last seven. Nothing leaves this machine.",
    tray: "Tray",
    trayText: "Closing the window leaves Recollect serving; the tray brings it back.",
    service: "Service",
    serviceText: "It serves for as long as its program runs, whether this page is open or not.",
    keys: "Keys",
    palette: "finds and does everything",
    shortcuts: "shows all keys",
  },
};
