import { writeFile } from "node:fs/promises";
import path from "node:path";

/** A picture of the gallery. */
export interface Picture {
  /** What it shows: the name of its shot. */
  readonly shot: string;
  /** The size and the theme. */
  readonly kind: string;
  /** Its file in the folder of the gallery. */
  readonly file: string;
}

/** Writes a page with all pictures, grouped by what they show. Returns its path. */
export async function writeGallery(folder: string, pictures: readonly Picture[]): Promise<string> {
  const parts = [...Map.groupBy(pictures, ({ shot }) => shot)].map(
    ([shot, group]) => `<section id="${shot}"><h2>${shot}</h2><div>${group.map(figureOf).join("")}</div></section>`,
  );
  const links = [...new Set(pictures.map(({ shot }) => shot))].map((shot) => `<a href="#${shot}">${shot}</a>`);
  const page = path.join(folder, "index.html");
  await writeFile(page, `${HEAD}<nav>${links.join(" ")}</nav>${parts.join("")}\n`);
  return page;
}

function figureOf({ kind, file }: Picture): string {
  return `<figure><a href="${file}"><img src="${file}" alt="${kind}" loading="lazy"></a><figcaption>${kind}</figcaption></figure>`;
}

const HEAD = `<!doctype html><meta charset="utf-8"><title>Recollect: every place</title><style>
body { font: 14px system-ui; margin: 24px; background: #eee; color: #222 }
nav { display: flex; flex-wrap: wrap; gap: 4px 12px }
section div { display: flex; flex-wrap: wrap; gap: 12px; align-items: start }
figure { margin: 0; max-width: 620px }
img { max-width: 100%; border: 1px solid #bbb }
figcaption { color: #555 }
</style>`;
