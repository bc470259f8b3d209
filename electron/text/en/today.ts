import { count, counted, memoryCount } from "./format.ts";

export const today = {
  title: "Today",
  happened: "What happened",
  empty: {
    title: "Nothing happened yet",
    text: "What your assistants remember, search and read appears here. Connect one, or write the first memory.",
  },
  decisions: {
    title: "Waits for you",
    none: "Nothing waits for you.",
    proposals: (value: number) => `${memoryCount(value)} to review`,
    suggestions: (value: number) => counted(value, "suggestion"),
    suggestionsText: "Passages of your conversations that may be worth a memory.",
    conflicts: (value: number) => `${counted(value, "conflict")} between devices`,
    conflictsText: "Two versions of a memory were changed at the same time.",
    tools: (value: number, server: string) => `${counted(value, "tool")} of ${server} to approve`,
    toolsText: "No client can use them before.",
    duplicates: (value: number) => `${counted(value, "group")} of near duplicates`,
    duplicatesText: "Memories that say nearly the same.",
    backup: "The last backup failed",
    review: "Review",
    keepFirst: (title: string) => `Keep “${title}”`,
    backUp: "Back up now",
    backedUp: "Backup made.",
  },
};

export const projects = {
  all: "All projects",
  moved: (value: number, project: string) => `${memoryCount(value)} moved to ${project}.`,
  empty: {
    title: "No projects yet",
    text: "A project appears with its first memory. Assistants name it by the repository or folder that they work in.",
  },
  unknown: {
    title: "No memories in this project",
    text: "It has no current memories. Its former ones may be in the trash.",
  },
  bulk: {
    export: "Export as JSON",
    merge: "Merge…",
    mergeTitle: (value: number) => `Merge ${count(value)} projects`,
    mergeText: (moving: number) => `${memoryCount(moving)} would move. You can undo it until Recollect stops.`,
    into: "Into",
    merged: (value: number, to: string) => `${counted(value, "project")} merged into ${to}.`,
  },
  showAll: (value: number) => `Show ${value === 1 ? "the memory" : `all ${count(value)} memories`}`,
  decisions: "Decisions and rules",
  noDecisions: "No decisions or rules yet.",
  changed: "What changed",
  nothingChanged: "Nothing happened in the last seven days.",
  conversations: "Conversations",
  noConversations: "No conversations of this project were read.",
  clients: "Assistants",
  servers: "Servers used in the last seven days",
  captured: (value: number) => memoryCount(value),
  size: "Size over time",
  sizeSummary: (from: string, to: string, value: number) => `From ${from} to ${to}: ${memoryCount(value)}`,
  lastChange: "Last change",
};
