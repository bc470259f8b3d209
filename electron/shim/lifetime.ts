/** Why the shim ends. */
export type EndReason = "input ended" | "output closed" | "parent gone" | NodeJS.Signals;

/** How often the parent is looked for, where its death did not end the input. */
const PARENT_POLL_MS = 1_000;
const SIGNALS: readonly NodeJS.Signals[] = ["SIGTERM", "SIGINT", "SIGHUP"];

/** Calls back once, when the client is gone or wants the shim to end. */
export function watchLifetime(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
  onEnd: (reason: EndReason) => void,
): void {
  let ended = false;
  const end = (reason: EndReason) => {
    if (ended) return;
    ended = true;
    onEnd(reason);
  };
  input.on("end", () => end("input ended"));
  input.on("close", () => end("input ended"));
  input.on("error", () => end("input ended"));
  output.on("error", () => end("output closed"));
  output.on("close", () => end("output closed"));
  for (const signal of SIGNALS) process.on(signal, () => end(signal));

  const parent = process.ppid;
  setInterval(() => {
    if (process.ppid !== parent || !exists(parent)) end("parent gone");
  }, PARENT_POLL_MS).unref();
}

function exists(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && "code" in error && error.code === "EPERM";
  }
}
