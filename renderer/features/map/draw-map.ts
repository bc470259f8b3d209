import type { MapCluster, MapPoint } from "../../../electron/core/map.ts";
import { COLOUR_VARIABLES } from "./map-colours.ts";
import { type Place, type Size, toScreen, type Viewport } from "./viewport.ts";

/** What the map draws. */
export interface Scene {
  readonly points: readonly MapPoint[];
  /** The number of the colour of each point. */
  readonly colours: readonly number[];
  readonly clusters: readonly MapCluster[];
  readonly selected: ReadonlySet<string>;
  /** The point with a ring: of the list's active row. */
  readonly active: string | null;
  /** If it is not null, points of other colours are faint. */
  readonly highlighted: number | null;
}

/** The colours of the page's theme, as the canvas takes them. */
export interface Palette {
  readonly points: readonly string[];
  readonly text: string;
  readonly halo: string;
  readonly accent: string;
  readonly font: string;
}

/** Resolves the variables of the theme: a canvas does not know them. */
export function readPalette(element: HTMLElement): Palette {
  const resolve = (variable: string) => {
    // A new element for each: a change of colour would be a transition, whose first colour is the former one.
    const probe = document.createElement("span");
    probe.style.color = `var(${variable})`;
    element.append(probe);
    const { color } = getComputedStyle(probe);
    probe.remove();
    return color;
  };
  return {
    points: COLOUR_VARIABLES.map(resolve),
    text: resolve("--ink"),
    halo: resolve("--canvas"),
    accent: resolve("--accent"),
    font: getComputedStyle(element).fontFamily,
  };
}

const MANY_POINTS = 2_000;
const RADIUS = 3.5;
const RADIUS_OF_MANY = 2.25;
/** Added with the square root of the uses. */
const USED_RADIUS = 1.5;
const MAX_USED_RADIUS = 6;
/** The radius grows with the zoom, more slowly. */
const ZOOM_POWER = 0.25;
const MAX_GROWTH = 2;
const FAINT = 0.15;
const OPAQUE = 0.85;

/** The radius of a point in pixels. */
export function radiusOf({ used }: MapPoint, total: number, zoom: number): number {
  const base = total > MANY_POINTS ? RADIUS_OF_MANY : RADIUS;
  const growth = Math.min(MAX_GROWTH, Math.max(1, zoom ** ZOOM_POWER));
  return (base + Math.min(MAX_USED_RADIUS, USED_RADIUS * Math.sqrt(used))) * growth;
}

interface Drawing {
  readonly view: Viewport;
  readonly size: Size;
  /** The scale relative to the scale at which all points are visible. */
  readonly zoom: number;
  readonly palette: Palette;
  /** The corners of the selection that is being drawn, in pixels. */
  readonly lasso: readonly Place[];
}

/** Draws the map. Each point is a path: one path for all points of a colour takes several times as long to fill. */
export function drawMap(context: CanvasRenderingContext2D, scene: Scene, drawing: Drawing): void {
  const { size, palette, lasso } = drawing;
  context.clearRect(0, 0, size.width, size.height);
  for (const colour of palette.points.keys()) {
    context.globalAlpha = scene.highlighted === null || scene.highlighted === colour ? OPAQUE : FAINT;
    context.fillStyle = palette.points[colour] ?? palette.text;
    fillPoints(context, scene, colour, drawing);
  }
  context.globalAlpha = 1;
  drawRings(context, scene, drawing);
  drawLabels(context, scene.clusters, drawing);
  if (lasso.length > 1) drawLasso(context, lasso, palette.accent);
}

function fillPoints(context: CanvasRenderingContext2D, scene: Scene, colour: number, drawing: Drawing): void {
  const { points, colours } = scene;
  const { view, size, zoom } = drawing;
  for (let index = 0; index < points.length; index++) {
    if (colours[index] !== colour) continue;
    const point = points[index] as MapPoint;
    // Without an object for each point: a frame draws thousands.
    const x = (point.x - view.x) * view.scale + size.width / 2;
    const y = (point.y - view.y) * view.scale + size.height / 2;
    const radius = radiusOf(point, points.length, zoom);
    if (x < -radius || y < -radius || x > size.width + radius || y > size.height + radius) continue;
    context.beginPath();
    context.arc(x, y, radius, 0, 2 * Math.PI);
    context.fill();
  }
}

/** Rings around the selected points and the active one. */
function drawRings(context: CanvasRenderingContext2D, { points, selected, active }: Scene, drawing: Drawing): void {
  if (selected.size === 0 && active === null) return;
  const { view, size, zoom, palette } = drawing;
  context.strokeStyle = palette.accent;
  for (const point of points) {
    if (point.id !== active && !selected.has(point.id)) continue;
    const { x, y } = toScreen(point, view, size);
    context.lineWidth = point.id === active ? 3 : 1.5;
    context.beginPath();
    context.arc(x, y, radiusOf(point, points.length, zoom) + 3, 0, 2 * Math.PI);
    context.stroke();
  }
}

const LABEL_SIZE = 12;
const LABEL_GAP = 6;
/** Pixels above the middle of a cluster: over its middle, a label would cover a narrow one. */
const LABEL_RISE = 22;

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

/** The words of the clusters, of large ones first. A label that would cover another is left out. */
function drawLabels(context: CanvasRenderingContext2D, clusters: readonly MapCluster[], drawing: Drawing): void {
  const { view, size, palette } = drawing;
  context.font = `600 ${LABEL_SIZE}px ${palette.font}`;
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.lineJoin = "round";
  context.lineWidth = 4;
  context.strokeStyle = palette.halo;
  context.fillStyle = palette.text;
  const taken: Box[] = [];
  for (const { words, x, y } of clusters) {
    if (words.length === 0) continue;
    const label = words.join(" · ");
    const middle = toScreen({ x, y }, view, size);
    const at = { x: middle.x, y: middle.y - LABEL_RISE };
    const half = context.measureText(label).width / 2 + LABEL_GAP;
    const box = { left: at.x - half, right: at.x + half, top: at.y - LABEL_SIZE, bottom: at.y + LABEL_SIZE };
    const isVisible = box.left > 0 && box.right < size.width && box.top > 0 && box.bottom < size.height;
    const isCovered = taken.some(
      (other) => box.left < other.right && box.right > other.left && box.top < other.bottom && box.bottom > other.top,
    );
    if (!isVisible || isCovered) continue;
    taken.push(box);
    context.strokeText(label, at.x, at.y);
    context.fillText(label, at.x, at.y);
  }
}

function drawLasso(context: CanvasRenderingContext2D, lasso: readonly Place[], colour: string): void {
  context.strokeStyle = colour;
  context.fillStyle = colour;
  context.lineWidth = 1.5;
  context.beginPath();
  for (const { x, y } of lasso) context.lineTo(x, y);
  context.closePath();
  context.globalAlpha = 0.12;
  context.fill();
  context.globalAlpha = 1;
  context.stroke();
}

/** A press this many pixels outside of a point is on it. */
const HIT_DISTANCE = 6;

/** The point nearest to a pixel, if the pixel is on it or close to it. */
export function pointAt(
  scene: Pick<Scene, "points">,
  at: Place,
  { view, size, zoom }: Omit<Drawing, "palette" | "lasso">,
) {
  let best: MapPoint | null = null;
  let least = Number.POSITIVE_INFINITY;
  for (const point of scene.points) {
    const { x, y } = toScreen(point, view, size);
    const distance = Math.hypot(x - at.x, y - at.y);
    if (distance < least && distance <= radiusOf(point, scene.points.length, zoom) + HIT_DISTANCE) {
      best = point;
      least = distance;
    }
  }
  return best;
}
