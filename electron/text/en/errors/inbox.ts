import type { ErrorTexts } from "../../message.ts";
/** Errors of the inbox. */
export const inboxErrors = {
  proposal_gone: ({ id }: { id: string }) => ({
    code: "not_found",
    message: `There is no proposal ${id} in the inbox.`,
    hint: "Reload the inbox.",
  }),
  proposal_decided: ({ id }: { id: string }) => ({
    code: "conflict",
    message: `The proposal ${id} was already kept or rejected.`,
    hint: "Reload the inbox.",
  }),
  proposal_waiting: ({ id }: { id: string }) => ({
    code: "conflict",
    message: `The proposal ${id} already waits for review.`,
  }),
  proposal_changed: ({ id }: { id: string }) => ({
    code: "conflict",
    message: `The memory ${id} has changed since it was kept, so it cannot go back to the inbox.`,
    hint: "Delete it instead: the trash can be undone too.",
  }),
  inbox_full: ({ maximum }: { maximum: number }) => ({
    code: "rate_limited",
    message: `${maximum} proposals of this client wait for the owner's review, which is the maximum.`,
    hint: "Ask the owner to review them in Recollect › Inbox.",
  }),
  update_reads_like_instruction: () => ({
    code: "permission_denied",
    message: "The change reads like an instruction to an assistant, so it needs the owner's review.",
    hint: "Send it to capture_memory and name the old memory in supersedes: it then waits for the owner's review.",
  }),
} satisfies ErrorTexts;
