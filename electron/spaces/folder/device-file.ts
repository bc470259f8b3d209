import path from "node:path";
import { z } from "zod";
import { type FileSteps, readWhole, writeDurably } from "./files.ts";

export const HEAD_FILE = "head.json";
const MAX_FILE_BYTES = 64 * 1024;

const schema = z.object({
  format: z.literal(1),
  /** Base64; sealed if the space is encrypted. */
  name: z.base64(),
  head: z.int().min(0),
  /** When the device wrote this, in milliseconds since 1970. */
  at: z.int().min(0),
});
export type DeviceFile = z.output<typeof schema>;

/**
 * Reads `head.json`, the only file of a device that changes. It may be older than the segments, or missing.
 * @returns null if it is missing, incomplete or damaged
 */
export async function readDeviceFile(folder: string): Promise<DeviceFile | null> {
  const bytes = await readWhole(path.join(folder, HEAD_FILE), MAX_FILE_BYTES);
  if (bytes === null) return null;
  try {
    return schema.parse(JSON.parse(Buffer.from(bytes).toString("utf8")));
  } catch {
    return null;
  }
}

export async function writeDeviceFile(steps: FileSteps, folder: string, file: DeviceFile): Promise<void> {
  await writeDurably(steps, path.join(folder, HEAD_FILE), Buffer.from(`${JSON.stringify(file)}\n`));
}
