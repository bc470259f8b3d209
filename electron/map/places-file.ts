import { z } from "zod";
import { type RecordContext, RecordFile } from "../platform/record-file.ts";

const VERSION = 1;

const schema = z.object({
  version: z.literal(VERSION),
  /** The model whose vectors were laid out. */
  fingerprint: z.string(),
  /** The number of memories of the last layout, and of those that were added, changed or removed since. */
  laidOut: z.number().int().min(0),
  changed: z.number().int().min(0),
  /** Id, revision, x and y of each memory, in the order of the ids. */
  places: z.array(z.tuple([z.string(), z.number().int(), z.number(), z.number()])),
  /** The clusters of these places, the largest first: their words, and indices of `places`. Absent until computed. */
  clusters: z.array(z.object({ words: z.array(z.string()), members: z.array(z.number().int().min(0)) })).optional(),
});

/** The positions of memories. The map keeps them, so that it looks the same at the next start. */
export type Places = z.infer<typeof schema>;

export const NO_PLACES: Places = {
  version: VERSION,
  fingerprint: "",
  laidOut: 0,
  changed: 0,
  places: [],
  clusters: [],
};

/** Opens the file with the positions. A damaged file is renamed, and the map is laid out again. */
export function openPlacesFile(file: string, context: RecordContext): RecordFile<Places> {
  return new RecordFile({ ...context, file, schema, empty: NO_PLACES, isCompact: true });
}
