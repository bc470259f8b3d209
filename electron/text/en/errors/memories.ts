import type { ErrorTexts } from "../../message.ts";
export const memoriesErrors = {
  content_empty: () => ({
    code: "invalid_argument",
    message: "content is empty.",
    hint: "Write the fact to remember, 1 byte to 64 KiB of Markdown.",
  }),
  content_binary: () => ({
    code: "invalid_argument",
    message: "content contains a NUL character.",
    hint: "Send text; refer to binary data by its path in source.",
  }),
  content_too_large: ({ bytes, maximum }: { bytes: number; maximum: number }) => ({
    code: "too_large",
    message: `content has ${bytes} bytes; the maximum is ${maximum} (64 KiB).`,
    hint: "Split it into several memories, or store a summary and name the document in source.",
  }),
  content_private: () => ({
    code: "invalid_argument",
    message: "All of content is private, so nothing was stored.",
    hint: "Put only what must not be stored between <private> and </private>.",
  }),
  secret_refused: ({ field, names }: { field?: string; names: readonly string[] }) => ({
    code: "invalid_argument",
    message: `${field} contains a secret: ${names.join(", ")}. Nothing was stored.`,
    hint: "Remove it, or put it between <private> and </private>. The owner can choose to mask secrets in Recollect › Settings.",
  }),
  secret_in_name: ({ field, names }: { field?: string; names: readonly string[] }) => ({
    code: "invalid_argument",
    message: `${field} contains a secret: ${names.join(", ")}. Nothing was stored.`,
    hint: "Use a name without it.",
  }),
  source_too_long: ({ length, maximum }: { length: number; maximum: number }) => ({
    code: "invalid_argument",
    message: `source has ${length} characters; the maximum is ${maximum}.`,
    hint: "Name only the file, URL or commit.",
  }),
  source_control_characters: () => ({
    code: "invalid_argument",
    message: "source contains control characters.",
    hint: "Name a file, URL or commit on one line.",
  }),
  namespace_name: ({ field, namespace }: { field?: string; namespace: string }) => ({
    code: "invalid_argument",
    message: `${field} "${namespace}" is not a valid namespace name.`,
    hint: "Use lower-case letters, digits and hyphens, at most 48 characters, for example decisions or tech-debt.",
  }),
  namespace_unknown: ({ namespace, known }: { namespace: string; known: readonly string[] }) => ({
    code: "invalid_argument",
    message: `There is no namespace "${namespace}".`,
    hint: `Use one of: ${known.join(", ")}. The owner can add more in Recollect's window.`,
  }),
  domain_reserved: ({ field, domain }: { field?: string; domain: string }) => ({
    code: "invalid_argument",
    message: `${field} "${domain}" is a reserved word.`,
    hint: 'Use "user" or a project such as "owner/repo".',
  }),
  domain_length: ({ field, maximum }: { field?: string; maximum: number }) => ({
    code: "invalid_argument",
    message: `${field} must be 1 to ${maximum} characters without control characters.`,
    hint: 'Use "user" or a project such as "owner/repo".',
  }),
  tags_too_many: ({ field, count, maximum }: { field?: string; count: number; maximum: number }) => ({
    code: "invalid_argument",
    message: `${field} has ${count} tags; the maximum is ${maximum}.`,
    hint: "Keep the few that someone would search by.",
  }),
  tag_too_long: ({ tag, maximum }: { tag: string; maximum: number }) => ({
    code: "invalid_argument",
    message: `The tag "${tag}…" is longer than ${maximum} characters.`,
    hint: "Use one or two words for a tag.",
  }),
  tag_invalid: ({ value }: { value: string }) => ({
    code: "invalid_argument",
    message: `"${value}" is not a valid tag.`,
  }),
  not_an_id: ({ field, value }: { field?: string; value: string }) => ({
    code: "invalid_argument",
    message: `${field} "${value}" is not a memory id.`,
    hint: "An id has 26 characters; its first or last characters suffice, at least 4. search_memories and list_memories return it.",
  }),
  state_invalid: ({ field, choices }: { field?: string; choices: readonly string[] }) => ({
    code: "invalid_argument",
    message: `${field} must be one of: ${choices.join(", ")}.`,
  }),
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
  }) => ({
    code: "invalid_argument",
    message: `${field} "${value}" is the start or end of several ids: ${candidates.join(", ")}${more ? ", …" : ""}.`,
    hint: "Give more characters of the id.",
  }),
  not_an_address: ({ field, value }: { field?: string; value: string }) => ({
    code: "invalid_argument",
    message: `${field} "${value}" is not the address of a memory.`,
    hint: "Use recollect://{domain}/{namespace}/{id}.",
  }),
  address_encoding: ({ field }: { field?: string }) => ({
    code: "invalid_argument",
    message: `${field} has a segment that is not percent-encoded correctly.`,
    hint: "Encode a project's name with encodeURIComponent.",
  }),
  address_of_list: ({ field, value }: { field?: string; value: string }) => ({
    code: "invalid_argument",
    message: `${field} "${value}" identifies a list, not a memory.`,
    hint: "Add the memory's id: recollect://{domain}/{namespace}/{id}.",
  }),
  names_invalid: ({ field, maximum }: { field?: string; maximum: number }) => ({
    code: "invalid_argument",
    message: `${field} must be one name or a list of 1 to ${maximum} names, none of them empty.`,
    hint: `Leave ${field} out to use the default, or pass "_" for all.`,
  }),
  time_invalid: ({ field, value }: { field?: string; value: string }) => ({
    code: "invalid_argument",
    message: `${field} "${value}" is not a valid time.`,
    hint: "Use a date (2026-01-31), a date and time (2026-01-31T09:00Z), or a span back from now (12h, 7d, 2w, 3mo, 1y).",
  }),
  validity_time_invalid: ({ field, value }: { field?: string; value: string }) => ({
    code: "invalid_argument",
    message: `${field} "${value}" is not a valid date.`,
    hint: 'Use a date ("2026-12-31": from the start of that day, local time) or a date and time ("2026-12-31T18:00Z").',
  }),
  validity_empty: ({ field, validFrom, validUntil }: { field?: string; validFrom: string; validUntil: string }) => ({
    code: "invalid_argument",
    message: `${field} (${validUntil}) is not after validFrom (${validFrom}).`,
    hint: "Give a validUntil that is later than validFrom, or remove one of them.",
  }),
  memory_not_valid: ({
    id,
    asOf,
    validFrom,
    validUntil,
  }: {
    id: string;
    asOf: string;
    validFrom: string | null;
    validUntil: string | null;
  }) => ({
    code: "not_found",
    message: `The memory ${id} was not valid at ${asOf}.`,
    hint: `It is valid ${[validFrom && `from ${validFrom}`, validUntil && `until ${validUntil}`].filter(Boolean).join(" ")}. Leave asOf out to read it at any time.`,
  }),
  filters_contradict: ({ field, one, other }: { field?: string; one: string; other: string }) => ({
    code: "invalid_argument",
    message: `${field} is given twice, as "${one}" and "${other}".`,
    hint: "Give it once, in the query or as an argument.",
  }),
  query_too_long: ({ length, maximum }: { length: number; maximum: number }) => ({
    code: "invalid_argument",
    message: `query has ${length} characters; the maximum is ${maximum}.`,
    hint: "Search by the words that matter.",
  }),
  score_out_of_range: ({ field }: { field: string }) => ({
    code: "invalid_argument",
    message: `${field} is not a number from 0 to 1.`,
    hint: "Leave it out for likely relevant memories, or use 0 for all candidates.",
  }),
  integer_out_of_range: ({
    field,
    from,
    to,
    otherwise,
  }: {
    field?: string;
    from: number;
    to: number;
    otherwise: number;
  }) => ({
    code: "invalid_argument",
    message: `${field} must be an integer from ${from} to ${to}.`,
    hint: `Leave it out for ${otherwise}.`,
  }),
  revision_invalid: ({ field }: { field?: string }) => ({
    code: "invalid_argument",
    message: `${field} must be a positive integer.`,
    hint: "Send the revision of the memory as you last read it, or leave it out.",
  }),
  read_only: () => ({
    code: "permission_denied",
    message: "This client may read memories but not change them.",
    hint: "The owner can allow it to write in Recollect › Clients.",
  }),
  propose_only: () => ({
    code: "permission_denied",
    message: "This client may propose memories but not change existing ones.",
    hint: "Propose a new memory with capture_memory; name the old one in supersedes. The owner reviews it.",
  }),
  owner_only: () => ({
    code: "permission_denied",
    message: "Only the owner may do this.",
    hint: "Ask the owner to do it in Recollect's window.",
  }),
  limited_client: () => ({
    code: "permission_denied",
    message: "This client may see only some memories, so it may not do this.",
    hint: "The owner can do it in Recollect's window.",
  }),
  place_not_granted: ({ field, value, allowed }: { field?: string; value: string; allowed: readonly string[] }) => ({
    code: "permission_denied",
    message: `This client may not write to ${field} "${value}".`,
    hint: `It may write to: ${allowed.join(", ") || "none"}. The owner can change that in Recollect › Clients.`,
  }),
  rebuild_running: () => ({
    code: "conflict",
    message: "The indexes are already being rebuilt.",
    hint: "Wait until the rebuild has finished; memory_status shows its progress.",
  }),
} satisfies ErrorTexts;
