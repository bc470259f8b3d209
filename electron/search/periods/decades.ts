import { type Period, type Third, thirdOf, yearsOf } from "./calendar.ts";
import { LETTERS, type Rule, type RuleSet } from "./rule.ts";

/** A word or number without a letter or digit next to it. */
const START = `(?<![${LETTERS}.'’])`;
const END = `(?![${LETTERS}])`;
const TENS = "([1-9]0|00)";
const PART = "(?:the )?(?:(early|mid|late)[ -])?(?:the )?";
const GERMAN_PART = "(?:(anfang|mitte|ende)(?: de[rs] | )?)?";
/** "90s" is a number of seconds too, and "the 30s timeout" is one. */
const NO_DURATION =
  "(?![ -](?:time-?outs?|limits?|delays?|windows?|intervals?|deadlines?|budgets?|polls?|waits?|ttl|cache))";
/** `tens` is a number of things too. */
const DECADES = "– twenties thirties forties fifties sixties seventies eighties nineties".split(" ");
const GERMAN_DECADES = "zehner zwanziger dreißiger vierziger fünfziger sechziger siebziger achtziger neunziger".split(
  " ",
);
const ORDINALS = ["fifteenth", "sixteenth", "seventeenth", "eighteenth", "nineteenth", "twentieth", "twenty first"];
const GERMAN_ORDINALS =
  "fünfzehnten sechzehnten siebzehnten achtzehnten neunzehnten zwanzigsten einundzwanzigsten".split(" ");
const FIRST_ORDINAL = 15;
const ROMAN = ["xv", "xvi", "xvii", "xviii", "xix", "xx", "xxi"];
const CHINESE_DIGITS = "零一二三四五六七八九";
const CHINESE_PART = "(初期?|早期|前期|中期|中叶|末期?|后期|晚期)?";
/** The word for years before a decade in other languages: `les années 90`, `anni '90`, `jaren 90`. */
const YEARS_WORD = "(?:années|annees|años|anos|anni|jaren)";

const RULES: readonly Rule[] = [
  // Four digits say the century, and 1800s is one.
  [`${START}${PART}(1[1-9])00['’]?s${END}`, ([, part, century]) => third(centuryOf(Number(century) + 1), part)],
  [`${START}${PART}((?:1[1-9]|20)\\d0)['’]?s${END}`, ([, part, year]) => third(decadeOf(Number(year)), part)],
  [
    `(?<![${LETTERS}.])(?:the (?:(early|mid|late)[ -])?|(early|mid|late)[ -])['’]?${TENS}['’]?s${END}${NO_DURATION}`,
    ([, part, other, tens], now) => third(recentDecade(now, tens), part || other),
  ],
  [`(?<![${LETTERS}])['’]${TENS}s${END}`, ([, tens], now) => recentDecade(now, tens)],
  [
    `${START}(?:the (?:(early|mid|late)[ -])?|(early|mid|late)[ -])(${DECADES.join("|")}|noughties|aughts)${END}`,
    ([, part, other, name], now) => third(namedDecade(now, DECADES, name), part || other),
  ],
  [`${START}${PART}(1[1-9]|2[01])(?:st|th)[ -]century${END}`, ([, part, n]) => third(centuryOf(Number(n)), part)],
  [
    `${START}${PART}(${ORDINALS.join("|").replace(" ", "[- ]")})[ -]century${END}`,
    ([, part, name = ""]) => third(centuryOf(ordinalOf(ORDINALS, name)), part),
  ],
  [
    `${START}(?:the )?(last|previous|this|current) (decade|century)${END}`,
    ([, which, unit], now) => relative(now, which, unit),
  ],

  // German.
  [
    `${START}${GERMAN_PART}(?:die |den |der )?((?:1[1-9]|20)\\d0)er(?:n|[ -]?jahren?)?${END}`,
    ([, part, year]) => third(decadeOf(Number(year)), part),
  ],
  [
    `${START}${GERMAN_PART}(?:die |den |der )?${TENS}er(?:n|[ -]?jahren?)${END}`,
    ([, part, tens], now) => third(recentDecade(now, tens), part),
  ],
  [`${START}(anfang|mitte|ende) der ${TENS}er${END}`, ([, part, tens], now) => third(recentDecade(now, tens), part)],
  [
    `${START}${GERMAN_PART}(?:die |den |der )?(${GERMAN_DECADES.join("|")})(?:n|[ -]?jahren?)${END}`,
    ([, part, name], now) => third(namedDecade(now, GERMAN_DECADES, name), part),
  ],
  [
    `${START}${GERMAN_PART}(?:im |das )?(1[1-9]|2[01])\\. ?jahrhunderts?${END}`,
    ([, part, n]) => third(centuryOf(Number(n)), part),
  ],
  [
    `${START}${GERMAN_PART}(?:im )?(${GERMAN_ORDINALS.join("|")}) jahrhunderts?${END}`,
    ([, part, name = ""]) => third(centuryOf(ordinalOf(GERMAN_ORDINALS, name)), part),
  ],
  [
    `${START}(?:im )?(letzte|vergangene|vorige|diese)[nsm]? (jahrzehnt|jahrhundert)s?${END}`,
    ([, which, unit], now) => relative(now, which === "diese" ? "this" : "last", unit),
  ],

  // Chinese and Japanese.
  [`(?:公元)?((?:1[1-9]|20)\\d0)\\s*年代${CHINESE_PART}`, ([, year, part]) => third(decadeOf(Number(year)), part)],
  [
    `(?:(上个?世[纪紀]|本世[纪紀]|(?:1[1-9]|2[01])\\s*世[纪紀]|(?:二十一?|十[五六七八九])世[纪紀])的?)?${"([1-9]0|00|[一二三四五六七八九]十|[一二三四五六七八九零]零)"}\\s*年代${CHINESE_PART}`,
    ([, century = "", tens = "", part], now) => third(chineseDecade(now, century, tens), part),
  ],
  [
    `(上个?世[纪紀]|本世[纪紀]|(?:1[1-9]|2[01])\\s*世[纪紀]|(?:二十一?|十[五六七八九])世[纪紀])${CHINESE_PART}`,
    ([, century = "", part], now) => third(centuryOf(chineseCentury(now, century)), part),
  ],

  // Other languages, with digits.
  [
    `${START}${YEARS_WORD} ['’]?((?:1[1-9]|20)\\d0|${TENS.slice(1, -1)})${END}`,
    ([, year = ""], now) => decadeIn(now, year),
  ],
  [
    `${START}((?:1[1-9]|20)\\d0|[1-9]0)-?(?:е|х|е годы|х годов|х годах|ті|х років)(?: (?:годы|годов|годах))?${END}`,
    ([, year = ""], now) => decadeIn(now, year),
  ],
  [`((?:1[1-9]|20)\\d0|[1-9]0)\\s*년대`, ([, year = ""], now) => decadeIn(now, year)],
  ["(1[1-9]|2[01])\\s*세기", ([, n]) => centuryOf(Number(n))],
  [`${START}(1[1-9]|2[01])(?:e|ème|eme|de|ste)? (?:siècle|siecle|eeuw)${END}`, ([, n]) => centuryOf(Number(n))],
  [
    `${START}(${ROMAN.join("|")})(?:e|ème|eme)? (?:siècle|siecle|secolo|век|века|веке|wieku?)${END}`,
    ([, n]) => romanCentury(n),
  ],
  [`${START}(?:siglo|século|seculo) (${ROMAN.join("|")})${END}`, ([, n]) => romanCentury(n)],
];

/** The ways to say a decade or a century, in English, German and Chinese, and with digits in other languages. */
export const DECADES_AND_CENTURIES: RuleSet = {
  words:
    /\d|decade|century|(?:twen|thir|for|fif|six|seven|eigh|nine|nough)ties|aughts|jahrzehnt|jahrhundert|zehner|(?:zwanz|dreiß|vierz|fünfz|sechz|siebz|achtz|neunz)iger|年代|世[纪紀]|siècle|siecle|secolo|век|wiek|siglo|século|seculo/i,
  rules: RULES,
};

function decadeOf(year: number): Period {
  return yearsOf(year, 10);
}

/** The 19th century has the years from 1800 to 1899, as people say it. */
function centuryOf(number: number): Period {
  return yearsOf(100 * (number - 1), 100);
}

/** The most recent decade with these digits. */
function recentDecade(now: Date, tens = ""): Period {
  const year = 2000 + Number(tens);
  return decadeOf(year <= now.getFullYear() ? year : year - 100);
}

function decadeIn(now: Date, year: string): Period {
  return year.length === 4 ? decadeOf(Number(year)) : recentDecade(now, year);
}

function namedDecade(now: Date, names: readonly string[], name = ""): Period {
  return recentDecade(now, String(10 * (names.indexOf(name) + 1)));
}

function ordinalOf(ordinals: readonly string[], name: string): number {
  return FIRST_ORDINAL + ordinals.indexOf(name.replace("-", " "));
}

function romanCentury(number = ""): Period {
  return centuryOf(FIRST_ORDINAL + ROMAN.indexOf(number));
}

function relative(now: Date, which = "", unit = ""): Period {
  const length = /decade|jahrzehnt/.test(unit) ? 10 : 100;
  const own = length * Math.floor(now.getFullYear() / length);
  return yearsOf(/this|current/.test(which) ? own : own - length, length);
}

function chineseDecade(now: Date, century: string, tens: string): Period {
  const digits = /^\d/.test(tens) ? Number(tens) : 10 * CHINESE_DIGITS.indexOf(tens.charAt(0));
  if (century === "") return recentDecade(now, String(digits));
  return decadeOf(100 * (chineseCentury(now, century) - 1) + digits);
}

function chineseCentury(now: Date, written: string): number {
  const own = Math.floor(now.getFullYear() / 100) + 1;
  if (written.startsWith("上")) return own - 1;
  if (written.startsWith("本")) return own;
  const [number = ""] = written.split(/\s*世/);
  if (/^\d/.test(number)) return Number(number);
  if (number.startsWith("二十")) return 20 + Math.max(0, CHINESE_DIGITS.indexOf(number.charAt(2) || "零"));
  return 10 + CHINESE_DIGITS.indexOf(number.charAt(1));
}

function third(period: Period, part = ""): Period {
  return part === "" ? period : thirdOf(period, thirdNamed(part));
}

function thirdNamed(part: string): Third {
  if (/^(?:early|anfang|初|早|前)/.test(part)) return "start";
  return /^(?:mid|mitte|中)/.test(part) ? "middle" : "end";
}
