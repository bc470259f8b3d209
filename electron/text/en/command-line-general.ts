/** The help of options that several commands share. */
export const sharedOptions = {
  namespace: "Only this namespace; may be repeated: any of them.",
  project: 'Only this project (owner/repo), or "user".',
  domain: "The former name of --project.",
  tag: "With this tag; may be repeated: all of them.",
  since: "Captured at or after: 2026-01-31, today, or 7d, 12h, 3mo ago.",
  before: "Captured before.",
  "as-of": "Memories valid at this time; default: now.",
  source: "Part of the source file, URL or commit.",
  client: "Part of the name of the client that captured it.",
  all: 'All projects, not just this folder\'s and "user".',
  limit: "Maximum number.",
  write: "Add or update it in the file; a backup is kept in the data folder.",
  remove: "Remove it from the file; the rest is unchanged.",
  yes: "Do not ask.",
  "dry-run": "Only show what would be changed.",
  format: "Print each result by a template: '{shortId}\\t{title}'.",
  jsonl: "Print one JSON object a line.",
  json: "Print the result as JSON.",
  color: "When to use colours; default: auto.",
  "no-pager": "Do not show long text in a pager.",
  "no-start": "Do not start Recollect if it is not running.",
  help: "Show this help.",
};

export const generalHelp = {
  titles: { usage: "Usage:", actions: "Actions:", options: "Options:", examples: "Examples:" },
  groups: {
    start: "Start:",
    memories: "Memories:",
    organise: "Review and organise:",
    assistants: "Assistants:",
    data: "Data:",
    program: "Program:",
  },
  fullStop: ".",
  commonOptions: (options: string) => `Every command also accepts ${options}.`,
  description: "The memory of your AI assistants, from the command line.",
  footer: `Commands that read or add use the project of the current folder, as assistants in
that folder do; --project and --all override it. Recollect is started if it is not
running. An id can be shortened to its last 4 or more characters.

Exit codes:
  0  success
  1  failure, or stopped by you
  2  usage error; nothing was done
  3  Recollect is not running
  4  a memory or another thing that the command names does not exist

Environment:
  RECOLLECT_DATA_DIR  the data folder
  RECOLLECT_PROJECT   the project instead of the folder's; empty for none
  RECOLLECT_FOLDER    the folder to use instead of the current one
  RECOLLECT_EDITOR    the editor, before VISUAL and EDITOR
  RECOLLECT_PAGER     the pager, before PAGER; empty for none
  NO_COLOR            disables colours

'recollect help <command>' describes a command.`,
};
