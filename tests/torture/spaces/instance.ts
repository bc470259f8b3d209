import { mkdirSync, writeFileSync } from "node:fs";
import path from "node:path";
import { TcpProxy } from "../../../electron/postgres/testing/tcp-proxy.ts";
import { freePort } from "../../testing/free-port.ts";
import { Application } from "../application.ts";
import type { Report } from "../report.ts";
import { OwnerApi } from "./owner-api.ts";

/** Text search only: five models would take the processor. */
const SETTINGS = { model: { kind: "ollama", url: "http://127.0.0.1:9", model: "none" } };

/** One installation, with its connection to the database and its copy of the synced folder. */
export interface Instance {
  readonly number: number;
  readonly application: Application;
  readonly owner: OwnerApi;
  readonly proxy: TcpProxy;
  /** Its copy of the folder of the folder space. */
  readonly folder: string;
  /** How far its clock is ahead, in milliseconds. */
  readonly clockFile: string;
}

/** Makes an installation in a folder and starts it. */
export async function startInstance(
  root: string,
  number: number,
  databasePort: number,
  report: Report,
): Promise<Instance> {
  const home = path.join(root, `instance-${number}`);
  const [data, clockFile] = [path.join(home, "data"), path.join(home, "clock")];
  mkdirSync(data, { recursive: true });
  writeFileSync(path.join(data, "settings.json"), JSON.stringify(SETTINGS));
  writeFileSync(clockFile, "0");
  const application = new Application({ folder: data, clockFile, port: await freePort(), report });
  const proxy = await TcpProxy.start(databasePort);
  await application.start();
  const owner = new OwnerApi(application);
  return { number, application, owner, proxy, folder: path.join(root, "synced", String(number)), clockFile };
}
