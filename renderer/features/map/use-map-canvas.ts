import { type RefObject, useEffect, useEffectEvent, useMemo, useState } from "react";
import { readStored, writeStored } from "../../data/use-stored.ts";
import { drawMap, type Palette, pointAt, readPalette, type Scene } from "./draw-map.ts";
import { fitViewport, type Place, pan, type Size, toMap, type Viewport, zoomAt } from "./viewport.ts";

const WHEEL_SPEED = 0.0015;
/** A pinch on a touchpad is a wheel with Ctrl and small steps. */
const PINCH_SPEED = 0.01;

const VIEWPORT = "map.viewport";

/** The drawing of the map and the part of it that is shown. The functions are stable and take pixels. */
export function useMapCanvas(canvasRef: RefObject<HTMLCanvasElement | null>, scene: Scene) {
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
