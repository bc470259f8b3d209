import { cleanText } from "../hidden-characters.ts";
import { likelySecretsIn, replaceRanges, type SecretRange } from "./find-secrets.ts";
import { type PersonalData, personalDataIn } from "./personal-data.ts";
import type { SecretPolicy } from "./policy.ts";
import { privatePartsIn } from "./private-parts.ts";

/** A part of a text that is not stored, and its replacement. */
export interface Finding {
  readonly name: string;
  readonly mask: string;
  readonly start: number;
  readonly end: number;
}

/** Finds text that the owner does not want stored. The ranges are sorted and do not overlap. */
export function findingsIn(text: string, { personalData }: Pick<SecretPolicy, "personalData">): Finding[] {
  const secrets = likelySecretsIn(text);
  const isFree = (range: PersonalData) => secrets.every(({ start, end }) => end <= range.start || start >= range.end);
  const personal = personalData ? personalDataIn(text).filter(isFree) : [];
  return [
    ...secrets.map((range) => toFinding(range, "secret")),
    ...personal.map((range) => toFinding(range, "personal")),
  ].sort((one, other) => one.start - other.start);
}

function toFinding({ kind, start, end }: SecretRange | PersonalData, label: string): Finding {
  return { name: kind.name, mask: `[${label}: ${kind.name}]`, start, end };
}

/** A text as it is stored where secrets are masked, to compare texts of before and after. */
export function maskedText(text: string): string {
  const open = cleaned(text);
  const parts = privatePartsIn(open);
  const rest = replaceRanges(open, parts, () => "");
  return replaceRanges(rest, findingsIn(rest, { personalData: true }), ({ mask }) => mask);
}

/** Characters that are removed later must not hide a secret now. A NUL is refused later. */
export function cleaned(text: string): string {
  return text.includes("\0") ? text : cleanText(text.toWellFormed()).text;
}
