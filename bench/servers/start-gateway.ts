import { fork } from "node:child_process";
import type { GatewayOptions, ProcessorTime, StartedGateway, Usage } from "./gateway.ts";

export interface Gateway extends StartedGateway {
  measureTime(): Promise<ProcessorTime>;
  measureUsage(): Promise<Usage>;
  stop(): Promise<void>;
}

/** Starts Recollect with other servers in a process of its own. */
export async function startGateway(options: GatewayOptions): Promise<Gateway> {
  const child = fork(new URL("./gateway.ts", import.meta.url), [JSON.stringify(options)], {
    execArgv: ["--expose-gc"],
  });
  const started = await new Promise<StartedGateway>((resolve, reject) => {
    child.once("message", (message) => resolve(message as StartedGateway));
    child.once("exit", (code) => reject(new Error(`The gateway exited with ${code}.`)));
  });
  const ask = <Response>(question: "cpu" | "usage") =>
    new Promise<Response>((resolve) => {
      child.once("message", (message) => resolve(message as Response));
      child.send(question);
    });
  return {
    ...started,
    measureTime: () => ask("cpu"),
    measureUsage: () => ask("usage"),
    stop: () =>
      new Promise((resolve) => {
        child.once("exit", () => resolve());
        child.disconnect();
      }),
  };
}
