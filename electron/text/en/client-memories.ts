import { count, counted, memoryCount } from "./format.ts";

/** Clients' own memories, which the owner lets Recollect watch. */
export const clientMemories = {
  title: "Assistants\u2019 own memories",
  hint: "Some assistants keep their own memories, which no other assistant sees. Recollect can watch them: new and changed entries wait in the Inbox until you keep them. Client files are never changed.",
  look: "Look for memories",
  lookHint: "Counts the memories on this computer. Nothing is stored or proposed before you switch it on.",
  clients: "Memories of clients",
  watch: (name: string) => `Watch the memories of ${name}`,
  entries: memoryCount,
  places: (value: number) => `in ${counted(value, "folder")}`,
  place: (entries: number, folder: string, project: string | null) =>
    `${memoryCount(entries)} in ${folder}${project === null ? "" : ` (${project})`}`,
  none: "None found",
  where: "Where they are",
  files: "Sections of instruction files",
  filesHint:
    "Sections of files such as CLAUDE.md and AGENTS.md can be proposed as memories too. Instructions that Recollect inserted are left out.",
  watchFile: (path: string) => `Watch ${path}`,
  sections: (chosen: number | null, all: number) =>
    chosen === null ? `all ${counted(all, "section")}` : `${count(chosen)} of ${counted(all, "section")}`,
  count: (value: number) => counted(value, "section"),
  choose: (path: string) => `Sections of ${path}`,
  chooseSections: "Choose sections",
  preamble: "The text before the first heading",
  add: "Watch another file",
  addLabel: "Path of a Markdown file",
  addPlaceholder: "/home/ada/shop/AGENTS.md",
  addAction: "Watch",
  states: { waiting: "waiting", kept: "kept", rejected: "rejected", gone: "no longer in the file" },
  counts: (value: number, state: string) => `${count(value)} ${state}`,
  review: "Review in the Inbox",
  scanned: (when: string) => `Last read ${when}.`,
  problems: (value: number) => counted(value, "thing could not be read", "things could not be read"),
};
