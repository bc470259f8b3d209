const count = (value: number) => value.toLocaleString("en");
const memories = (value: number) => `${count(value)} ${value === 1 ? "memory" : "memories"}`;

export const imports = {
  title: "Import memories",
  setting: "Other programs",
  open: "Import…",
  hint: "From claude-mem, mcp-memory-service, server-memory, basic-memory and other Markdown notes, or a Recollect export. The originals stay unchanged.",
  notes: "Markdown notes",
  found: "Found on this computer",
  noneFound: "No memories from other programs found.",
  path: "File or folder",
  pathHint: "Full path of a .db, .json, .jsonl or .md file, or a folder of notes. It may be in use.",
  chooseFile: "File…",
  chooseFolder: "Folder…",
  preview: "Preview",
  reading: "Reading",
  importing: "Importing",
  progress: (done: number, total: number | null) =>
    total === null ? `${count(done)} read` : `${count(done)} of ${count(total)}`,
  back: "Back",
  importCount: (value: number) => `Import ${memories(value)}`,
  stop: "Stop",
  stopped: "Import stopped. What was imported is kept; import again to get the rest.",
  done: "Done",
  toImport: (value: number) => `${memories(value)} to import`,
  imported: (value: number) => `${memories(value)} imported`,
  known: (value: number) => `${count(value)} already in Recollect`,
  conflicts: (value: number) => `${count(value)} already here in a different version, which is kept`,
  refused: (value: number) => `${count(value)} rejected`,
  cleaned: (value: number) => `Control, tag or format characters removed from ${memories(value)}`,
  leftOut: {
    prompt: (value: number) =>
      `${count(value)} ${value === 1 ? "prompt" : "prompts"} skipped: a prompt is not knowledge`,
    empty: (value: number) => `${count(value)} skipped: empty`,
    deleted: (value: number) => `${count(value)} skipped: deleted in the other program`,
    replaced: (value: number) => `${count(value)} skipped: replaced by an entry that was later deleted`,
    relation: (value: number) =>
      `${count(value)} ${value === 1 ? "relation" : "relations"} skipped: entity not in the file`,
  },
  nothing: "Nothing new to import.",
  destination: "Import into",
  importedInto: "Imported into",
  domain: (project: string) => `Domain for ${project}`,
  from: (project: string) => `from ${project}`,
  notImported: "Not imported",
  more: (value: number) => `and ${count(value)} more`,
  offer: (programs: string) => `This computer has memories from ${programs}. You can import them.`,
};
