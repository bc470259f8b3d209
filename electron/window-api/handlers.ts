import {
  type AppDependencies,
  createAppHandlers,
  createBrowserSessionHandlers,
  createSecretHandlers,
  type SecretDependencies,
} from "./app.ts";
import { type BackupDependencies, createBackupHandlers } from "./backups.ts";
import type { BrowserSessions } from "./browser/sessions.ts";
import { type ClientMemoryDependencies, createClientMemoryHandlers } from "./client-memories.ts";
import { type ClientDependencies, createClientHandlers } from "./clients.ts";
import {
  type ConnectionDependencies,
  createConnectionHandlers,
  createInstructionHandlers,
  type InstructionDependencies,
} from "./connections.ts";
import type { MethodHandlers } from "./contract.ts";
import { type ConversationDependencies, createConversationHandlers } from "./conversations.ts";
import type { GrantDependencies } from "./grants.ts";
import { createImportHandlers, type ImportDependencies } from "./imports.ts";
import { createInboxHandlers } from "./inbox.ts";
import { createIndexHandlers, createMemoryHandlers, type MemoryDependencies } from "./memories.ts";
import { createModelHandlers, type ModelDependencies } from "./model.ts";
import { createPluginHandlers, type PluginDependencies } from "./plugins.ts";
import { createRemoteDomainHandlers, type RemoteDomainDependencies } from "./remote-domains.ts";
import { createRequestHandlers, type RequestDependencies } from "./requests.ts";
import { createServerHandlers, type ServerDependencies } from "./servers.ts";
import { createSettingsHandlers, createViewHandlers, type SettingsDependencies } from "./settings.ts";
import { createSpaceHandlers, type SpaceDependencies } from "./spaces.ts";
import { createUpdateHandlers, type UpdateDependencies } from "./updates.ts";

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
  readonly plugins: PluginDependencies;
  readonly secrets: SecretDependencies;
  readonly servers: ServerDependencies;
  readonly clientMemories: ClientMemoryDependencies;
  readonly conversations: ConversationDependencies;
  readonly remoteDomains: RemoteDomainDependencies;
  readonly settings: SettingsDependencies;
  readonly spaces: SpaceDependencies;
  readonly updates: UpdateDependencies;
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
    ...createPluginHandlers(dependencies.plugins),
    ...createServerHandlers(dependencies.servers),
    ...createSpaceHandlers(dependencies.spaces),
    ...createClientMemoryHandlers(dependencies.clientMemories),
    ...createConversationHandlers(dependencies.conversations),
    ...createRemoteDomainHandlers(dependencies.remoteDomains),
    ...createUpdateHandlers(dependencies.updates),
  };
}
