import { type ChildProcess, execFile, spawn, spawnSync } from "node:child_process";
import { once } from "node:events";
import { chownSync, existsSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { promisify } from "node:util";
import { freePort } from "../../../tests/testing/free-port.ts";

const PASSWORD = "a password of the tests";
const ROOT_USER = "postgres";
const MAX_STARTS = 5;
const isRoot = process.getuid?.() === 0;
const execute = promisify(execFile);

/** The folder with `initdb` and `postgres`; null if PostgreSQL is not installed. */
export const postgresPrograms: string | null = findPrograms();

/** A server's place and its superuser. */
export interface ServerAddress {
  readonly port: number;
  readonly user: string;
  readonly password: string;
}

/** A real PostgreSQL server in a temporary folder, on a free port of 127.0.0.1, run by an unprivileged user. */
export class PostgresServer implements ServerAddress {
  readonly user = "postgres";
  readonly password = PASSWORD;
  readonly folder: string;
  readonly #settings: readonly string[];
  #process: ChildProcess | null = null;
  #port = 0;
  #log = "";

  private constructor(folder: string, settings: readonly string[]) {
    this.folder = folder;
    this.#settings = settings;
  }

  /**
   * @param settings of postgresql.conf, as `name=value`
   * @param prepare fills the folder of the data instead of `initdb`
   */
  static async start(
    settings: readonly string[] = [],
    prepare?: (data: string) => Promise<void>,
  ): Promise<PostgresServer> {
    const folder = mkdtempSync(path.join(tmpdir(), "recollect-postgres-"));
    const server = new PostgresServer(folder, settings);
    server.own(folder);
    if (prepare === undefined) await server.#initialise();
    else await prepare(server.data);
    await server.restart();
    return server;
  }

  get port(): number {
    return this.#port;
  }

  /** What the server logged since it was started last. */
  get log(): string {
    return this.#log;
  }

  get data(): string {
    return path.join(this.folder, "data");
  }

  /** Starts it again on the same port. */
  async restart(): Promise<void> {
    await this.stop();
    for (let attempt = 1; this.#process === null; attempt += 1) {
      if (this.#port === 0) this.#port = await freePort();
      const log = await this.#run();
      if (log === null) return;
      // Another process took the port in between.
      if (attempt === MAX_STARTS || !log.includes("Address already in use")) throw new Error(log);
      this.#port = 0;
    }
  }

  /** @param signal SIGINT stops it immediately but cleanly; SIGQUIT is like a crash */
  async stop(signal: NodeJS.Signals = "SIGINT"): Promise<void> {
    const running = this.#process;
    this.#process = null;
    if (running === null || running.exitCode !== null || running.signalCode !== null) return;
    const exit = once(running, "exit");
    running.kill(signal);
    await exit;
  }

  async close(): Promise<void> {
    await this.stop("SIGQUIT");
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Runs a program of PostgreSQL as the user of the server, in a folder that this user may enter. */
  async run(program: string, args: readonly string[], env: NodeJS.ProcessEnv = {}): Promise<void> {
    const [command = "", ...all] = asServerUser(path.join(postgresPrograms ?? "", program), args);
    await execute(command, all, { cwd: this.folder, env: { ...process.env, ...env } });
  }

  /** Gives a file or folder to the user of the server. */
  own(file: string): void {
    if (isRoot) chownSync(file, idOf("-u"), idOf("-g"));
  }

  async #initialise(): Promise<void> {
    const passwordFile = path.join(this.folder, "password");
    writeFileSync(passwordFile, PASSWORD, { mode: 0o600 });
    this.own(passwordFile);
    const auth = ["--auth=scram-sha-256", `--pwfile=${passwordFile}`, `--username=${this.user}`];
    await this.run("initdb", ["-D", this.data, "--no-sync", "--encoding=UTF8", "--locale=C", ...auth]);
  }

  /** Null once it accepts connections; its log otherwise. */
  async #run(): Promise<string | null> {
    // No socket in a folder: its path could be too long.
    const place = [`port=${this.#port}`, "listen_addresses=127.0.0.1", "unix_socket_directories="];
    const fast = ["fsync=off", "full_page_writes=off", "max_connections=200"];
    const settings = [...place, ...fast, ...this.#settings].flatMap((setting) => ["-c", setting]);
    const [command = "", ...args] = asServerUser(path.join(postgresPrograms ?? "", "postgres"), [
      "-D",
      this.data,
      ...settings,
    ]);
    const server = spawn(command, args, { cwd: this.folder, stdio: ["ignore", "ignore", "pipe"] });
    this.#process = server;
    this.#log = "";
    const isReady = await new Promise<boolean>((resolve) => {
      server.stderr.on("data", (data: Buffer) => {
        this.#log += data.toString();
        if (/database system is ready to accept (read-only )?connections/.test(this.#log)) resolve(true);
      });
      server.once("exit", () => resolve(false));
    });
    if (isReady) return null;
    this.#process = null;
    return this.#log;
  }
}

/** As root, `postgres` and `initdb` refuse to run. The server ends with the process that started it. */
function asServerUser(program: string, args: readonly string[]): string[] {
  if (!isRoot) return [program, ...args];
  const user = [`--reuid=${ROOT_USER}`, `--regid=${ROOT_USER}`, "--clear-groups", "--pdeathsig=INT"];
  return ["setpriv", ...user, "--", program, ...args];
}

function idOf(option: "-u" | "-g"): number {
  return Number(spawnSync("id", [option, ROOT_USER], { encoding: "utf8" }).stdout);
}

function findPrograms(): string | null {
  const packages = "/usr/lib/postgresql";
  const versions = existsSync(packages) ? readdirSync(packages).sort((a, b) => Number(b) - Number(a)) : [];
  const folders = [
    // Another version, to try it.
    process.env.RECOLLECT_TEST_POSTGRES ?? "",
    ...versions.map((version) => path.join(packages, version, "bin")),
    ...(process.env.PATH ?? "").split(path.delimiter),
  ];
  return folders.find((folder) => existsSync(path.join(folder, "initdb"))) ?? null;
}
