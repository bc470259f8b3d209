import type { ConversationSession, ConversationStatus } from "../../electron/core/conversations.ts";
import type { Memory } from "../../electron/core/memory.ts";
import type { ListedServer, ServerTool } from "../../electron/core/servers.ts";
import type { ListedSpace, SpaceSync } from "../../electron/core/spaces.ts";
import type { AppStatus, ClientActivity, ClientGrant, ModelStatus } from "../../electron/window-api/contract.ts";
import type { CatalogueClient } from "../features/clients/use-catalogue.ts";

/** The status of a running server. `rest` overrides fields, here and below. */
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
    newVersion: null,
    clientsConnected: 0,
    dataFolder: "/data",
    alerts: [],
    ...rest,
  };
}

/** A client that has sent one request. */
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
    tokenDays: [],
    ...rest,
  };
}

/** A grant with the permissions of a new token. */
export function sampleGrant(subject: string, rest: Partial<ClientGrant> = {}): ClientGrant {
  return {
    subject,
    state: "active",
    access: "write",
    injection: true,
    domains: null,
    namespaces: null,
    servers: [],
    createdAt: "2026-11-01T10:00:00.000Z",
    lastUsedAt: null,
    expiresAt: null,
    rotating: false,
    ...rest,
  };
}

/** A client that is installed and not connected. */
export function sampleKnownClient(id: string, title: string, rest: Partial<CatalogueClient> = {}): CatalogueClient {
  return {
    id,
    title,
    wireNames: [id],
    isGeneric: false,
    installed: true,
    file: `/home/ada/${id}`,
    state: "absent",
    transports: ["stdio", "http"],
    writes: { user: ["stdio", "http"], project: [] },
    deepLink: null,
    hasExtension: false,
    hasHooks: false,
    help: null,
    plugin: null,
    isConnected: rest.state === "connected",
    ...rest,
  };
}

/** The bundled model, ready. */
export function sampleModel(rest: Partial<ModelStatus> = {}): ModelStatus {
  return {
    source: { kind: "bundled" },
    title: "all-MiniLM-L6-v2, built in",
    leavesMachine: false,
    warning: null,
    download: null,
    failedDownload: null,
    state: "ready",
    model: "all-MiniLM-L6-v2",
    error: null,
    paused: false,
    ...rest,
  };
}

/** A memory that the owner wrote. */
export function sampleMemory(rest: Partial<Memory> = {}): Memory {
  const { id = "01", domain = "user", namespace = "context", createdAt = "2026-01-01T00:00:00.000Z" } = rest;
  return {
    id,
    urn: `recollect://${domain}/${namespace}/${id}`,
    content: id,
    namespace,
    domain,
    tags: [],
    source: null,
    validFrom: null,
    validUntil: null,
    client: null,
    createdAt,
    updatedAt: createdAt,
    revision: 1,
    deletedAt: null,
    pinned: false,
    supersededBy: null,
    recallCount: 0,
    recalledAt: null,
    ...rest,
  };
}

/** A program that runs and was not called yet. */
export function sampleServer(name: string, rest: Partial<ListedServer> = {}): ListedServer {
  return {
    id: `id-${name}`,
    name,
    transport: { kind: "stdio", command: "npx", args: ["-y", name], cwd: null, env: {}, inherit: [] },
    secretNames: [],
    state: "running",
    problem: null,
    identity: { name: `${name}-server`, version: "1.2.0" },
    protocolVersion: "2025-11-25",
    memoryHints: false,
    signIn: null,
    pid: 4312,
    startedAt: "2026-11-21T10:00:00.000Z",
    tools: { approved: 1, waiting: 0 },
    prompts: 0,
    resources: 0,
    today: { calls: 0, errors: 0, p50: null },
    ...rest,
  };
}

/** An approved tool without arguments. */
export function sampleTool(name: string, rest: Partial<ServerTool> = {}): ServerTool {
  return {
    name,
    exposedName: name,
    title: null,
    description: `Does ${name}.`,
    inputSchema: { type: "object" },
    outputSchema: null,
    hints: { readOnly: false, destructive: false },
    state: "approved",
    enabled: true,
    findings: [],
    differences: [],
    ...rest,
  };
}

/** The id of the sample space. */
export const SPACE = "01M82KF3NV8TVQ3AEHVSTPM1XB";

/** A space in a folder, up to date, with one other device. */
export function sampleSpace({
  sync,
  ...rest
}: Omit<Partial<ListedSpace>, "sync"> & { sync?: Partial<SpaceSync> } = {}) {
  return {
    id: SPACE,
    name: "Team",
    domains: ["acme/shop"],
    offeredDomains: [],
    device: { id: "this", name: "ada-laptop" },
    devices: [{ id: "other", name: "Desktop", received: 12, clockOffset: 0 }],
    published: 3,
    unpublished: 0,
    conflicts: 0,
    isLeaving: false,
    joinedAt: "2026-11-01T10:00:00.000Z",
    carrier: { kind: "folder", folder: "/home/ada/Sync" },
    isEncrypted: false,
    role: null,
    sync: {
      state: "current",
      progress: null,
      error: null,
      lastSyncAt: "2026-11-21T10:00:00.000Z",
      retryAt: null,
      problems: [],
      ...sync,
    },
    ...rest,
  } satisfies ListedSpace;
}

/** A conversation of Claude Code. */
export function sampleConversation(id: string, rest: Partial<ConversationSession> = {}): ConversationSession {
  return {
    id,
    client: "claude-code",
    clientSession: `session-${id}`,
    title: `About ${id}`,
    folder: "/home/ada/shop",
    project: "acme/shop",
    model: "claude-opus-5-5",
    startedAt: "2026-11-21T10:00:00.000Z",
    lastAt: "2026-11-21T11:00:00.000Z",
    messages: 2,
    continues: null,
    ...rest,
  };
}

/** The status after a scan of Claude Code. */
export function sampleConversationStatus(rest: Partial<ConversationStatus> = {}): ConversationStatus {
  return {
    state: "idle",
    readingPaused: false,
    embeddingPaused: false,
    progress: null,
    sessions: 2,
    messages: 4,
    textBytes: 2048,
    fileBytes: 4096,
    clients: [
      {
        client: "claude-code",
        enabled: true,
        sessions: 2,
        messages: 4,
        transcripts: 2,
        latest: "2026-11-21T11:00:00.000Z",
        skipped: {},
      },
    ],
    projects: [{ project: "acme/shop", sessions: 2 }],
    problems: [],
    problemCount: 0,
    leftOut: [],
    leftOutCount: 0,
    meaning: null,
    scannedAt: "2026-11-21T11:00:00.000Z",
    failure: null,
    ...rest,
  };
}
