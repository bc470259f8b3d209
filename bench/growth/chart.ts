/** One line of a chart: its points in the order of x. */
export interface Series {
  readonly name: string;
  readonly points: readonly (readonly [x: number, y: number])[];
}

export interface Chart {
  readonly title: string;
  readonly x: string;
  readonly y: string;
  readonly series: readonly Series[];
}

const [WIDTH, HEIGHT] = [720, 360];
const FRAME = { left: 64, top: 40, right: 168, bottom: 48 };
/** Distinguishable without colour vision, and readable on white and on black (Okabe and Ito 2008). */
const COLOURS = ["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#e69f00"];
const GREY = "#888888";

/** Draws a chart with logarithmic axes as SVG. All values must be above 0. */
export function drawChart({ title, x, y, series }: Chart): string {
  const points = series.flatMap((each) => each.points);
  const across = axisOf(
    points.map(([value]) => value),
    FRAME.left,
    WIDTH - FRAME.right,
  );
  const up = axisOf(
    points.map(([, value]) => value),
    HEIGHT - FRAME.bottom,
    FRAME.top,
  );
  const text = (left: number, top: number, content: string, more = "") =>
    `<text x="${left.toFixed(1)}" y="${top.toFixed(1)}" fill="${GREY}" ${more}>${escapeXml(content)}</text>`;
  const line = (x1: number, y1: number, x2: number, y2: number) =>
    `<line x1="${x1.toFixed(1)}" y1="${y1.toFixed(1)}" x2="${x2.toFixed(1)}" y2="${y2.toFixed(1)}" stroke="${GREY}" stroke-opacity="0.3"/>`;
  const parts = [
    text(FRAME.left, 20, title, 'font-size="14" font-weight="600"'),
    ...across.ticks.flatMap((tick) => [
      line(across.at(tick), FRAME.top, across.at(tick), HEIGHT - FRAME.bottom),
      text(across.at(tick), HEIGHT - FRAME.bottom + 16, label(tick), 'text-anchor="middle"'),
    ]),
    ...up.ticks.flatMap((tick) => [
      line(FRAME.left, up.at(tick), WIDTH - FRAME.right, up.at(tick)),
      text(FRAME.left - 6, up.at(tick) + 4, label(tick), 'text-anchor="end"'),
    ]),
    text((FRAME.left + WIDTH - FRAME.right) / 2, HEIGHT - 10, x, 'text-anchor="middle"'),
    text(FRAME.left, FRAME.top - 6, y),
    ...drawSeries(series, across, up),
  ];
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${WIDTH} ${HEIGHT}" font-family="sans-serif" font-size="12" role="img" aria-label="${escapeXml(title)}">
${parts.join("\n")}
</svg>
`;
}

interface Axis {
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** A logarithmic axis with a tick at each power of ten, or at 1, 2 and 5 times it if there are few. */
function axisOf(values: readonly number[], from: number, to: number): Axis {
  const [low, high] = [Math.min(...values), Math.max(...values)];
  const decades = Math.log10(high / low);
  const steps = decades > 2.9 ? [1] : [1, 2, 5];
  const ticks: number[] = [];
  for (let power = 10 ** Math.floor(Math.log10(low)); power <= high * 10; power *= 10) {
    for (const step of steps) ticks.push(step * power);
  }
  const first = ticks.findLast((tick) => tick <= low) ?? low;
  const last = ticks.find((tick) => tick >= high && tick > first) ?? high;
  const at = (value: number) => from + ((to - from) * Math.log(value / first)) / Math.log(last / first);
  return { ticks: ticks.filter((tick) => tick >= first && tick <= last), at };
}

function drawSeries(series: readonly Series[], across: Axis, up: Axis): string[] {
  // Names at the ends of lines, moved apart if they would overlap.
  const ends = series
    .map(({ name, points }, index) => ({ name, index, top: up.at(points.at(-1)?.[1] ?? 1) }))
    .sort((one, other) => one.top - other.top);
  let previous = Number.NEGATIVE_INFINITY;
  const names = ends.map(({ name, index, top }) => {
    previous = Math.max(top, previous + 15);
    return `<text x="${WIDTH - FRAME.right + 8}" y="${(previous + 4).toFixed(1)}" fill="${colourOf(index)}">${escapeXml(name)}</text>`;
  });
  const lines = series.flatMap(({ points }, index) => {
    const places = points.map(([x, y]) => `${across.at(x).toFixed(1)},${up.at(y).toFixed(1)}`);
    return [
      `<polyline points="${places.join(" ")}" fill="none" stroke="${colourOf(index)}" stroke-width="2"/>`,
      ...places.map((place) => {
        const [x, y] = place.split(",");
        return `<circle cx="${x}" cy="${y}" r="3" fill="${colourOf(index)}"/>`;
      }),
    ];
  });
  return [...lines, ...names];
}

function colourOf(index: number): string {
  return COLOURS[index % COLOURS.length] ?? GREY;
}

function label(value: number): string {
  return value.toLocaleString("en", { maximumFractionDigits: 2 });
}

function escapeXml(text: string): string {
  return text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll('"', "&quot;");
}
