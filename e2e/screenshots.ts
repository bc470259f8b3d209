/**
 * `npx node e2e/screenshots.ts [--all] [--out folder] [--only memories] [--sizes wide,narrow]`: takes screenshots of
 * the window with sample data. Without options it writes the guide's screenshots to docs/images. `--all` takes every
 * place, empty, full and offline, in both themes and all sizes, for review; `--only` and `--sizes` select some of them.
 */
import { mkdir, mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { parseArgs } from "node:util";
import { build } from "../scripts/build.ts";
import { root } from "../scripts/tools.ts";
import { fillFolder } from "./screenshots/fill.ts";
import { EMPTY_SHOTS, FIRST_SHOTS, FULL_SHOTS, GUIDE_SHOTS, OFFLINE_SHOTS, type Shot } from "./screenshots/shots.ts";
import { GUIDE_SIZE, openStage, SIZES, type Size, THEMES } from "./screenshots/stage.ts";
import { stopPrograms } from "./testing/programs.ts";

const { values } = parseArgs({
  options: {
    all: { type: "boolean", default: false },
    out: { type: "string" },
    only: { type: "string" },
    sizes: { type: "string" },
  },
});
const out = values.out ?? path.join(root, "docs", "images");
const sizes = SIZES.filter(({ name }) => values.sizes === undefined || values.sizes.split(",").includes(name));
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

build();
await mkdir(out, { recursive: true });
if (values.all) {
  await takeAll(EMPTY_SHOTS, sizes, false);
  await takeAll(FULL_SHOTS, sizes, true);
  await takeAll(OFFLINE_SHOTS, sizes, true);
} else {
  await takeForGuide(FIRST_SHOTS, false);
  await takeForGuide(GUIDE_SHOTS, true);
}
