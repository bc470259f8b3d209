/** What the owner may want to put in order. */
export const FINDING_KINDS = ["duplicates", "unused", "superseded", "secrets"] as const;
export type FindingKind = (typeof FINDING_KINDS)[number];
