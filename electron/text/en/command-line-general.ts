/** The help of options that several commands share. */
export const sharedOptions = {
  namespace: "Only this namespace; may be repeated: any of them.",
  domain: 'Only this domain: "user", or a project (owner/repo).',
  tag: "With this tag; may be repeated: all of them.",
  since: "Captured at or after: 2026-01-31, or 7d, 12h, 3mo ago.",
  before: "Captured before.",
  "as-of": "Memories valid at this time; default: now.",
  source: "Part of the source file, URL or commit.",
  client: "Part of the name of the client that captured it.",
  all: 'All domains, not just this project and "user".',
  write: "Add or update it in the file; a backup is kept in the data folder.",
  remove: "Remove it from the file; the rest is unchanged.",
  "dry-run": "With --write or --remove: only show the changes.",
  json: "Print the result as JSON.",
  "no-start": "Do not start Recollect if it is not running.",
  help: "Show this help.",
};

export const generalHelp = {
  titles: { "Usage:": "Usage:", "Arguments:": "Arguments:", "Options:": "Options:", "Commands:": "Commands:" },
  fullStop: ".",
  noApplication: "This copy contains no application. Start Recollect from where it is installed.",
  description: "The memory of your AI assistants, from the command line.",
  footer: `All commands accept --json and --help. Commands that read or capture use the
project of the current folder, as assistants in that folder do; --domain and
--all override it. Recollect is started if it is not running.

Exit codes:
  0  success
  1  failure
  2  usage error
  3  Recollect is not running
  4  a memory or another thing that the command names does not exist

Environment:
  RECOLLECT_DATA_DIR  the data folder
  RECOLLECT_PROJECT   the project instead of the folder's; empty for none
  RECOLLECT_FOLDER    the folder to use instead of the current one
  NO_COLOR            disables colours

'recollect help <command>' describes a command.`,
};
