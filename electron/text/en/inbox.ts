import { counted } from "./format.ts";

/** The inbox: memories that wait for the owner's review. */
export const inbox = {
  group: "Inbox",
  proposal: "Proposed memory",
  position: (position: number, total: number) => `${position} of ${total}`,
  waiting: "Waiting",
  rejected: "Rejected",
  show: "Show",
  reasons: {
    access: (client: string) => `${client} may only propose`,
    instruction: "Reads like an instruction to an assistant",
    import: "Imported into the inbox",
    memoryOf: (client: string) => `From ${client}'s own memory`,
    file: "From a file that you let Recollect watch",
  },
  owner: "you",
  meta: { label: "Details", from: "From", proposed: "Proposed", rejected: "Rejected", replaces: "Replaces" },
  replacesGone: "A memory that no longer exists",
  similar: { label: "Similar memories" },
  reject: "Reject",
  reopen: "Back to the inbox",
  next: "Next",
  previous: "Previous",
  editing: { title: "Edit before keeping", keep: "Keep changes" },
  done: {
    kept: "Kept.",
    known: "Kept. A memory with this content existed.",
    rejected: "Rejected.",
    reopened: "Back in the inbox.",
  },
  empty: {
    waiting: "Nothing waits for review",
    waitingText:
      "Memories from clients that may only propose, memories that read like an instruction, and entries of watched files wait here. No assistant sees them before you keep them.",
    rejected: "No rejected memories",
    rejectedText: "Rejected memories stay here until you empty the trash. No assistant sees them.",
    memories: "Go to Memories",
  },
  inTrash: (value: number) => counted(value, "rejected proposal"),
};
