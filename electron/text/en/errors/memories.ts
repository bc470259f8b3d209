import { localTime } from "../../local-time.ts";
import { conflict, denied, type ErrorTexts, invalid, notFound, rateLimited, tooLarge } from "../../message.ts";
import { didYouMean } from "../format.ts";

/** The period in which a memory is valid, as text; null has no limit. */
export interface Interval {
  readonly validFrom: string | null;
  readonly validUntil: string | null;
}

export const memoriesErrors = {
  content_empty: () => invalid("content is empty.", "Write the fact to remember, 1 byte to 64 KiB of Markdown."),
  content_binary: () =>
    invalid("content contains a NUL character.", "Send text; refer to binary data by its path in source."),
  content_too_large: ({ bytes, maximum }: { bytes: number; maximum: number }) =>
    tooLarge(
      `content has ${bytes} bytes; the maximum is ${maximum} (64 KiB).`,
      "Split it into several memories, or store a summary and name the document in source.",
    ),
  content_private: () =>
    invalid(
      "All of content is private, so nothing was stored.",
      "Put only what must not be stored between <private> and </private>.",
    ),
  secret_refused: ({ field, names }: { field?: string; names: readonly string[] }) =>
    invalid(
      `${field} contains a secret: ${names.join(", ")}. Nothing was stored.`,
      "Remove it, or put it between <private> and </private>. The owner can choose to mask secrets in Recollect › Settings.",
    ),
  secret_in_name: ({ field, names }: { field?: string; names: readonly string[] }) =>
    invalid(`${field} contains a secret: ${names.join(", ")}. Nothing was stored.`, "Use a name without it."),
  source_too_long: ({ length, maximum }: { length: number; maximum: number }) =>
    invalid(`source has ${length} characters; the maximum is ${maximum}.`, "Name only the file, URL or commit."),
  source_control_characters: () =>
    invalid("source contains control characters.", "Name a file, URL or commit on one line."),
  namespace_name: ({ field, namespace }: { field?: string; namespace: string }) =>
    invalid(
      `${field} "${namespace}" is not a valid namespace name.`,
      "Use lower-case letters, digits and hyphens, at most 48 characters, for example decisions or tech-debt.",
    ),
  namespace_unknown: (parameters: { namespace: string; known: readonly string[]; similar?: readonly string[] }) => {
    const { namespace, known, similar = [] } = parameters;
    return invalid(
      `There is no namespace "${namespace}".`,
      `${didYouMean(similar)} Use one of: ${known.join(", ")}. The owner can add more in Recollect's window or with recollect namespaces add.`.trimStart(),
    );
  },
  domain_missing: ({ name, similar }: { name: string; similar: readonly string[] }) =>
    notFound(`There is no project "${name}".`, didYouMean(similar) || undefined),
  namespace_missing: ({ name, similar }: { name: string; similar: readonly string[] }) =>
    notFound(`There is no namespace "${name}".`, didYouMean(similar) || undefined),
  place_same: ({ name }: { name: string }) => invalid(`"${name}" is the same place.`, "Name another one."),
  place_remote: ({ domain }: { domain: string }) =>
    invalid(`Project ${domain} is in a database.`, "Its memories cannot be moved together. Move them one by one."),
  namespace_used: ({ name, count }: { name: string; count: number }) =>
    invalid(
      `${count} memories are in the namespace "${name}", some of them perhaps in the trash.`,
      "Merge it into another namespace instead.",
    ),
  namespace_built_in: ({ name }: { name: string }) =>
    invalid(`"${name}" is a namespace of every installation.`, "It can be merged into another one, but not removed."),
  place_undo_gone: () => notFound("This change can no longer be undone.", "Move the memories back instead."),
  domain_reserved: ({ field, domain }: { field?: string; domain: string }) =>
    invalid(`${field} "${domain}" is a reserved word.`, 'Use "user" or a project such as "owner/repo".'),
  domain_length: ({ field, maximum }: { field?: string; maximum: number }) =>
    invalid(
      `${field} must be 1 to ${maximum} characters without control characters.`,
      'Use "user" or a project such as "owner/repo".',
    ),
  tags_too_many: ({ field, count, maximum }: { field?: string; count: number; maximum: number }) =>
    invalid(`${field} has ${count} tags; the maximum is ${maximum}.`, "Keep the few that someone would search by."),
  tag_too_long: ({ tag, maximum }: { tag: string; maximum: number }) =>
    invalid(`The tag "${tag}…" is longer than ${maximum} characters.`, "Use one or two words for a tag."),
  tag_invalid: ({ value }: { value: string }) => invalid(`"${value}" is not a valid tag.`),
  not_an_id: ({ field, value }: { field?: string; value: string }) =>
    invalid(
      `${field} "${value}" is not a memory id.`,
      "An id has 26 characters; its first or last characters suffice, at least 4. search_memories and list_memories return it.",
    ),
  state_invalid: ({ field, choices }: { field?: string; choices: readonly string[] }) =>
    invalid(`${field} must be one of: ${choices.join(", ")}.`),
  id_ambiguous: ({
    field,
    value,
    candidates,
    more,
  }: {
    field?: string;
    value: string;
    candidates: readonly string[];
    more: boolean;
  }) =>
    invalid(
      `${field} "${value}" is the start or end of several ids: ${candidates.join(", ")}${more ? ", …" : ""}.`,
      "Give more characters of the id.",
    ),
  not_an_address: ({ field, value }: { field?: string; value: string }) =>
    invalid(`${field} "${value}" is not the address of a memory.`, "Use recollect://{domain}/{namespace}/{id}."),
  address_encoding: ({ field }: { field?: string }) =>
    invalid(
      `${field} has a segment that is not percent-encoded correctly.`,
      "Encode a project's name with encodeURIComponent.",
    ),
  address_of_list: ({ field, value }: { field?: string; value: string }) =>
    invalid(
      `${field} "${value}" identifies a list, not a memory.`,
      "Add the memory's id: recollect://{domain}/{namespace}/{id}.",
    ),
  names_invalid: ({ field, maximum }: { field?: string; maximum: number }) =>
    invalid(
      `${field} must be one name or a list of 1 to ${maximum} names, none of them empty.`,
      `Leave ${field} out to use the default, or pass "_" for all.`,
    ),
  time_invalid: ({ field, value }: { field?: string; value: string }) =>
    invalid(
      `${field} "${value}" is not a valid time.`,
      "Use a date (2026-01-31), a date and time (2026-01-31T09:00Z), or a span back from now (12h, 7d, 2w, 3mo, 1y).",
    ),
  validity_time_invalid: ({ field, value }: { field?: string; value: string }) =>
    invalid(
      `${field} "${value}" is not a valid date.`,
      'Use a date ("2026-12-31": from the start of that day, local time) or a date and time ("2026-12-31T18:00Z").',
    ),
  validity_empty: ({ field, validFrom, validUntil }: { field?: string; validFrom: string; validUntil: string }) =>
    invalid(
      `${field} (${localTime(validUntil)}) is not after validFrom (${localTime(validFrom)}).`,
      "Give a validUntil that is later than validFrom, or remove one of them.",
    ),
  memory_not_valid: ({ id, asOf, validFrom, validUntil }: { id: string; asOf: string } & Interval) =>
    notFound(
      `The memory ${id} was not valid at ${localTime(asOf)}.`,
      `It is valid ${[validFrom && `from ${localTime(validFrom)}`, validUntil && `until ${localTime(validUntil)}`].filter(Boolean).join(" ")}. Leave asOf out to read it at any time.`,
    ),
  filters_contradict: ({ field, one, other }: { field?: string; one: string; other: string }) =>
    invalid(`${field} is given twice, as "${one}" and "${other}".`, "Give it once, in the query or as an argument."),
  query_too_long: ({ length, maximum }: { length: number; maximum: number }) =>
    invalid(`query has ${length} characters; the maximum is ${maximum}.`, "Search by the words that matter."),
  score_out_of_range: ({ field }: { field: string }) =>
    invalid(
      `${field} is not a number from 0 to 1.`,
      "Leave it out for likely relevant memories, or use 0 for all candidates.",
    ),
  integer_out_of_range: ({
    field,
    from,
    to,
    otherwise,
  }: { field?: string } & Record<"from" | "to" | "otherwise", number>) =>
    invalid(`${field} must be an integer from ${from} to ${to}.`, `Leave it out for ${otherwise}.`),
  revision_invalid: ({ field }: { field?: string }) =>
    invalid(
      `${field} must be a positive integer.`,
      "Send the revision of the memory as you last read it, or leave it out.",
    ),
  read_only: () =>
    denied(
      "This client may read memories but not change them.",
      "The owner can allow it to write in Recollect › Clients.",
    ),
  propose_only: () =>
    denied(
      "This client may propose memories but not change existing ones.",
      "Propose a new memory with capture_memory; name the old one in supersedes. The owner reviews it.",
    ),
  owner_only: () => denied("Only the owner may do this.", "Ask the owner to do it in Recollect's window."),
  limited_client: () =>
    denied(
      "This client may see only some memories, so it may not do this.",
      "The owner can do it in Recollect's window.",
    ),
  place_not_granted: ({ field, value, allowed }: { field?: string; value: string; allowed: readonly string[] }) =>
    denied(
      `This client may not write to ${field} "${value}".`,
      `It may write to: ${allowed.join(", ") || "none"}. The owner can change that in Recollect › Clients.`,
    ),
  rebuild_running: () =>
    conflict(
      "The indexes are already being rebuilt.",
      "Wait until the rebuild has finished; memory_status shows its progress.",
    ),

  // The inbox.
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
