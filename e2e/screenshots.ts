/**
 * `npx node e2e/screenshots.ts [--all | --gallery] [--out folder] [--only memories] [--sizes wide,narrow]`: takes screenshots
 * of the window with sample data. Without options it writes the guide's screenshots to docs/images. `--all` takes every
 * place, empty, full and offline, in both themes and all sizes, for review; `--only` and `--sizes` select some of them.
 * `--gallery`, which is `npm run test:e2e -- screenshots`, takes every place and dialog, light, dark, narrow, at 200 % and in
 * Chinese, and writes a page with all of them to test-results/gallery.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { root } from "../scripts/tools.ts";
import { fillFolder } from "./screenshots/fill.ts";
import { type Picture, writeGallery } from "./screenshots/gallery.ts";
import {
  ADDRESS_SHOTS,
  EMPTY_SHOTS,
  FIRST_SHOTS,
  FULL_SHOTS,
  GUIDE_SHOTS,
  OFFLINE_SHOTS,
  type Shot,
} from "./screenshots/shots.ts";
import { GALLERY_SIZES, GUIDE_SIZE, openStage, SIZES, type Size, THEMES, type Theme } from "./screenshots/stage.ts";
import { stopPrograms } from "./testing/programs.ts";

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    gallery: { type: "boolean", default: false },
    out: { type: "string" },
    only: { type: "string" },
    sizes: { type: "string" },
  },
});
const usualFolder = values.gallery ? path.join("test-results", "gallery") : path.join("docs", "images");
const out = path.resolve(values.out ?? path.join(root, usualFolder));
const sizes = (values.gallery ? GALLERY_SIZES : SIZES).filter(
  ({ name }) => values.sizes === undefined || values.sizes.split(",").includes(name),
);
const CONNECTED = ["claude-code", "cursor", "codex-mcp-client"];
const isWanted = ({ name }: Shot) => values.only === undefined || name.includes(values.only);

async function withStage(filled: boolean, take: (stage: Awaited<ReturnType<typeof openStage>>) => Promise<void>) {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-pictures-"));
  try {
    if (filled) await fillFolder(path.join(folder, "data"));
    const stage = await openStage(folder, filled ? CONNECTED : []);
    try {
      await take(stage);
    } finally {
      await stage.close();
    }
  } finally {
    stopPrograms();
    await rm(folder, { recursive: true, force: true, maxRetries: 20, retryDelay: 100 });
  }
}

async function takeAll(shots: readonly Shot[], sizes: readonly Size[], filled: boolean): Promise<void> {
  await withStage(filled, async (stage) => {
    for (const size of sizes) {
      for (const theme of THEMES) {
        for (const shot of shots.filter(isWanted)) {
          await stage.take(shot, { theme, size, file: path.join(out, `${shot.name}-${size.name}-${theme}.png`) });
        }
      }
    }
  });
}

async function takeForGuide(shots: readonly Shot[], filled: boolean): Promise<void> {
  await withStage(filled, async (stage) => {
    for (const shot of shots.filter(isWanted)) {
      for (const theme of THEMES) {
        await stage.take(shot, { theme, size: GUIDE_SIZE, file: path.join(out, `${shot.name}-${theme}.png`) });
      }
    }
  });
}

/** Takes every shot that does not need words of another language. A shot that fails is named at the end. */
async function takeForGallery(shots: readonly Shot[], filled: boolean): Promise<void> {
  await withStage(filled, async (stage) => {
    for (const size of sizes) {
      const themes: readonly Theme[] = size.name === "wide" ? THEMES : ["light"];
      const possible = shots.filter(({ prepare }) => size.language === undefined || prepare === undefined);
      for (const [theme, shot] of themes.flatMap((theme) =>
        possible.filter(isWanted).map((shot) => [theme, shot] as const),
      )) {
        const kind = `${size.name} ${theme}`;
        const file = `${shot.name}-${size.name}-${theme}.png`;
        try {
          await stage.take(shot, { theme, size, file: path.join(out, file) });
          pictures.push({ shot: shot.name, kind, file });
        } catch (error) {
          failed.push(`${shot.name}, ${kind}: ${String(error).split("\n")[0]}`);
        }
      }
    }
  });
}
const pictures: Picture[] = [];
const failed: string[] = [];

build();
await mkdir(out, { recursive: true });
if (values.gallery) {
  await takeForGallery(EMPTY_SHOTS, false);
  await takeForGallery([...FULL_SHOTS, ...ADDRESS_SHOTS], true);
  await takeForGallery(OFFLINE_SHOTS, true);
  console.log(`${pictures.length} pictures: ${await writeGallery(out, pictures)}`);
  for (const line of failed) console.error(`Not taken: ${line}`);
  if (failed.length > 0) process.exitCode = 1;
} else if (values.all) {
  await takeAll(EMPTY_SHOTS, sizes, false);
  await takeAll(FULL_SHOTS, sizes, true);
  await takeAll(OFFLINE_SHOTS, sizes, true);
} else {
  await takeForGuide(FIRST_SHOTS, false);
  await takeForGuide(GUIDE_SHOTS, true);
}
