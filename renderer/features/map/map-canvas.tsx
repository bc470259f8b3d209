import { Maximize, Minus, Plus } from "lucide-react";
import {
  type KeyboardEvent,
  type PointerEvent,
  type RefObject,
  useEffect,
  useEffectEvent,
  useId,
  useMemo,
  useRef,
  useState,
} from "react";
import { markHidden } from "../../../electron/core/hidden-characters.ts";
import type { MapPoint } from "../../../electron/core/map.ts";
import { readStored, writeStored } from "../../data/use-stored.ts";
import { useText } from "../../text/use-text.ts";
import { IconButton } from "../../ui/button.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { drawMap, type Palette, pointAt, readPalette, type Scene } from "./draw-map.ts";
import { fitViewport, isInside, type Place, pan, type Size, toMap, type Viewport, zoomAt } from "./viewport.ts";

interface MapCanvasProps {
  readonly scene: Scene;
  readonly onOpen: (id: string) => void;
  readonly onToggle: (id: string) => void;
  /** Selects these memories, in place of the selected ones. */
  readonly onSelect: (ids: readonly string[]) => void;
}

/** Pixels that an arrow key moves the map. */
const KEY_STEP = 60;
const KEY_ZOOM = 1.4;
/** A press that moves less is a click. */
const CLICK_DISTANCE = 4;

/** A press of the pointer: it moves the map, or draws a selection. */
interface Press {
  readonly start: Place;
  readonly isLasso: boolean;
  last: Place;
  hasMoved: boolean;
}

/** The map: memories as points. The list next to it has the same memories for the keyboard and for screen readers. */
export function MapCanvas({ scene, onOpen, onToggle, onSelect }: MapCanvasProps) {
  const words = useText().map;
  const canvasRef = useRef<HTMLCanvasElement>(null);
  const map = useMapCanvas(canvasRef, scene);
  const press = useRef<Press | null>(null);
  const [hovered, setHovered] = useState<{ readonly point: MapPoint; readonly at: Place } | null>(null);
  const keysId = useId();

  const placeOf = ({ nativeEvent }: PointerEvent): Place => ({ x: nativeEvent.offsetX, y: nativeEvent.offsetY });
  const onPointerDown = (event: PointerEvent<HTMLCanvasElement>) => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    const start = placeOf(event);
    press.current = { start, last: start, isLasso: event.shiftKey, hasMoved: false };
  };
  const onPointerMove = (event: PointerEvent) => {
    const at = placeOf(event);
    const current = press.current;
    if (current === null) {
      const point = map.pointAt(at);
      setHovered(point === null ? null : { point, at });
      return;
    }
    current.hasMoved ||= Math.hypot(at.x - current.start.x, at.y - current.start.y) > CLICK_DISTANCE;
    if (!current.hasMoved) return;
    setHovered(null);
    if (current.isLasso) map.setLasso((lasso) => [...(lasso.length === 0 ? [current.start] : lasso), at]);
    else map.panBy(at.x - current.last.x, at.y - current.last.y);
    current.last = at;
  };
  const onPointerUp = (event: PointerEvent) => {
    const current = press.current;
    press.current = null;
    if (current === null) return;
    if (current.hasMoved && current.isLasso) {
      const polygon = [...map.lasso, placeOf(event)].map(map.toMap);
      map.setLasso([]);
      onSelect(scene.points.filter((point) => isInside(point, polygon)).map(({ id }) => id));
    }
    const point = current.hasMoved ? null : map.pointAt(placeOf(event));
    if (point === null) return;
    if (event.shiftKey || event.ctrlKey || event.metaKey) onToggle(point.id);
    else onOpen(point.id);
  };
  const cancel = () => {
    press.current = null;
    map.setLasso([]);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.ctrlKey || event.metaKey || event.altKey) return;
    const act = KEYS[event.key];
    if (act === undefined) return;
    event.preventDefault();
    act(map);
  };

  return (
    <div
      role="application"
      aria-label={words.label}
      aria-describedby={keysId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: the arrow keys move the map
      tabIndex={0}
      onKeyDown={onKeyDown}
      className="focus-inset relative min-h-0 min-w-0 flex-1 overflow-hidden bg-canvas"
    >
      <span id={keysId} className="sr-only">
        {words.keys}
      </span>
      <canvas
        ref={canvasRef}
        aria-hidden
        onPointerDown={onPointerDown}
        onPointerMove={onPointerMove}
        onPointerUp={onPointerUp}
        onPointerCancel={cancel}
        onPointerLeave={() => setHovered(null)}
        className={`absolute inset-0 size-full touch-none ${hovered === null ? "cursor-grab active:cursor-grabbing" : "cursor-pointer"}`}
      />
      <div className="absolute top-2 right-2 flex flex-col rounded-md bg-raised shadow-[0_0_0_1px_var(--line)]">
        <IconButton label={words.zoomIn} keys="+" icon={Plus} onClick={() => map.zoomBy(KEY_ZOOM)} />
        <IconButton label={words.zoomOut} keys="-" icon={Minus} onClick={() => map.zoomBy(1 / KEY_ZOOM)} />
        <IconButton label={words.showAll} keys="0" icon={Maximize} disabled={map.isFitted} onClick={map.showAll} />
      </div>
      {hovered !== null && <HoverCard point={hovered.point} at={hovered.at} />}
    </div>
  );
}

type MapActions = Pick<ReturnType<typeof useMapCanvas>, "panBy" | "zoomBy" | "showAll">;

const KEYS: Readonly<Record<string, (map: MapActions) => void>> = {
  ArrowLeft: (map) => map.panBy(KEY_STEP, 0),
  ArrowRight: (map) => map.panBy(-KEY_STEP, 0),
  ArrowUp: (map) => map.panBy(0, KEY_STEP),
  ArrowDown: (map) => map.panBy(0, -KEY_STEP),
  "+": (map) => map.zoomBy(KEY_ZOOM),
  "=": (map) => map.zoomBy(KEY_ZOOM),
  "-": (map) => map.zoomBy(1 / KEY_ZOOM),
  "0": (map) => map.showAll(),
};

/** The width of the card, and its distance from the pointer, in pixels. */
const CARD_WIDTH = 280;
const CARD_GAP = 14;

/** The memory under the pointer. */
function HoverCard({ point, at }: { readonly point: MapPoint; readonly at: Place }) {
  const words = useText().map;
  return (
    <div
      aria-hidden
      data-hover-card
      style={{
        width: CARD_WIDTH,
        left: `max(4px, min(${at.x + CARD_GAP}px, calc(100% - ${CARD_WIDTH + 4}px)))`,
        ...(at.y > 110 ? { bottom: `calc(100% - ${at.y - CARD_GAP}px)` } : { top: at.y + CARD_GAP }),
      }}
      className="pointer-events-none absolute rounded-md bg-raised px-3 py-2 shadow-popup"
    >
      <p dir="auto" className="line-clamp-2 wrap-anywhere font-medium">
        {markHidden(point.title)}
      </p>
      <p className="mt-0.5 flex gap-2 text-sm text-ink-faint">
        <span className="shrink-0 text-ink-soft">{point.namespace}</span>
        <OneLine className="min-w-0 flex-1">{point.domain}</OneLine>
        {point.used > 0 && <span className="shrink-0">{words.used(point.used)}</span>}
      </p>
    </div>
  );
}

const WHEEL_SPEED = 0.0015;
/** A pinch on a touchpad is a wheel with Ctrl and small steps. */
const PINCH_SPEED = 0.01;

const VIEWPORT = "map.viewport";

/** The drawing of the map and the part of it that is shown. The functions are stable and take pixels. */
function useMapCanvas(canvasRef: RefObject<HTMLCanvasElement | null>, scene: Scene) {
  const size = useSize(canvasRef);
  const palette = usePalette(canvasRef);
  const [chosen, setChosen] = useState<Viewport | null>(() => readStored(VIEWPORT, null, sessionStorage));
  useEffect(() => writeStored(VIEWPORT, chosen, sessionStorage), [chosen]);
  const [lasso, setLasso] = useState<readonly Place[]>([]);
  const fitted = useMemo(() => fitViewport(scene.points, size), [scene.points, size]);
  const view = chosen ?? fitted;
  const zoom = view.scale / fitted.scale;

  const draw = useEffectEvent(() => {
    const canvas = canvasRef.current;
    const context = canvas?.getContext("2d") ?? null;
    if (canvas === null || context === null || palette === null) return;
    const density = devicePixelRatio;
    const width = Math.round(size.width * density);
    const height = Math.round(size.height * density);
    if (canvas.width !== width || canvas.height !== height) {
      canvas.width = width;
      canvas.height = height;
    }
    context.setTransform(density, 0, 0, density, 0, 0);
    drawMap(context, scene, { view, size, zoom, palette, lasso });
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: a change of any of these is drawn in the next frame
  useEffect(() => {
    const frame = requestAnimationFrame(() => draw());
    return () => cancelAnimationFrame(frame);
  }, [scene, view, size, palette, lasso]);

  const zoomBy = (factor: number, at: Place = { x: size.width / 2, y: size.height / 2 }) =>
    setChosen((current) => zoomAt(current ?? fitted, factor, at, size, fitted));
  const onWheel = useEffectEvent((event: WheelEvent) => {
    event.preventDefault();
    const speed = event.ctrlKey ? PINCH_SPEED : WHEEL_SPEED;
    zoomBy(Math.exp(-event.deltaY * speed), { x: event.offsetX, y: event.offsetY });
  });
  useEffect(() => {
    const canvas = canvasRef.current;
    const listen = (event: WheelEvent) => onWheel(event);
    // React's listeners are passive: they cannot prevent the page's own zoom.
    canvas?.addEventListener("wheel", listen, { passive: false });
    return () => canvas?.removeEventListener("wheel", listen);
  }, [canvasRef]);

  return {
    lasso,
    setLasso,
    isFitted: chosen === null,
    showAll: () => setChosen(null),
    zoomBy,
    panBy: (dx: number, dy: number) => setChosen((current) => pan(current ?? fitted, dx, dy)),
    pointAt: (at: Place) => pointAt(scene, at, { view, size, zoom }),
    toMap: (at: Place) => toMap(at, view, size),
  };
}

function useSize(canvasRef: RefObject<HTMLCanvasElement | null>): Size {
  const [size, setSize] = useState<Size>({ width: 0, height: 0 });
  useEffect(() => {
    const canvas = canvasRef.current;
    if (canvas === null) return;
    const observer = new ResizeObserver(() => setSize({ width: canvas.clientWidth, height: canvas.clientHeight }));
    observer.observe(canvas);
    return () => observer.disconnect();
  }, [canvasRef]);
  return size;
}

/** The colours of the theme; re-read when the theme changes. */
function usePalette(canvasRef: RefObject<HTMLCanvasElement | null>): Palette | null {
  const [palette, setPalette] = useState<Palette | null>(null);
  useEffect(() => {
    const parent = canvasRef.current?.parentElement;
    if (parent == null) return;
    const read = () => setPalette(readPalette(parent));
    read();
    const queries = ["(prefers-color-scheme: dark)", "(prefers-contrast: more)"].map((query) => matchMedia(query));
    for (const query of queries) query.addEventListener("change", read);
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributes: true, attributeFilter: ["data-theme"] });
    return () => {
      for (const query of queries) query.removeEventListener("change", read);
      observer.disconnect();
    };
  }, [canvasRef]);
  return palette;
}
