import { spawn } from "node:child_process";
import { once } from "node:events";

/** Exit codes of a shell that cannot run a program. */
const NOT_RUN = [126, 127];

/**
 * Shows text in the owner's pager: `RECOLLECT_PAGER`, `PAGER` or `less`. An empty value, or `cat`, means none.
 * @returns false if there is none, or it cannot be run
 */
export async function showInPager(text: string, env: NodeJS.ProcessEnv): Promise<boolean> {
  const command = env.RECOLLECT_PAGER ?? env.PAGER ?? (process.platform === "win32" ? "" : "less");
  if (command === "" || command === "cat") return false;
  const child = spawn(command, {
    shell: true,
    stdio: ["pipe", "inherit", "inherit"],
    env: { LESS: "FRX", LV: "-c", ...env },
  });
  // The pager decides about Ctrl+C.
  const ignore = () => undefined;
  process.on("SIGINT", ignore);
  try {
    child.stdin.on("error", ignore);
    child.stdin.end(`${text}\n`);
    const [code] = (await once(child, "close")) as [number | null];
    return code === null || !NOT_RUN.includes(code);
  } catch {
    return false;
  } finally {
    process.off("SIGINT", ignore);
  }
}
