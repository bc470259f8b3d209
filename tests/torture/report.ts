/** At most this many violations are printed. */
const MAX_PRINTED = 20;

/** Counts the events of a run, and keeps the violations. */
export class Report {
  readonly #counts = new Map<string, Map<string, number>>();
  readonly #violations: string[] = [];
  readonly #startTimes: number[] = [];
  readonly #facts: [string, string][] = [];
  readonly #startedAt = performance.now();
  readonly #echo: (line: string) => void;

  /** @param echo receives each event of the schedule and each violation as it happens */
  constructor(echo: (line: string) => void) {
    this.#echo = echo;
  }

  count(group: string, name: string, by = 1): void {
    const counts = this.#counts.get(group) ?? new Map<string, number>();
    this.#counts.set(group, counts);
    counts.set(name, (counts.get(name) ?? 0) + by);
  }

  fact(name: string, value: string): void {
    this.#facts.push([name, value]);
  }

  started(milliseconds: number): void {
    this.#startTimes.push(milliseconds);
  }

  event(text: string): void {
    this.#echo(`${this.#elapsed()} ${text}`);
  }

  violation(text: string): void {
    this.#violations.push(text);
    if (this.#violations.length <= MAX_PRINTED) this.#echo(`${this.#elapsed()} VIOLATION ${text}`);
  }

  get violations(): number {
    return this.#violations.length;
  }

  /** The table at the end of a run. */
  table(): string {
    const times = this.#startTimes.toSorted((one, other) => one - other);
    const rows: (readonly [string, string])[] = [
      ...[...this.#counts].map(([group, counts]) => [group, countsText(counts)] as const),
      [
        "starts",
        `${times.length}; p50 ${Math.round(times[times.length >> 1] ?? 0)} ms, slowest ${Math.round(times.at(-1) ?? 0)} ms`,
      ],
      ...this.#facts,
      ["violations", String(this.#violations.length)],
    ];
    const width = Math.max(...rows.map(([name]) => name.length));
    const lines = rows.map(([name, value]) => `${name.padEnd(width)}  ${value}`);
    return [...lines, ...this.#violations.slice(0, MAX_PRINTED).map((text) => `- ${text}`)].join("\n");
  }

  #elapsed(): string {
    return `${((performance.now() - this.#startedAt) / 1000).toFixed(1).padStart(7)} s`;
  }
}

function countsText(counts: ReadonlyMap<string, number>): string {
  return [...counts]
    .sort(([one], [other]) => one.localeCompare(other))
    .map(([name, count]) => `${name} ${count.toLocaleString("en")}`)
    .join(", ");
}
