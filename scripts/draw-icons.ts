/**
 * Draws the application's mark, two concentric circles, as the images that the platforms want, into resources/.
 * Run it after a change of the drawing. The images are committed.
 */
import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { root } from "./tools.ts";

type Colour = readonly [red: number, green: number, blue: number];

/** Radii and widths are fractions of the image's size. `core` null: an empty centre. */
interface Mark {
  readonly ring: Colour;
  readonly core: Colour | null;
  /** A rounded square behind the mark; null: none. */
  readonly ground: Colour | null;
  readonly radius: number;
  readonly stroke: number;
  readonly coreRadius: number;
}

const ACCENT: Colour = [91, 106, 208];
const AMBER: Colour = [214, 139, 32];
const BLACK: Colour = [0, 0, 0];
const WHITE: Colour = [255, 255, 255];

const tray = { ground: null, radius: 0.4, stroke: 0.11, coreRadius: 0.19 };
const app: Mark = { ring: WHITE, core: WHITE, ground: ACCENT, radius: 0.29, stroke: 0.075, coreRadius: 0.125 };
/** Serving has a core, paused has none, and failed is amber where colours are shown. */
const states = {
  serving: { ring: ACCENT, core: ACCENT, template: BLACK },
  paused: { ring: ACCENT, core: null, template: null },
  failed: { ring: AMBER, core: AMBER, template: null },
} as const;

write("icons/icon.png", png(app, 1024));
write("icons/icon.ico", ico(app, [16, 24, 32, 48, 64, 128, 256]));
for (const [state, { ring, core, template }] of Object.entries(states)) {
  const mark: Mark = { ...tray, ring, core };
  const stencil: Mark = { ...tray, ring: BLACK, core: template };
  write(`tray/${state}.png`, png(mark, 24));
  write(`tray/${state}@2x.png`, png(mark, 48));
  write(`tray/${state}.ico`, ico(mark, [16, 24, 32]));
  write(`tray/${state}Template.png`, png(stencil, 18));
  write(`tray/${state}Template@2x.png`, png(stencil, 36));
}

/** Colour and opacity of one pixel, by how far its centre lies inside each edge (an edge is one pixel soft). */
function pixel(mark: Mark, size: number, x: number, y: number): [...Colour, number] {
  const unit = (value: number) => value * size;
  const [dx, dy] = [x + 0.5 - size / 2, y + 0.5 - size / 2];
  const distance = Math.hypot(dx, dy);
  const inside = (depth: number) => Math.min(1, Math.max(0, depth + 0.5));
  const ring = inside(unit(mark.stroke) / 2 - Math.abs(distance - unit(mark.radius)));
  const core = mark.core === null ? 0 : inside(unit(mark.coreRadius) - distance);
  const drawn = Math.max(ring, core);
  const colour = core > ring && mark.core !== null ? mark.core : mark.ring;
  if (mark.ground === null) return [...colour, drawn * 255];
  const ground = inside(-roundedSquare(dx, dy, unit(0.45), unit(0.2)));
  const mix = (index: 0 | 1 | 2) => colour[index] * drawn + (mark.ground?.[index] ?? 0) * (1 - drawn);
  return [mix(0), mix(1), mix(2), ground * 255];
}

/** Signed distance to a square with rounded corners (negative inside). */
function roundedSquare(dx: number, dy: number, half: number, corner: number): number {
  const [qx, qy] = [Math.abs(dx) - half + corner, Math.abs(dy) - half + corner];
  return Math.hypot(Math.max(qx, 0), Math.max(qy, 0)) + Math.min(Math.max(qx, qy), 0) - corner;
}

/** A PNG of eight-bit RGBA (w3.org/TR/png). */
function png(mark: Mark, size: number): Buffer {
  const rows = Buffer.alloc(size * (size * 4 + 1));
  for (let y = 0; y < size; y++) {
    for (let x = 0; x < size; x++) {
      pixel(mark, size, x, y).forEach((value, channel) => {
        rows[y * (size * 4 + 1) + 1 + x * 4 + channel] = Math.round(value);
      });
    }
  }
  const header = Buffer.alloc(13);
  header.writeUInt32BE(size, 0);
  header.writeUInt32BE(size, 4);
  header.set([8, 6, 0, 0, 0], 8);
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  return Buffer.concat([
    signature,
    chunk("IHDR", header),
    chunk("IDAT", deflateSync(rows, { level: 9 })),
    chunk("IEND", Buffer.alloc(0)),
  ]);
}

function chunk(type: string, data: Buffer): Buffer {
  const body = Buffer.concat([Buffer.from(type, "latin1"), data]);
  const framed = Buffer.alloc(body.length + 8);
  framed.writeUInt32BE(data.length, 0);
  body.copy(framed, 4);
  framed.writeUInt32BE(crc32(body), body.length + 4);
  return framed;
}

/** A Windows icon: a directory of PNGs. A size of 256 is written as 0. */
function ico(mark: Mark, sizes: readonly number[]): Buffer {
  const images = sizes.map((size) => png(mark, size));
  const directory = Buffer.alloc(6 + 16 * sizes.length);
  directory.writeUInt16LE(1, 2);
  directory.writeUInt16LE(sizes.length, 4);
  let offset = directory.length;
  images.forEach((image, index) => {
    const at = 6 + 16 * index;
    directory.set([(sizes[index] ?? 0) % 256, (sizes[index] ?? 0) % 256], at);
    directory.writeUInt16LE(1, at + 4);
    directory.writeUInt16LE(32, at + 6);
    directory.writeUInt32LE(image.length, at + 8);
    directory.writeUInt32LE(offset, at + 12);
    offset += image.length;
  });
  return Buffer.concat([directory, ...images]);
}

function write(name: string, data: Buffer): void {
  const file = path.join(root, "resources", name);
  mkdirSync(path.dirname(file), { recursive: true });
  writeFileSync(file, data);
}
