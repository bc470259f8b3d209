import type { ShimCommand } from "../client.ts";
import { writeCommand } from "../write-command.ts";
import type { PluginFiles, PluginSource } from "./plugin.ts";

/** The launcher in a plugin's folder. */
const LAUNCHER = "bin/recollect-mcp";
/** The file in `<data folder>/plugins` that starts the shim of this installation: for a POSIX shell, and for cmd. */
const START_FILES = { posix: "start.sh", cmd: "start.cmd" } as const;
const SHIM_IN_APP = "dist/shim/recollect-shim.mjs";

/** The path of the launcher in the plugin's folder. */
export function launcherPath(platform: NodeJS.Platform): string {
  return platform === "win32" ? `${LAUNCHER}.cmd` : LAUNCHER;
}

/**
 * The launcher, which clients start as MCP server and as hook: a plugin must not contain the absolute path of a
 * program, and clients copy its folder. It starts the shim of the installation named in the data folder, or of an
 * application in a standard location. The shim acts for `clientId`, so that the plugin needs no token. While the
 * application does not run, a hook ends here, before Node starts.
 */
export function launcherFiles(clientId: string, { platform, dataFolder }: PluginSource): PluginFiles {
  return platform === "win32"
    ? { [launcherPath(platform)]: { text: forCmd(clientId, dataFolder) } }
    : { [launcherPath(platform)]: { text: forPosix(clientId, dataFolder), executable: true } };
}

/** The files of every plugin: the launcher and the skills. */
export function commonFiles(clientId: string, source: PluginSource): PluginFiles {
  const files = source.skills.flatMap(({ name, files }) =>
    Object.entries(files).map(([file, text]) => [`skills/${name}/${file}`, { text }] as const),
  );
  return { ...launcherFiles(clientId, source), ...Object.fromEntries(files) };
}

/** The file in the data folder that starts the shim of this installation. */
export function startFile(
  { command, args, env }: ShimCommand,
  platform: NodeJS.Platform,
): { readonly name: string; readonly text: string } {
  const variables = Object.entries(env);
  if (platform === "win32") {
    const lines = [
      "@echo off",
      ...variables.map(([name, value]) => `set "${name}=${value}"`),
      `${quoteCmd(command, ...args)} %*`,
    ];
    return { name: START_FILES.cmd, text: `${lines.join("\r\n")}\r\n` };
  }
  const lines = [
    ...variables.map(([name, value]) => `export ${name}=${quote(value)}`),
    `if [ -x ${quote(command)} ]; then exec ${quote(command, ...args)} "$@"; fi`,
  ];
  return { name: START_FILES.posix, text: `${lines.join("\n")}\n` };
}

function forPosix(clientId: string, dataFolder: string | null): string {
  const folder =
    dataFolder === null
      ? `if [ -z "$RECOLLECT_DATA_DIR" ]; then
  if [ -d "$HOME/Library/Application Support" ]; then data="$HOME/Library/Application Support/Recollect"
  else data="\${XDG_DATA_HOME:-$HOME/.local/share}/recollect"; fi
else data=$RECOLLECT_DATA_DIR; fi`
      : `RECOLLECT_DATA_DIR=\${RECOLLECT_DATA_DIR:-${quote(dataFolder)}}
export RECOLLECT_DATA_DIR
data=$RECOLLECT_DATA_DIR`;
  return `#!/bin/sh
# Starts Recollect's MCP server, or responds to a hook.
export RECOLLECT_CLIENT=${clientId}
${folder}
if [ "$1" = hook ] && [ ! -f "$data/endpoint.json" ]; then exit 0; fi
if [ "$#" = 0 ]; then set -- mcp; fi
# Some clients start servers in the plugin's folder, which is not a project.
case $RECOLLECT_FOLDER in
  /*) ;;
  *) if [ "$1" = mcp ] && [ "$(cd "\${0%/*}/.." && pwd -P)" = "$(pwd -P)" ]; then export RECOLLECT_PROJECT=; fi ;;
esac
if [ -f "$data/plugins/${START_FILES.posix}" ]; then . "$data/plugins/${START_FILES.posix}"; fi
export ELECTRON_RUN_AS_NODE=1
for app in /Applications/Recollect.app "$HOME/Applications/Recollect.app"; do
  if [ -x "$app/Contents/MacOS/Recollect" ]; then
    exec "$app/Contents/MacOS/Recollect" "$app/Contents/Resources/app.asar/${SHIM_IN_APP}" "$@"
  fi
done
for app in /opt/Recollect "$HOME/.local/opt/Recollect"; do
  if [ -x "$app/recollect" ]; then exec "$app/recollect" "$app/resources/app.asar/${SHIM_IN_APP}" "$@"; fi
done
if [ "$1" = hook ]; then exit 0; fi
echo "recollect-mcp: Recollect is not installed. Install it, then update this plugin in Recollect under Clients." >&2
exit 1
`;
}

function forCmd(clientId: string, dataFolder: string | null): string {
  const shim = SHIM_IN_APP.replaceAll("/", "\\");
  return `@echo off
rem Starts Recollect's MCP server, or responds to a hook.
setlocal
set "RECOLLECT_CLIENT=${clientId}"
if not defined RECOLLECT_DATA_DIR set "RECOLLECT_DATA_DIR=${dataFolder ?? "%APPDATA%\\Recollect"}"
if "%~1"=="hook" if not exist "%RECOLLECT_DATA_DIR%\\endpoint.json" exit /b 0
set "arguments=%*"
rem Some clients start servers in the plugin's folder, which is not a project. A blank is trimmed.
for %%i in ("%~dp0..") do if not "%~1"=="hook" if not "%RECOLLECT_FOLDER:~1,1%"==":" if /i "%%~fi"=="%CD%" set "RECOLLECT_PROJECT= "
if not defined arguments set "arguments=mcp"
if not exist "%RECOLLECT_DATA_DIR%\\plugins\\${START_FILES.cmd}" goto find
call "%RECOLLECT_DATA_DIR%\\plugins\\${START_FILES.cmd}" %arguments%
exit /b %errorlevel%
:find
set "app=%LOCALAPPDATA%\\Programs\\Recollect"
if not exist "%app%\\Recollect.exe" set "app=%ProgramFiles%\\Recollect"
if not exist "%app%\\Recollect.exe" goto missing
set "ELECTRON_RUN_AS_NODE=1"
"%app%\\Recollect.exe" "%app%\\resources\\app.asar\\${shim}" %arguments%
exit /b %errorlevel%
:missing
if "%~1"=="hook" exit /b 0
echo recollect-mcp: Recollect is not installed. Install it, then update this plugin in Recollect under Clients. 1>&2
exit /b 1
`.replaceAll("\n", "\r\n");
}

function quote(...words: readonly string[]): string {
  return writeCommand("posix", words).trimEnd();
}

function quoteCmd(...words: readonly string[]): string {
  return words.map((word) => `"${word}"`).join(" ");
}
