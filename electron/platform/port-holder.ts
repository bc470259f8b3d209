import { execFile } from "node:child_process";
import { readdir, readFile, readlink } from "node:fs/promises";
import { promisify } from "node:util";

/** The program that listens on a port of this machine. */
export interface PortHolder {
  readonly name: string;
  readonly pid: number;
}

const run = promisify(execFile);

/**
 * Finds the program that listens on a TCP port of this machine; null if it is not visible (another user's program).
 */
export async function findPortHolder(port: number, platform: NodeJS.Platform): Promise<PortHolder | null> {
  try {
    if (platform === "linux") return await findOnLinux(port);
    if (platform === "win32") return await findOnWindows(port);
    return await findWithLsof(port);
  } catch {
    return null;
  }
}

/** Finds the socket's inode in /proc/net/tcp and the process that has it open (proc(5)). */
async function findOnLinux(port: number): Promise<PortHolder | null> {
  const LISTEN = "0A";
  const address = `:${port.toString(16).toUpperCase().padStart(4, "0")}`;
  const tables = await Promise.all(
    ["/proc/net/tcp", "/proc/net/tcp6"].map((file) => readFile(file, "utf8").catch(() => "")),
  );
  const sockets = new Set<string>();
  for (const line of tables.join("\n").split("\n")) {
    const [, local = "", , state, , , , , , inode] = line.trim().split(/\s+/);
    if (local.endsWith(address) && state === LISTEN) sockets.add(`socket:[${inode}]`);
  }
  if (sockets.size === 0) return null;
  for (const pid of (await readdir("/proc")).filter((name) => /^\d+$/.test(name))) {
    const descriptors = await readdir(`/proc/${pid}/fd`).catch(() => []);
    for (const descriptor of descriptors) {
      const target = await readlink(`/proc/${pid}/fd/${descriptor}`).catch(() => "");
      if (sockets.has(target)) {
        return { name: (await readFile(`/proc/${pid}/comm`, "utf8")).trim(), pid: Number(pid) };
      }
    }
  }
  return null;
}

/** Reads lsof's field output: `p<pid>` and `c<command>` on separate lines. */
async function findWithLsof(port: number): Promise<PortHolder | null> {
  const { stdout } = await run("lsof", ["-nP", `-iTCP:${port}`, "-sTCP:LISTEN", "-Fpc"]);
  const pid = /^p(\d+)$/m.exec(stdout)?.[1];
  const name = /^c(.+)$/m.exec(stdout)?.[1];
  return pid === undefined || name === undefined ? null : { name, pid: Number(pid) };
}

async function findOnWindows(port: number): Promise<PortHolder | null> {
  const script = `Get-Process -Id (Get-NetTCPConnection -State Listen -LocalPort ${port}).OwningProcess | Select-Object -First 1 | ForEach-Object { "$($_.Id) $($_.ProcessName)" }`;
  const { stdout } = await run("powershell.exe", ["-NoProfile", "-NonInteractive", "-Command", script]);
  const [, pid, name] = /^(\d+) (.+)$/.exec(stdout.trim()) ?? [];
  return pid === undefined || name === undefined ? null : { name, pid: Number(pid) };
}
