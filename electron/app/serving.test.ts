import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { createEvents } from "../core/events.ts";
import { RecollectError } from "../text/errors.ts";
import { createServing, type Serving } from "./serving.ts";

let other: Server;
let takenPort: number;
let serving: Serving;
let ports: number[];
let switched: boolean[];
let statusChanges: number;
let inProgress: number;

beforeEach(async () => {
  other = createServer();
  takenPort = await listenOn(other, 0);
  ports = [];
  switched = [];
  statusChanges = 0;
  inProgress = 0;
  const quiet = () => undefined;
  const events = createEvents(quiet);
  events.on("status.changed", () => statusChanges++);
  serving = createServing({
    async listen(port) {
      const server = createServer((_, response) => response.end("ours"));
      return {
        port: await listenOn(server, port).catch(() => {
          throw new RecollectError("port_taken", { port, holder: null }, { field: "port" });
        }),
        socket: null,
        setServing: (on) => switched.push(on),
        requestsInProgress: () => inProgress,
        close: () => new Promise((resolve) => server.close(() => resolve())),
      };
    },
    onListening: ({ port }) => ports.push(port),
    events,
    logger: { debug: quiet, info: quiet, warn: quiet, error: quiet },
  });
});
afterEach(async () => {
  await serving.stop();
  await new Promise((resolve) => other.close(resolve));
});

function listenOn(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once("error", reject);
    server.listen(port, "127.0.0.1", () => resolve((server.address() as AddressInfo).port));
  });
}

const responds = (port: number) =>
  fetch(`http://127.0.0.1:${port}`).then(
    () => true,
    () => false,
  );

describe("serving", () => {
  it("reports its port and stops the server", async () => {
    await serving.start(0);
    expect(serving.state()).toBe("serving");
    expect(ports).toEqual([serving.port()]);
    expect(await responds(serving.port())).toBe(true);
    const port = serving.port();
    await serving.stop();
    expect(await responds(port)).toBe(false);
  });

  it("keeps running and reports the failure when the port is in use", async () => {
    await serving.start(takenPort);
    expect(serving.state()).toBe("failed");
    expect(serving.port()).toBe(takenPort);
    expect(serving.problem()).toContain(`Port ${takenPort} is used by another program`);
    expect(ports).toEqual([]);
    expect(statusChanges).toBe(1);
  });

  it("serves after a failure once another port is chosen", async () => {
    await serving.start(takenPort);
    await serving.move(0);
    expect(serving.state()).toBe("serving");
    expect(serving.problem()).toBeNull();
    expect(await responds(serving.port())).toBe(true);
  });

  it("tries the same port again after a failure", async () => {
    await serving.start(takenPort);
    await new Promise((resolve) => other.close(resolve));
    await serving.setServing(true);
    expect(serving.state()).toBe("serving");
    expect(serving.port()).toBe(takenPort);
  });

  it("moves to another port and frees the old one; a port in use changes nothing", async () => {
    await serving.start(0);
    const first = serving.port();
    await expect(serving.move(takenPort)).rejects.toMatchObject({ code: "unavailable", field: "port" });
    expect(serving.port()).toBe(first);
    expect(await responds(first)).toBe(true);
    await serving.move(0);
    expect(serving.port()).not.toBe(first);
    expect(await responds(first)).toBe(false);
  });

  it("stays paused when the port changes", async () => {
    await serving.start(0);
    await serving.setServing(false);
    expect(serving.state()).toBe("paused");
    await serving.move(0);
    expect(serving.state()).toBe("paused");
    expect(switched).toEqual([true, false, false]);
    await serving.setServing(true);
    expect(serving.state()).toBe("serving");
  });
});

describe("a stop for an update", () => {
  it("waits while a client waits for a response", async () => {
    await serving.start(0);
    const [port = 0] = ports;
    inProgress = 1;
    let isStopped = false;
    const stopping = serving.stopWhenIdle(new AbortController().signal).then(() => {
      isStopped = true;
    });
    expect(await responds(port)).toBe(true);
    expect(isStopped).toBe(false);
    inProgress = 0;
    await stopping;
    expect(await responds(port)).toBe(false);
  });

  it("can be cancelled, and the server continues", async () => {
    await serving.start(0);
    inProgress = 1;
    const cancelled = new AbortController();
    const stopping = serving.stopWhenIdle(cancelled.signal);
    cancelled.abort();
    await expect(stopping).rejects.toThrow();
    inProgress = 0;
    expect(await responds(ports[0] ?? 0)).toBe(true);
  });
});
