import { readFileSync } from "node:fs";
import path from "node:path";
import type { Carrier } from "../../../electron/spaces/carrier.ts";
import { toEntry } from "../../../electron/spaces/publish-entries.ts";
import type { Report } from "../report.ts";
import { filesIn } from "./synced-folders.ts";

const READ_BYTES = 4 * 1024 * 1024;

/** Reports each file below a folder that has the word. */
export function verifyNoWord(folder: string, word: string, report: Report): void {
  let files = 0;
  let bytes = 0;
  for (const { file, content } of contentsIn(folder)) {
    files += 1;
    bytes += content.length;
    if (hasWord(content, word)) report.violation(`A secret is in ${path.join(folder, file)}`);
  }
  report.count("searched for the secret", "files", files);
  report.count("searched for the secret", "megabytes", Math.round(bytes / 1e6));
}

/** Whether the word is in any file below a folder: then {@link verifyNoWord} can find it. */
export function isWordIn(folder: string, word: string): boolean {
  return contentsIn(folder).some(({ content }) => hasWord(content, word));
}

/** Reports each entry of a carrier that has the word: entries are compressed, so the bytes of a file do not show it. */
export async function verifyNoWordIn(carrier: Carrier, word: string, report: Report): Promise<void> {
  const after = new Map<string, number>();
  let entries = 0;
  for (;;) {
    const { parcels, hasMore } = await carrier.read(after, READ_BYTES);
    for (const parcel of parcels) {
      after.set(parcel.device, parcel.sequence);
      const entry = toEntry(parcel);
      if (entry === null) report.violation(`An entry cannot be read: ${parcel.device} ${parcel.sequence}`);
      else if (entry.body.includes(word)) report.violation(`A secret is in an entry: ${entry.body.slice(0, 300)}`);
      entries += 1;
    }
    if (!hasMore) break;
  }
  if (entries === 0) report.violation("A carrier has no entries: nothing was exchanged.");
  report.count("searched for the secret", "entries", entries);
}

function contentsIn(folder: string): { readonly file: string; readonly content: Buffer }[] {
  return filesIn(folder).flatMap((file) => {
    try {
      return [{ file, content: readFileSync(path.join(folder, file)) }];
    } catch {
      // A lock or socket that has ended.
      return [];
    }
  });
}

function hasWord(content: Buffer, word: string): boolean {
  const text = Buffer.from(word);
  return (
    content.includes(text) ||
    content.includes(text.toString("base64").slice(0, -4)) ||
    content.includes(Buffer.from(word, "utf16le"))
  );
}
