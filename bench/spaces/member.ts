import { mkdir } from "node:fs/promises";
import path from "node:path";
import { waitForEndpoint, writeSettings } from "../../e2e/testing/data-folder.ts";
import { homeFolder, runHeadless } from "../../e2e/testing/programs.ts";
import type { ListedSpace } from "../../electron/core/spaces.ts";
import type { Endpoint } from "../../electron/platform/endpoint-file.ts";
import { formatPostgresAddress } from "../../electron/postgres/address.ts";
import { PostgresServer } from "../../electron/postgres/testing/postgres-server.ts";
import { addressOf, createDatabase, type TestDatabase } from "../../electron/postgres/testing/test-database.ts";

export const DOMAIN = "acme/shop";
/** Text search only: the models of all members would share this machine's processor, which one member has for itself. */
const SETTINGS = { model: { kind: "ollama", url: "http://127.0.0.1:9", model: "none" } };
/** Synchronous commits, as on a durable server; the database of the tests does not sync. */
const DURABLE = ["fsync=on", "full_page_writes=on", "max_connections=400"];

/** The built application as a member of a space, in a process and a data folder of its own. */
export class Member {
  readonly folder: string;
  readonly #program: ReturnType<typeof runHeadless>;
  readonly endpoint: Endpoint;

  private constructor(folder: string, program: ReturnType<typeof runHeadless>, endpoint: Endpoint) {
    this.folder = folder;
    this.#program = program;
    this.endpoint = endpoint;
  }

  static async start(folder: string): Promise<Member> {
    await mkdir(homeFolder(folder), { recursive: true });
    await writeSettings(folder, SETTINGS);
    const program = runHeadless(folder);
    return new Member(folder, program, await waitForEndpoint(folder));
  }

  /** Calls a tool over REST. */
  tool<Output>(name: string, input: unknown): Promise<Output> {
    return this.#post(`/tools/${name}`, input);
  }

  /** Calls a method of the window's API, as the command line does. */
  method<Output>(name: string, input: unknown = null): Promise<Output> {
    return this.#post(`/owner/methods/${name}`, input);
  }

  /** Waits until a space is synchronised. */
  async synchronise(id: string): Promise<ListedSpace> {
    return await this.method<ListedSpace>("spaces.sync", { id });
  }

  /** Whether a search for one word finds something. */
  async finds(word: string): Promise<boolean> {
    const query = { query: `"${word}"`, domain: DOMAIN, mode: "text", limit: 1 };
    const { results } = await this.tool<{ results: unknown[] }>("search_memories", query);
    return results.length > 0;
  }

  async stop(signal: "SIGTERM" | "SIGKILL" = "SIGTERM"): Promise<void> {
    this.#program.process.kill(signal);
    await this.#program.exited;
  }

  async #post<Output>(place: string, input: unknown): Promise<Output> {
    const response = await fetch(new URL(place, this.endpoint.url), {
      method: "POST",
      headers: { "content-type": "application/json", authorization: `Bearer ${this.endpoint.token}` },
      body: JSON.stringify(input),
    });
    if (!response.ok) throw new Error(`${place}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Output;
  }
}

/** A database on a server of its own that syncs each commit. */
export interface BenchDatabase extends TestDatabase {
  readonly server: PostgresServer;
}

export async function openDatabase(): Promise<BenchDatabase> {
  const server = await PostgresServer.start(DURABLE);
  return { ...(await createDatabase(server)), server };
}

/** @returns the id of the space and the link for others, with the password of the owner's login */
export async function makeDatabaseSpace(member: Member, database: TestDatabase): Promise<{ id: string; link: string }> {
  const carrier = {
    kind: "postgres",
    address: formatPostgresAddress(addressOf(database)),
    password: database.ownerPassword,
  };
  return await makeSpace(member, carrier);
}

export async function makeSpace(member: Member, carrier: unknown): Promise<{ id: string; link: string }> {
  const made = { name: "bench", deviceName: path.basename(member.folder), domains: [DOMAIN], carrier };
  const { id } = await member.method<{ id: string }>("spaces.create", made);
  const { link } = await member.method<{ link: string }>("spaces.invite", { id });
  return { id, link };
}

export async function join(member: Member, link: string, folder: object = {}): Promise<void> {
  await member.method("spaces.join", { link, deviceName: path.basename(member.folder), ...folder });
}
