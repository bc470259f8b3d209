/** The words for a number, by the plural categories of a language; every language has `other`. */
export type PluralForms = Partial<Record<Intl.LDMLPluralRule, string>> & { readonly other: string };

/** The number of memories in each state. */
export interface MemoryStates {
  readonly memories: number;
  readonly trash: number;
  readonly superseded: number;
  readonly expired: number;
  readonly upcoming: number;
}

/**
 * Formats numbers and lists for a language. Intl objects are created on first use, because most processes need none.
 */
export function createFormat(locale: string) {
  let numbers: Intl.NumberFormat | undefined;
  let percents: Intl.NumberFormat | undefined;
  let rules: Intl.PluralRules | undefined;
  return {
    /** Returns a number with the language's separators: `1,204`. */
    count(value: number): string {
      numbers ??= new Intl.NumberFormat(locale);
      return numbers.format(value);
    },
    /** Returns a share of 1 with at most one decimal: `12.5%`. */
    percent(share: number): string {
      percents ??= new Intl.NumberFormat(locale, { style: "percent", maximumFractionDigits: 1 });
      return percents.format(share);
    },
    /** Returns the items as a sentence part: `a, b, and c`. */
    list: (items: readonly string[]): string => new Intl.ListFormat(locale).format(items),
    /** Returns the form that the language uses with the number. */
    plural(value: number, forms: PluralForms): string {
      rules ??= new Intl.PluralRules(locale);
      return forms[rules.select(value)] ?? forms.other;
    },
  };
}
