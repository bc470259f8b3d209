import { foldText, type Piece } from "../../core/text-analysis.ts";
import { type Entry, MIN_COMPOUND_PART } from "./word-list.ts";

/** The endings of inflected German words, longest first. */
const ENDINGS = "test eten ete ten end et te st em en er es e s n t".split(" ");
/** A participle (`gelöscht`, `ausgelieferte`): the particle of the verb, and the rest. */
const PARTICIPLE =
  /^(ab|an|auf|aus|bei|ein|fest|her|hin|los|mit|nach|um|vor|weg|zu|zuruck|zusammen)?ge(.{3,}?(?:t|en))(?:e[mnrs]?)?$/;
/** The particle of a verb, at the end of its sentence (`Wann reichen wir die App ein?`). */
const PARTICLE = /^(ab|an|auf|aus|bei|durch|ein|fest|frei|her|hin|hoch|los|mit|nach|um|vor|weg|zu|zurück|zusammen)$/;
/** The endings of nouns and adjectives, longest first. */
const NOMINAL_ENDINGS = ["en", "er", "es", "e", "s", "n"];
/** A verb with a regular ending, without it. */
const SHORT_VERB = /^(.{2,}?)(?:te[nt]?|test|st|t|e|en)$/;
const MIN_STEM = 4;
/** The letters between the parts of a compound. */
const JOINTS = ["", "s", "n", "en", "es", "e"];
/** The length of the shortest first part that is listed as it is. */
const MIN_LISTED_PART = 3;
const MAX_COMPOUND = 40;

/** The meaning of a German word. */
export interface GermanMeaning {
  /** The English words, the most usual one first. */
  readonly english: readonly string[];
  /** Whether only the parts of the word are listed. */
  readonly isCompound: boolean;
}

/** A list of German words, which finds them in any inflection, and as the parts of compounds. */
export class GermanWords {
  /** By the word in small letters. */
  readonly #written = new Map<string, readonly string[]>();
  /** By the folded word; of several words the first. */
  readonly #words = new Map<string, readonly string[]>();
  /** By its stem; of several words the first. */
  readonly #stems = new Map<string, readonly string[]>();
  readonly #loanwords: ReadonlySet<string>;

  /** @param loanwords English words that compounds contain (`Paketmanager`) */
  constructor(entries: readonly Entry[], loanwords: ReadonlySet<string>) {
    this.#loanwords = loanwords;
    const addTo = (map: Map<string, readonly string[]>, key: string, english: readonly string[]) => {
      if (!map.has(key)) map.set(key, english);
    };
    for (const [word, english] of entries) {
      const folded = foldText(word);
      addTo(this.#written, word, english);
      addTo(this.#words, folded, english);
      addTo(this.#stems, stemOf(folded), english);
    }
  }

  /** The meaning of a word in any inflection; null for an unknown one. */
  meaningOf(word: string): GermanMeaning | null {
    const english = this.#written.get(word.toLowerCase()) ?? this.#inflected(foldText(word));
    if (english !== undefined) return { english, isCompound: false };
    const parts = this.#partsOf(foldText(word));
    return parts === null ? null : { english: [parts], isCompound: true };
  }

  /** The particle that a sentence ends with, and whose verb it has; null without one. */
  particleOf(pieces: readonly Piece[]): Piece | null {
    const last = pieces.at(-1);
    if (last === undefined || !PARTICLE.test(last.text)) return null;
    return pieces.some((piece) => this.verbWith(last, piece) !== undefined) ? last : null;
  }

  /** The English words for a verb and its particle; undefined if they are not a known verb. */
  verbWith(particle: Piece, { text }: Piece): readonly string[] | undefined {
    if (!/^\p{L}\p{Ll}{3,}$/u.test(text)) return undefined;
    const whole = foldText(particle.text + text);
    return this.#words.get(whole) ?? this.#stems.get(stemOf(whole));
  }

  #inflected(token: string): readonly string[] | undefined {
    const stem = stemOf(token);
    const known = this.#words.get(token) ?? this.#stems.get(stem) ?? this.#words.get(stem);
    if (known !== undefined) return known;
    const [, particle = "", rest] = PARTICIPLE.exec(token) ?? [];
    const verb = this.#verb(token) ?? (rest === undefined ? undefined : this.#verb(particle + rest));
    return verb ?? this.#nominal(token);
  }

  /** The English words for a form of a verb; its stem may be short (`baut`, of `bauen`). */
  #verb(form: string): readonly string[] | undefined {
    const [, short] = SHORT_VERB.exec(form) ?? [];
    return this.#stems.get(stemOf(form)) ?? (short === undefined ? undefined : this.#words.get(`${short}en`));
  }

  /** The English words for the two parts of a compound, of which the last is as long as possible; null without these. */
  #partsOf(token: string): string | null {
    if (token.length < 2 * MIN_COMPOUND_PART || token.length > MAX_COMPOUND) return null;
    for (let at = MIN_LISTED_PART; at <= token.length - MIN_COMPOUND_PART; at++) {
      const last = this.#part(token.slice(at));
      if (last === undefined) continue;
      const first = JOINTS.filter((joint) => token.slice(0, at).endsWith(joint))
        .map((joint) => token.slice(0, at - joint.length))
        // The first part of a compound may be the stem of a verb (`Suchfeld`).
        .map((part) => this.#part(part) ?? (part.length < MIN_COMPOUND_PART ? undefined : this.#stems.get(part)))
        .find((words) => words !== undefined);
      if (first !== undefined) return `${first[0]} ${last[0]}`;
    }
    return null;
  }

  /** The English words for a noun or an adjective with an ending; its stem may be short (`alten`, of `alt`). */
  #nominal(form: string): readonly string[] | undefined {
    const words = NOMINAL_ENDINGS.filter((ending) => form.endsWith(ending)).map((ending) =>
      form.slice(0, -ending.length),
    );
    const word = words.find((each) => each.length >= MIN_LISTED_PART && this.#words.has(each));
    return word === undefined ? undefined : this.#words.get(word);
  }

  /** The English words for a part of a compound; undefined for an unknown one. */
  #part(part: string): readonly string[] | undefined {
    if (part.length < MIN_LISTED_PART) return undefined;
    const known = this.#words.get(part);
    if (known !== undefined || part.length < MIN_COMPOUND_PART) return known;
    const nominal = this.#nominal(part);
    if (nominal !== undefined) return nominal;
    const loanword = [part, part.replace(/e?[ns]$/, "")].find((word) => this.#loanwords.has(word));
    return loanword === undefined ? undefined : [loanword];
  }
}

function stemOf(token: string): string {
  const ending = ENDINGS.find((each) => token.endsWith(each) && token.length - each.length >= MIN_STEM);
  return ending === undefined ? token : token.slice(0, -ending.length);
}
