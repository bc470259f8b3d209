import { readFileSync } from "node:fs";

/** The processor time of a process, in milliseconds: user and system time (proc(5), in hundredths of a second). */
export function processorTimeOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, "latin1")
    .replace(/^.*\) /s, "")
    .split(" ");
  return (Number(fields[11]) + Number(fields[12])) * 10;
}
