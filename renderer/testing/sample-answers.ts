import type {
  AppStatus,
  CatalogueClient,
  ClientActivity,
  ClientGrant,
  ModelStatus,
} from "../../electron/ipc/contract.ts";

/** An application that serves, with what a test cares about. */
export function sampleStatus(rest: Partial<AppStatus> = {}): AppStatus {
  return {
    version: "0.1.0",
    host: "desktop",
    platform: "linux",
    serving: "serving",
    problem: null,
    url: "http://127.0.0.1:7325/mcp",
    port: 7325,
    startedAt: "2026-11-21T10:00:00.000Z",
    clientsConnected: 0,
    dataFolder: "/data",
    alerts: [],
    ...rest,
  };
}

/** A client that was seen once. */
export function sampleActivity(name: string, rest: Partial<ClientActivity> = {}): ClientActivity {
  return {
    name,
    version: "1",
    subject: name,
    connected: false,
    sessions: 0,
    transport: "http",
    era: "2025",
    protocolVersion: "2025-11-25",
    project: null,
    lastSeenAt: "2026-11-21T10:00:00.000Z",
    lastMethod: null,
    requestsToday: 1,
    capturesToday: 0,
    errorsToday: 0,
    ...rest,
  };
}

/** A token as every client begins with. */
export function sampleGrant(subject: string, rest: Partial<ClientGrant> = {}): ClientGrant {
  return {
    subject,
    state: "active",
    access: "write",
    domains: null,
    namespaces: null,
    createdAt: "2026-11-01T10:00:00.000Z",
    lastUsedAt: null,
    expiresAt: null,
    rotating: false,
    ...rest,
  };
}

/** A client that is on this computer, and not connected. */
export function sampleCatalogueClient(id: string, title: string, rest: Partial<CatalogueClient> = {}): CatalogueClient {
  return {
    id,
    title,
    installed: true,
    file: `/home/ada/${id}`,
    state: "absent",
    transports: ["stdio", "http"],
    writes: { user: ["stdio", "http"], project: [] },
    deepLink: null,
    afterwards: "",
    ...rest,
  };
}

/** The model that comes with the application, ready. */
export function sampleModel(rest: Partial<ModelStatus> = {}): ModelStatus {
  return {
    source: { kind: "bundled" },
    title: "all-MiniLM-L6-v2, with Recollect",
    leavesMachine: false,
    warning: null,
    download: null,
    failedDownload: null,
    state: "ready",
    model: "all-MiniLM-L6-v2",
    message: null,
    paused: false,
    ...rest,
  };
}
