import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import path from "node:path";
import { applicationOptions } from "../../electron/app/testing/application-options.ts";
import { type Application, startApplication } from "../../electron/app.ts";
import type { Transport } from "../../electron/core/client-connection.ts";
import { resourcePaths } from "../../electron/platform/resources.ts";
import type { ClientConfiguration, ConnectionPreview, MethodResult } from "../../electron/window-api/contract.ts";
import { root } from "../../scripts/tools.ts";
import { freePort } from "../testing/free-port.ts";

/** A home folder for one client, with a headless Recollect. */
export interface ClientHome {
  /** The client's working directory. */
  readonly project: string;
  /** The person's home folder, as the client sees it. */
  readonly userHome: string;
  /** The client's environment. */
  readonly env: NodeJS.ProcessEnv;
  readonly shim: string;
  readonly dataFolder: string;
  url(): Promise<string>;
  /** Writes the client's file as the window does, and returns its path. */
  connect(clientId: string, transport: Transport): Promise<string>;
  disconnect(clientId: string): Promise<void>;
  /** The configuration for copying. */
  snippet(clientId: string, transport: Transport): Promise<string>;
  /** The `Authorization` header of the generic configuration. */
  authorization(): Promise<string>;
  /** Calls a method of the window. @throws Error if it fails */
  ask<Output>(method: string, input: unknown): Promise<Output>;
  /** Writes a file of the client, relative to the home folder. */
  write(file: string, text: string): void;
  /** Stops Recollect and starts it again on the same port. */
  restart(): Promise<void>;
  stop(): Promise<void>;
  /** Starts Recollect on the same port. */
  start(): Promise<void>;
  close(): Promise<void>;
}

export async function openHome(): Promise<ClientHome> {
  const home = mkdtempSync(path.join(tmpdir(), "recollect-client-"));
  const project = path.join(home, "project");
  const data = path.join(home, "data");
  mkdirSync(project);
  const resources = resourcePaths(root);
  const port = await freePort();
  let application = await launch();

  async function launch(): Promise<Application> {
    const started = await startApplication({
      ...applicationOptions(data),
      env: { PATH: process.env.PATH, RECOLLECT_DATA_DIR: data, RECOLLECT_PORT: String(port) },
      home,
      version: "0.0.0",
      // Without a model, because no test searches by meaning.
      resources: { ...resources, model: path.join(home, "no-model") },
      // The shim must not restart an application that a test has stopped.
      shim: { command: process.execPath, args: [resources.shim], env: { RECOLLECT_START_COMMAND: "[]" } },
    });
    if (started === null) throw new Error("Another process owns the data folder.");
    return started;
  }

  async function ask<Output>(method: string, input: unknown): Promise<Output> {
    const result = (await application.dispatch(method, input)) as MethodResult<Output>;
    if (!result.ok) throw new Error(`${method}: ${result.error.message}`);
    return result.value;
  }
  const apply = async ({ id, path: file }: ConnectionPreview): Promise<string> => {
    await ask("connections.applyPlan", { planId: id });
    return file;
  };

  const snippet = async (clientId: string, transport: Transport): Promise<string> => {
    const configurations = await ask<readonly ClientConfiguration[]>("clients.configurations", {});
    const client = configurations.find(({ id }) => id === clientId);
    const file = client?.snippets.find((each) => each.transport === transport && each.kind === "file");
    if (file === undefined) throw new Error(`There is no configuration for ${clientId} over ${transport}.`);
    return file.text;
  };
  const stop = () => application.stop();
  const startAgain = async () => {
    application = await launch();
  };

  return {
    project,
    userHome: home,
    env: {
      PATH: process.env.PATH,
      HOME: home,
      USERPROFILE: home,
      GEMINI_CLI_TRUST_WORKSPACE: "true",
      CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC: "1",
      OPENCODE_DISABLE_AUTOUPDATE: "1",
    },
    shim: resources.shim,
    dataFolder: data,
    url: async () => (await application.status()).url,
    connect: async (clientId, transport) =>
      apply(await ask("connections.planConnect", { clientId, scope: "user", transport })),
    disconnect: async (clientId) => {
      await apply(await ask("connections.planDisconnect", { clientId, scope: "user" }));
    },
    snippet,
    ask,
    async authorization() {
      const parsed = JSON.parse(await snippet("other", "http")) as {
        mcpServers: { recollect: { headers: { Authorization: string } } };
      };
      return parsed.mcpServers.recollect.headers.Authorization;
    },
    write(file, text) {
      const full = path.join(home, file);
      mkdirSync(path.dirname(full), { recursive: true });
      writeFileSync(full, text);
    },
    stop,
    start: startAgain,
    async restart() {
      await stop();
      await startAgain();
    },
    async close() {
      await application.stop();
      rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 });
    },
  };
}
