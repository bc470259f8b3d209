import path from "node:path";

/** Whether a path is a folder or below it. Both are absolute. */
export function isWithin(place: string, folder: string): boolean {
  const relative = path.relative(folder, place);
  return relative === "" || !(relative === ".." || relative.startsWith(`..${path.sep}`) || path.isAbsolute(relative));
}
