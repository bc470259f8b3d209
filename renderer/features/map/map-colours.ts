import type { MapPoint } from "../../../electron/core/map.ts";

/** What the colour of a point shows. */
export const COLOUR_KINDS = ["domain", "namespace"] as const;
export type ColourKind = (typeof COLOUR_KINDS)[number];

/** Values with a colour of their own, `--chart-1` and so on in theme.css. People cannot tell more colours apart. */
const MAX_COLOURS = 8;
/** The colour of all other values: the last of {@link COLOUR_VARIABLES}. */
const OTHERS = MAX_COLOURS;
/** The variables of the colours, by their numbers. */
export const COLOUR_VARIABLES: readonly string[] = [
  ...Array.from({ length: MAX_COLOURS }, (_, index) => `--chart-${index + 1}`),
  "--ink-faint",
];

/** One colour with its value; the value of {@link OTHERS} is null. */
export interface LegendEntry {
  readonly colour: number;
  readonly value: string | null;
  readonly count: number;
}

/** The most frequent values get the colours, in order of their names, so that a colour rarely changes. */
export function legendOf(points: readonly MapPoint[], kind: ColourKind): readonly LegendEntry[] {
  const counts = new Map<string, number>();
  for (const point of points) counts.set(point[kind], (counts.get(point[kind]) ?? 0) + 1);
  const frequent = [...counts].sort((one, other) => other[1] - one[1] || one[0].localeCompare(other[0]));
  const named = frequent.slice(0, MAX_COLOURS).sort((one, other) => one[0].localeCompare(other[0]));
  const rest = frequent.slice(MAX_COLOURS).reduce((sum, [, count]) => sum + count, 0);
  return [
    ...named.map(([value, count], colour) => ({ colour, value, count })),
    ...(rest > 0 ? [{ colour: OTHERS, value: null, count: rest }] : []),
  ];
}

/** The colour of each point. */
export function coloursOf(
  points: readonly MapPoint[],
  kind: ColourKind,
  legend: readonly LegendEntry[],
): readonly number[] {
  const colours = new Map(legend.map(({ value, colour }) => [value, colour]));
  return points.map((point) => colours.get(point[kind]) ?? OTHERS);
}
