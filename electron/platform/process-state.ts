import { execFileSync } from "node:child_process";
import { readFileSync } from "node:fs";

/** Whether a process with this id exists. It may be another program that was given the id of a dead one. */
export function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}

/**
 * Returns when a process started, as a text that no other process on this machine has with the same id: the boot and
 * the clock ticks since (proc(5), field 22 of stat). Null if the process is gone or the system does not report it
 * cheaply.
 */
export function processStart(pid: number): string | null {
  if (process.platform !== "linux") return null;
  try {
    const ticks = fieldsOf(pid)[19];
    return ticks === undefined ? null : `${readFileSync("/proc/sys/kernel/random/boot_id", "utf8").trim()} ${ticks}`;
  } catch {
    return null;
  }
}

/**
 * Returns when a process started, to the second, at the cost of starting `ps`. With the id it names one process: ids
 * are given again only after all others. Null if the process is gone or `ps` is missing.
 */
export function processStartByPs(pid: number): string | null {
  try {
    const env = { PATH: process.env.PATH, LC_ALL: "C", TZ: "UTC" };
    return execFileSync("ps", ["-o", "lstart=", "-p", String(pid)], { encoding: "utf8", env }).trim() || null;
  } catch {
    return null;
  }
}

/** Whether a process is stopped by a signal (SIGSTOP, Ctrl+Z) or a debugger. False if the system does not report it. */
export function isStopped(pid: number): boolean {
  try {
    if (process.platform === "linux") return /^[Tt]/.test(fieldsOf(pid)[0] ?? "");
    if (process.platform !== "darwin") return false;
    return execFileSync("ps", ["-o", "state=", "-p", String(pid)], { encoding: "utf8" })
      .trim()
      .startsWith("T");
  } catch {
    return false;
  }
}

/** The fields of /proc/{pid}/stat after the program's name, which may contain spaces: the state is the first. */
function fieldsOf(pid: number): readonly string[] {
  const text = readFileSync(`/proc/${pid}/stat`, "utf8");
  return text.slice(text.lastIndexOf(")") + 2).split(" ");
}
