const SYLLABLES = [
  "ba",
  "ce",
  "di",
  "fo",
  "gu",
  "ka",
  "le",
  "mi",
  "no",
  "pu",
  "ra",
  "se",
  "ti",
  "vo",
  "zu",
  "lin",
  "mer",
  "tor",
];
const VOCABULARY = 5000;
/** Zipf's law, flattened at the top as stop words are left out (Mandelbrot: 1 / (rank + 20)). */
const OFFSET = 20;

/** Numbers in [0, 1) that are the same in every run (mulberry32). */
function createRandom(seed: number): () => number {
  let state = seed;
  return () => {
    state = (state + 0x6d2b79f5) | 0;
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state);
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed;
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

function wordAt(rank: number): string {
  let rest = rank + SYLLABLES.length;
  let word = "";
  while (rest > 0) {
    word += SYLLABLES[rest % SYLLABLES.length];
    rest = Math.floor(rest / SYLLABLES.length);
  }
  return word;
}

/** Ranks as often as words occur: the inverse of the distribution's sum, which is a logarithm. */
function drawRank(random: () => number, from = 0): number {
  const span = Math.log((VOCABULARY + OFFSET) / (from + OFFSET));
  return Math.floor((from + OFFSET) * Math.exp(random() * span)) - OFFSET;
}

/** The n-th made-up memory: some sixty words that recur as words do. */
export function contentOf(number: number): { content: string; namespace: string; domain: string; tags: string[] } {
  const random = createRandom(number);
  const words = Array.from({ length: 60 }, () => wordAt(drawRank(random)));
  const namespaces = ["decisions", "learnings", "context", "patterns"];
  return {
    content: `Note ${number}: ${words.join(" ")}.`,
    namespace: namespaces[number % namespaces.length] ?? "context",
    domain: number % 3 === 0 ? "user" : `team/project-${number % 12}`,
    tags: [wordAt(drawRank(random)), wordAt(drawRank(random))],
  };
}

/** The n-th query: two words, not the most frequent ones. */
export function queryOf(number: number): string {
  const random = createRandom(1_000_000 + number);
  return `${wordAt(drawRank(random, 30))} ${wordAt(drawRank(random, 30))}`;
}
