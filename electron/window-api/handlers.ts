import {
  type AppDependencies,
  createAppHandlers,
  createBrowserSessionHandlers,
  createSecretHandlers,
  type SecretDependencies,
} from "./app.ts";
import { type BackupDependencies, createBackupHandlers } from "./backups.ts";
import type { BrowserSessions } from "./browser/sessions.ts";
import { type ClientDependencies, createClientHandlers } from "./clients.ts";
import {
  type ConnectionDependencies,
  createConnectionHandlers,
  createInstructionHandlers,
  type InstructionDependencies,
} from "./connections.ts";
import type { MethodHandlers } from "./contract.ts";
import type { GrantDependencies } from "./grants.ts";
import { createImportHandlers, type ImportDependencies } from "./imports.ts";
import { createInboxHandlers } from "./inbox.ts";
import { createIndexHandlers, createMemoryHandlers, type MemoryDependencies } from "./memories.ts";
import { createModelHandlers, type ModelDependencies } from "./model.ts";
import { createRequestHandlers, type RequestDependencies } from "./requests.ts";
import { createServerHandlers, type ServerDependencies } from "./servers.ts";
import { createSettingsHandlers, createViewHandlers, type SettingsDependencies } from "./settings.ts";

export interface HandlerDependencies {
  readonly app: AppDependencies;
  readonly browserSessions: BrowserSessions;
  readonly memories: MemoryDependencies;
  readonly imports: ImportDependencies;
  readonly backups: BackupDependencies;
  readonly model: ModelDependencies;
  readonly requests: RequestDependencies;
  readonly clients: ClientDependencies & GrantDependencies;
  readonly connections: ConnectionDependencies;
  readonly instructions: InstructionDependencies;
  readonly secrets: SecretDependencies;
  readonly servers: ServerDependencies;
  readonly settings: SettingsDependencies;
}

/** Returns a handler for every method of the contract. Electron IPC and HTTP call the same handlers. */
export function createMethodHandlers(dependencies: HandlerDependencies): MethodHandlers {
  return {
    ...createAppHandlers(dependencies.app),
    ...createBrowserSessionHandlers(dependencies.browserSessions),
    ...createSecretHandlers(dependencies.secrets),
    ...createSettingsHandlers(dependencies.settings),
    ...createViewHandlers(dependencies.settings),
    ...createMemoryHandlers(dependencies.memories),
    ...createInboxHandlers(dependencies.memories.memories.inbox),
    ...createIndexHandlers(dependencies.memories),
    ...createImportHandlers(dependencies.imports),
    ...createBackupHandlers(dependencies.backups),
    ...createModelHandlers(dependencies.model),
    ...createRequestHandlers(dependencies.requests),
    ...createClientHandlers(dependencies.clients),
    ...createConnectionHandlers(dependencies.connections),
    ...createInstructionHandlers(dependencies.instructions),
    ...createServerHandlers(dependencies.servers),
  };
}
