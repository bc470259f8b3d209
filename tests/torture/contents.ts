import { createRandom } from "../../electron/search/testing/random-vectors.ts";

const WORDS = `account archive backup batch branch buffer build cache client cluster column commit compiler config
connection container context cursor database deploy digest domain driver editor endpoint engine event export feature
field file filter folder format function gateway graph handler header history import index input instance interface
journal kernel key language latency layer library limit list lock logger memory message method metric migration model
module namespace network node notebook number object option output owner package page parser passage patch path pipeline
plugin policy port process profile project prompt protocol proxy query queue reader record region registry release
replica report request resource response result revision route runtime schedule schema script search segment server
service session setting shard signal snapshot socket source stack state storage stream string subject switch table tag
task template test thread timeout tool topic trace transaction tray tree trigger type update user value vector version
view window worker writer zone`.split(/\s+/);

/** The word that only this content has. */
export function markerOf(content: string): string {
  return content.split(" ", 1)[0] ?? "";
}

/** Makes contents that occur once in a run. */
export function createContents(seed: number) {
  const random = createRandom(seed);
  let made = 0;
  const words = (count: number) => Array.from({ length: count }, () => WORDS[random.integer(WORDS.length)]).join(" ");
  return {
    next(): string {
      made += 1;
      const size = random.next() < 0.02 ? 1500 : 10 + random.integer(60);
      return `q${seed.toString(36)}x${made} ${words(size)}.`;
    },
    tags: () => Array.from({ length: random.integer(4) }, () => WORDS[random.integer(40)] ?? "tag"),
    query: () => words(1 + random.integer(5)),
  };
}
export type Contents = ReturnType<typeof createContents>;
