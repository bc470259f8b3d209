import { likelySecretsIn, type SecretRange } from "./find-secrets.ts";
import type { SecretPolicy } from "./policy.ts";
import type { SecretKind } from "./rules.ts";

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

/** Personal data in a text: [start, end) in UTF-16 units. */
interface PersonalData {
  readonly kind: SecretKind;
  readonly start: number;
  readonly end: number;
}

const EMAIL: SecretKind = { id: "email", name: "e-mail address" };
const PHONE: SecretKind = { id: "phone", name: "phone number" };
const IBAN: SecretKind = { id: "iban", name: "IBAN" };
const CARD: SecretKind = { id: "card", name: "card number" };

/** RFC 5321 limits the local part to 64 characters and a domain to 255. */
const EMAIL_TEXT = /(?<![\w.+%/:-])[\w.+%-]{1,64}@(?:[\p{L}\d-]{1,63}\.){1,8}\p{L}{2,24}(?![\w@]|:[\w/~])/gu;
/** ISO 13616: a country, two check digits, 11 to 30 letters and digits, possibly in groups of four. */
const IBAN_TEXT = /(?<!\w)[A-Z]{2}\d{2}(?: ?[A-Z0-9]{4}){2,7}(?: ?[A-Z0-9]{1,3})?(?!\w)/g;
/** Payment cards have 13 to 19 digits, possibly in groups. */
const CARD_TEXT = /(?<![\w.+-])[2-6]\d{3}(?:[ -]?\d){9,15}(?![\w-])/g;
/** E.164: a plus sign or 00, then 8 to 15 digits; or a national number in brackets or groups that starts with 0. */
const PHONE_TEXT =
  /(?<![\w.+/-]|\d )(?:(?:\+|00)[1-9](?:[ ()./-]{0,2}\d){7,14}|\(0?\d{2,5}\)(?:[ /-]?\d){5,10}|0\d{2,5}[ /-](?:[ -]?\d){5,9})(?![\w-])/g;

/**
 * Finds e-mail addresses, phone numbers, IBANs with correct check digits and card numbers with a correct check digit.
 * The ranges are sorted and do not overlap.
 */
function personalDataIn(text: string): PersonalData[] {
  const found: PersonalData[] = [];
  const add = (kind: SecretKind, pattern: RegExp, isValid: (value: string) => boolean) => {
    for (const match of text.matchAll(pattern)) {
      const end = match.index + match[0].length;
      const isFree = found.every((other) => other.end <= match.index || other.start >= end);
      if (isFree && isValid(match[0])) found.push({ kind, start: match.index, end });
    }
  };
  add(EMAIL, EMAIL_TEXT, () => true);
  add(IBAN, IBAN_TEXT, hasIbanChecksum);
  add(CARD, CARD_TEXT, isCardNumber);
  add(PHONE, PHONE_TEXT, () => true);
  return found.sort((one, other) => one.start - other.start);
}

/** ISO 7064, MOD 97-10: letters count as 10 to 35. */
function hasIbanChecksum(value: string): boolean {
  const compact = value.replaceAll(" ", "");
  let remainder = 0;
  for (const character of compact.slice(4) + compact.slice(0, 4)) {
    for (const digit of String(Number.parseInt(character, 36))) remainder = (remainder * 10 + Number(digit)) % 97;
  }
  return remainder === 1;
}

/** The first digits and the lengths of the large networks: Visa, Mastercard, American Express, Diners, JCB, others. */
const NETWORKS = /^(?:4(?:\d{12}|\d{15}|\d{18})|(?:5[1-5]|2[2-7])\d{14}|3[47]\d{13}|3[068]\d{12}|35\d{14}|6\d{15,18})$/;

/** The Luhn algorithm, ISO/IEC 7812-1. */
function isCardNumber(value: string): boolean {
  const digits = value.replace(/\D/g, "");
  if (!NETWORKS.test(digits)) return false;
  const sum = [...digits].reverse().reduce((total, character, index) => {
    const doubled = Number(character) * (index % 2 === 0 ? 1 : 2);
    return total + (doubled > 9 ? doubled - 9 : doubled);
  }, 0);
  return sum % 10 === 0;
}
