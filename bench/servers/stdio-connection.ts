import { type ChildProcess, spawn } from "node:child_process";
import { createInterface } from "node:readline";

/** A program on stdio that is called directly, one request at a time, with as little code as an HTTP connection. */
export class StdioConnection {
  readonly #child: ChildProcess;
  readonly #waiting = new Map<number, (line: string) => void>();

  private constructor(args: readonly string[], env: NodeJS.ProcessEnv, errors: "ignore" | "inherit") {
    this.#child = spawn(process.execPath, args, { env, stdio: ["pipe", "pipe", errors] });
    if (this.#child.stdout === null) throw new Error("The program has no output.");
    createInterface({ input: this.#child.stdout }).on("line", (line) => {
      const { id } = JSON.parse(line) as { id?: number };
      if (id === undefined) return;
      this.#waiting.get(id)?.(line);
      this.#waiting.delete(id);
    });
  }

  static async open(
    args: readonly string[],
    env: NodeJS.ProcessEnv = process.env,
    errors: "ignore" | "inherit" = "inherit",
  ): Promise<StdioConnection> {
    const connection = new StdioConnection(args, env, errors);
    const clientInfo = { name: "bench", version: "1" };
    await connection.request(0, "initialize", { protocolVersion: "2025-11-25", capabilities: {}, clientInfo });
    connection.#send({ method: "notifications/initialized" });
    return connection;
  }

  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** @returns the response as text */
  request(id: number, method: string, params: object): Promise<string> {
    return new Promise((resolve) => {
      this.#waiting.set(id, resolve);
      this.#send({ id, method, params });
    });
  }

  close(): void {
    this.#child.kill();
  }

  #send(message: object): void {
    this.#child.stdin?.write(`${JSON.stringify({ jsonrpc: "2.0", ...message })}\n`);
  }
}
