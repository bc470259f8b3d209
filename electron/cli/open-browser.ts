import { spawn } from "node:child_process";
import type { CommandContext } from "./command.ts";

/** The program that opens a page, by platform. It gets the address as an argument, without a shell. */
const OPENERS: Partial<Record<NodeJS.Platform, readonly string[]>> = {
  darwin: ["open"],
  linux: ["xdg-open"],
  win32: ["rundll32", "url.dll,FileProtocolHandler"],
};

/**
 * Opens a web page in the owner's browser, and does not wait for it.
 * @returns false without a graphical session, or a program that opens pages
 */
export async function openBrowser(
  address: string,
  { env, platform }: Pick<CommandContext, "env" | "platform">,
): Promise<boolean> {
  const [command, ...args] = OPENERS[platform] ?? [];
  const hasScreen = platform !== "linux" || Boolean(env.DISPLAY || env.WAYLAND_DISPLAY);
  const isWeb = /^https?:$/.test(URL.parse(address)?.protocol ?? "");
  if (command === undefined || !hasScreen || !isWeb) return false;
  return await startDetached(command, [...args, address], env);
}

/** Starts a program that outlives this one. @returns false if it cannot be started */
export async function startDetached(
  command: string,
  args: readonly string[],
  env: NodeJS.ProcessEnv,
): Promise<boolean> {
  const child = spawn(command, [...args], { env, stdio: "ignore", detached: true });
  return await new Promise((resolve) => {
    child.once("error", () => resolve(false));
    child.once("spawn", () => {
      child.unref();
      resolve(true);
    });
  });
}
