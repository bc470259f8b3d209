import { LRUCache } from "lru-cache";
import { readsLikeInstruction } from "../injected-instructions.ts";
import type { MemoryState } from "../memory-fields.ts";
import { replaceRanges } from "../secrets/find-secrets.ts";
import { findingsIn } from "../secrets/masked-text.ts";
import { type SecretAction, type SecretPolicy, secretActionFor } from "../secrets/policy.ts";
import { privatePartsIn } from "../secrets/private-parts.ts";
import { normalText } from "./normal-text.ts";

/*
 * The gate: text from outside passes here before it is stored or given to a client (ADR 0048). Each door
 * decides about the findings: refuse, mask, hold for review, or mark.
 */

/** How secrets in a text are treated. With `refuse` they stay in the text, which the door then refuses. */
export interface GatePolicy {
  readonly action: SecretAction;
  readonly personalData: boolean;
}

/** A text that passed the gate, and the findings in it. */
export interface EnteredText {
  readonly text: string;
  /** Characters that were removed because no note needs them. */
  readonly removed: number;
  /** Private parts that were removed. */
  readonly privateParts: number;
  /** The names of the secrets that were found, each once. They are masked, or the policy is `refuse`. */
  readonly secrets: readonly string[];
}

/** Returns the owner's policy for the texts of one domain. */
export function gatePolicyFor(policy: SecretPolicy, domain: string): GatePolicy {
  return { action: secretActionFor(policy, normalText(domain).text), personalData: policy.personalData };
}

/** The longest text, in two units. */
interface Lengths {
  /** In UTF-16 units. A longer text is cut. */
  readonly cutAt?: number;
  /** In bytes. A longer text is not searched for secrets, because its door refuses it. */
  readonly maximum?: number;
}

/** Read beyond the end of a text that is cut, so that a secret there is recognised. */
const MARGIN_UNITS = 4_000;

/** Names, such as domains and tags, come with every memory. One without secrets is remembered. */
const MAX_REMEMBERED_LENGTH = 64;
const remembered = new LRUCache<string, EnteredText>({ max: 1_000 });

/** Normalises and cleans a text, removes its private parts, and finds its secrets. Linear in the text. */
export function enterText(given: string, policy: GatePolicy, lengths: Lengths = {}): EnteredText {
  const isName = given.length <= MAX_REMEMBERED_LENGTH && lengths.cutAt === undefined;
  if (!isName || Buffer.byteLength(given) > (lengths.maximum ?? Number.POSITIVE_INFINITY)) {
    return enter(given, policy, lengths);
  }
  const key = `${policy.action} ${policy.personalData} ${given}`;
  const known = remembered.get(key);
  if (known !== undefined) return known;
  const entered = enter(given, policy, {});
  if (entered.secrets.length === 0 && entered.privateParts === 0) remembered.set(key, entered);
  return entered;
}

function enter(given: string, { action, personalData }: GatePolicy, { cutAt, maximum }: Lengths): EnteredText {
  const { text: normal, removed } = normalText(cutAt === undefined ? given : given.slice(0, cutAt + MARGIN_UNITS));
  const parts = privatePartsIn(normal);
  const open = parts.length === 0 ? normal : replaceRanges(normal, parts, () => "");
  const isRefused = maximum !== undefined && Buffer.byteLength(open) > maximum;
  const findings = action === "allow" || isRefused ? [] : findingsIn(open, { personalData });
  const text = action === "mask" && findings.length > 0 ? replaceRanges(open, findings, ({ mask }) => mask) : open;
  return {
    text: cutAt === undefined ? text : text.slice(0, cutAt).toWellFormed(),
    removed,
    privateParts: parts.length,
    secrets: [...new Set(findings.map(({ name }) => name))],
  };
}

/** The text with everything masked, to compare a stored text with its original. */
export function maskedText(text: string): string {
  return enterText(text, { action: "mask", personalData: true }).text;
}

/** The texts of a memory that a model reads. */
export type ReadTexts = Pick<MemoryState, "content" | "source" | "tags" | "domain" | "namespace">;

/** Whether one of the texts reads like an instruction to an assistant. */
export function hasInstruction({ content, source, tags, domain, namespace }: ReadTexts): boolean {
  return [content, source ?? "", tags.join(" "), ...tags, domain, namespace].some(readsLikeInstruction);
}
