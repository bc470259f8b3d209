import { conflict, denied, type ErrorTexts, notFound, rateLimited } from "../../message.ts";
/** Errors of the inbox. */
export const inboxErrors = {
  proposal_gone: ({ id }: { id: string }) => notFound(`There is no proposal ${id} in the inbox.`, "Reload the inbox."),
  proposal_decided: ({ id }: { id: string }) =>
    conflict(`The proposal ${id} was already kept or rejected.`, "Reload the inbox."),
  proposal_waiting: ({ id }: { id: string }) => conflict(`The proposal ${id} already waits for review.`),
  proposal_changed: ({ id }: { id: string }) =>
    conflict(
      `The memory ${id} has changed since it was kept, so it cannot go back to the inbox.`,
      "Delete it instead: the trash can be undone too.",
    ),
  inbox_full: ({ maximum }: { maximum: number }) =>
    rateLimited(
      `${maximum} proposals of this client wait for the owner's review, which is the maximum.`,
      "Ask the owner to review them in Recollect › Inbox.",
    ),
  update_reads_like_instruction: () =>
    denied(
      "The change reads like an instruction to an assistant, so it needs the owner's review.",
      "Send it to capture_memory and name the old memory in supersedes: it then waits for the owner's review.",
    ),
} satisfies ErrorTexts;
