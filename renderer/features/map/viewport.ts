/** A point of the map, in its units. */
export interface Place {
  readonly x: number;
  readonly y: number;
}

/** The size of the drawing in pixels. */
export interface Size {
  readonly width: number;
  readonly height: number;
}

/** The part of the map that is shown: its centre, and pixels for each unit. */
export interface Viewport extends Place {
  readonly scale: number;
}

/** Space around the points, in pixels: half a label. */
const MARGIN = 48;
/** Limits of the scale, relative to the scale at which all points are visible. */
const MIN_ZOOM = 0.5;
const MAX_ZOOM = 60;
/** If all points are in one place. */
const MIN_EXTENT = 1;

/** The viewport that shows all points. */
export function fitViewport(places: readonly Place[], { width, height }: Size): Viewport {
  let [left, top, right, bottom] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const { x, y } of places) {
    left = Math.min(left, x);
    right = Math.max(right, x);
    top = Math.min(top, y);
    bottom = Math.max(bottom, y);
  }
  if (places.length === 0) return { x: 0, y: 0, scale: 1 };
  const scale = Math.min(
    Math.max(1, width - 2 * MARGIN) / Math.max(MIN_EXTENT, right - left),
    Math.max(1, height - 2 * MARGIN) / Math.max(MIN_EXTENT, bottom - top),
  );
  return { x: (left + right) / 2, y: (top + bottom) / 2, scale };
}

export function toScreen({ x, y }: Place, view: Viewport, { width, height }: Size): Place {
  return { x: (x - view.x) * view.scale + width / 2, y: (y - view.y) * view.scale + height / 2 };
}

export function toMap({ x, y }: Place, view: Viewport, { width, height }: Size): Place {
  return { x: (x - width / 2) / view.scale + view.x, y: (y - height / 2) / view.scale + view.y };
}

/** Moves the map by pixels: to the right and down if positive. */
export function pan(view: Viewport, dx: number, dy: number): Viewport {
  return { ...view, x: view.x - dx / view.scale, y: view.y - dy / view.scale };
}

/**
 * Zooms by a factor; the place under a pixel stays there.
 * @param fitted the viewport that shows all points, which limits the scale
 */
export function zoomAt(view: Viewport, factor: number, at: Place, size: Size, fitted: Viewport): Viewport {
  const scale = Math.min(fitted.scale * MAX_ZOOM, Math.max(fitted.scale * MIN_ZOOM, view.scale * factor));
  const before = toMap(at, view, size);
  const after = toMap(at, { ...view, scale }, size);
  return { x: view.x + before.x - after.x, y: view.y + before.y - after.y, scale };
}

/** Whether a place is inside a polygon, by the even-odd rule. */
export function isInside({ x, y }: Place, polygon: readonly Place[]): boolean {
  let inside = false;
  for (let index = 0, previous = polygon.length - 1; index < polygon.length; previous = index++) {
    const one = polygon[index] as Place;
    const other = polygon[previous] as Place;
    const crosses = one.y > y !== other.y > y;
    if (crosses && x < ((other.x - one.x) * (y - one.y)) / (other.y - one.y) + one.x) inside = !inside;
  }
  return inside;
}
