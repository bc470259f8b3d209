import path from "node:path";

/**
 * The AppImage that this program runs from; null where it runs from none. Programs started by another application's
 * AppImage inherit its `APPIMAGE`, so the program must lie in the mount that `APPDIR` names.
 * @param execPath of this process: in an AppImage, below a folder that is another one each time
 */
export function appImageOf(env: NodeJS.ProcessEnv, execPath: string): string | null {
  const { APPIMAGE, APPDIR } = env;
  return APPIMAGE && APPDIR && execPath.startsWith(path.join(APPDIR, path.sep)) ? APPIMAGE : null;
}
