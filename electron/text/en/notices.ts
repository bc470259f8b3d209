import { errorText } from "../error-text.ts";
import type { ErrorBody } from "../errors.ts";
import { errors } from "./errors.ts";
import { counted, didYouMean, plural } from "./format.ts";

function sentenceOf(error: ErrorBody): string {
  const { message, hint } = errorText(error, { errors });
  return hint === undefined ? message : `${message} ${hint}`;
}

/** Notices about a search: parts of the query that were changed or ignored, and why the model was not used. */
export const searchNotices = {
  filter_searched_as_text: ({ filter }: { filter: string }) => `${filter} is not a filter and was searched as text.`,
  filter_ignored: ({ filter }: { filter: string }) => `${filter} is not a filter and was ignored.`,
  time_ignored: ({ filter }: { filter: string }) =>
    `${filter} was ignored: use a date (2026-01-31), a date and time (2026-01-31T09:00Z), or a span back from now (12h, 7d, 2w, 3mo, 1y).`,
  filter_refused: ({ error }: { error: ErrorBody }) => sentenceOf(error),
  phrase_not_found: () => "No memory contains the quoted words as a phrase; they were searched one by one.",
  nothing_relevant: ({ count }: { count: number }) =>
    `No memory is likely to be relevant; minScore 0 returns ${plural(count, "the 1 that is", `the ${count} that are`)} less likely.`,
  domain_unknown: ({ domain, similar }: { domain: string; similar: readonly string[] }) =>
    `There is no project "${domain}". ${didYouMean(similar)}`.trim(),
  remote_unreachable: ({ domain }: { domain: string }) =>
    `The database of project ${domain} cannot be reached; its memories are missing here.`,
  model_missing: () => "No embedding model is available. These are text results only.",
  model_loading: () => "The embedding model is loading. These are text results only.",
  model_silent: () => "The embedding model did not respond. These are text results only.",
  model_failed: ({ error }: { error: ErrorBody | undefined }) =>
    `These are text results only. ${error === undefined ? "The embedding model cannot be used." : sentenceOf(error)}`,
};

/** Notices about a search in conversations. */
export const conversationNotices = {
  filters_ignored: (names: readonly string[]) =>
    `Ignored, because conversations have no such filter: ${names.map((name) => `${name}:`).join(", ")}.`,
};

/** Notices about the characters of a captured or updated memory. */
export const characterNotices = {
  removed: ({ count }: { count: number }) =>
    `${counted(count, "character that no note needs was", "characters that no note needs were")} removed (control, tag or format characters).`,
  hidden: ({ count }: { count: number }) =>
    `Stored with ${counted(count, "invisible or direction-changing character", "invisible or direction-changing characters")}, which the user sees as marks.`,
};

/** Notices about a captured or updated memory: parts that were not stored, and the place that it was given. */
export const secretNotices = {
  domain_new: ({ domain, similar }: { domain: string; similar: readonly string[] }) =>
    `"${domain}" is a new project. ${didYouMean(similar)}`.trim(),
  namespace_replaced: ({ namespace, used }: { namespace: string; used: string }) =>
    `There is no namespace "${namespace}", so "${used}" is used. The owner can add it.`,
  masked: ({ field, names }: { field: string; names: readonly string[] }) =>
    `Masked in ${field} and not stored: ${names.join(", ")}.`,
  tag_removed: ({ names }: { names: readonly string[] }) =>
    `A tag was removed, because it is a secret: ${names.join(", ")}.`,
  private_removed: ({ field, count }: { field: string; count: number }) =>
    `${counted(count, "private part was", "private parts were")} removed from ${field}.`,
};

/** Notices to a client whose capture waits in the inbox. */
export const inboxNotices = {
  waits: () =>
    "Not stored yet: it waits for the owner's review in Recollect › Inbox. Do not capture it again; memory_status returns the decision.",
};
