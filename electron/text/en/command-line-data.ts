import { memoryCount as memories, stateCounts } from "./format.ts";

/** The words of the commands for the inbox, backups, updates and keys. */
export const dataCommands = {
  inbox: {
    kept: (id: string) => `Kept: ${id}`,
    rejected: (id: string) => `Rejected: ${id}`,
    empty: "Nothing waits for review.",
    waiting: (value: number) => `${value} waiting: recollect inbox show ID, keep ID, edit ID or reject ID.`,
    would: (sentence: string) => `Dry run: ${sentence}`,
    reasons: {
      access: "Its client may only propose memories.",
      instruction: "It reads like an instruction to an assistant.",
      import: "You imported it, or it is from a file that you let Recollect watch.",
    },
  },

  trash: {
    nameClient: "Name the client: --client NAME",
    nameDay: "Name the day: --since 2026-01-31",
  },

  backup: {
    none: "There are no backups yet. To make one: recollect backup now",
    unreadable: "cannot be read",
    contents: stateCounts,
    undamaged: "no damage found",
    damaged: (finding: string) => `damaged: ${finding}`,
    replaced: "The backup has replaced the damaged database.",
    salvaged: (recovered: number, lost: number) =>
      `${recovered} memories that it lacks were recovered from the damaged database; ${lost} could not be read.`,
    restored: (added: number, changed: number, removed: number) =>
      `${added} added, ${changed} changed, ${removed} removed`,
    wouldRestore: (added: number, changed: number, removed: number) =>
      `${added} would be added, ${changed} changed, ${removed} removed`,
    undo: (name: string) => `To undo: recollect backup restore ${name}`,
    ask: (added: number, changed: number, removed: number) =>
      `Restore the backup? ${added} added, ${changed} changed, ${removed} removed.`,
    askSome: (value: number) => `Restore ${memories(value)} from the backup?`,
    more: "  and more; --json lists them",
  },

  update: {
    obstacles: {
      source: "This copy was built from source, and cannot look for updates.",
      headless: "Without its window, Recollect does not update itself.",
      development: "This is a development build. Update its source.",
      package: "A package manager installed Recollect. Update it there.",
      location: "Recollect cannot write to its own folder. Move it, or download the new version.",
      unsigned: "This build has no key to verify releases with.",
    },
    downloads: (page: string) => `Downloads: ${page}`,
    off: "Updates are off. To check for them once a day: recollect update on",
    version: (version: string) => `Version ${version}`,
    notChecked: "not checked yet",
    checked: (time: string) => `checked ${time}`,
    available: (version: string, how: string | null) =>
      `${version} is available. ${how ?? "To download it: recollect update download"}`,
    downloading: (version: string) => `${version} is being downloaded.`,
    ready: (version: string) => `${version} is downloaded. To restart with it: recollect update install`,
    waiting: (version: string) => `${version} is installed as soon as no client waits for a response.`,
    installing: (version: string) => `${version} is being installed.`,
    checking: "Checking for updates.",
    current: (checked: string) => `This is the newest version (${checked}).`,
    idle: (checked: string) => `No newer version is known (${checked}).`,
  },

  newKey: {
    ask: "This creates a new key. Every client with its own token must then be connected again, even if the old key turns up later. Clients that start\nRecollect's stdio command keep working.\nRun: recollect new-key --yes",
    question: "Create a new key?",
    would: "A new key would be created. Every client with its own token must then be connected again.",
    replaced: "A new key was created. Connect your clients again.",
  },
};
