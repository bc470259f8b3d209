import path from "node:path";

/**
 * Returns the AppImage that this program runs from, or null. A program started by another application's AppImage
 * inherits its `APPIMAGE`, so the program must also be in the mount that `APPDIR` names.
 * @param execPath the path of this process's executable
 */
export function appImageOf(env: NodeJS.ProcessEnv, execPath: string): string | null {
  const { APPIMAGE, APPDIR } = env;
  return APPIMAGE && APPDIR && execPath.startsWith(path.join(APPDIR, path.sep)) ? APPIMAGE : null;
}
