import { type AppDependencies, createAppHandlers } from "./app.ts";
import { type ClientDependencies, createClientHandlers } from "./clients.ts";
import { type ConnectionHandling, createConnectionHandlers } from "./connections.ts";
import type { MethodHandlers } from "./contract.ts";
import type { GrantDependencies } from "./grants.ts";
import { createImportHandlers, type ImportDependencies } from "./imports.ts";
import { createIndexHandlers, type IndexDependencies } from "./indexes.ts";
import { createInstructionHandlers, type InstructionHandling } from "./instructions.ts";
import { createMemoryHandlers } from "./memories.ts";
import { createModelHandlers, type ModelDependencies } from "./model.ts";
import { createRequestHandlers, type RequestDependencies } from "./requests.ts";
import { createSecretHandlers, type SecretDependencies } from "./secrets.ts";
import { createSettingsHandlers, type SettingsDependencies } from "./settings.ts";
import { createViewHandlers } from "./views.ts";

export interface HandlerDependencies {
  readonly app: AppDependencies;
  readonly indexes: IndexDependencies;
  readonly imports: ImportDependencies;
  readonly model: ModelDependencies;
  readonly requests: RequestDependencies;
  readonly clients: ClientDependencies & GrantDependencies;
  readonly connections: ConnectionHandling;
  readonly instructions: InstructionHandling;
  readonly secrets: SecretDependencies;
  readonly settings: SettingsDependencies;
}

/** Every method of the contract, for whichever bridge carries it. */
export function createMethodHandlers(dependencies: HandlerDependencies): MethodHandlers {
  return {
    ...createAppHandlers(dependencies.app),
    ...createMemoryHandlers(dependencies.indexes),
    ...createIndexHandlers(dependencies.indexes),
    ...createImportHandlers(dependencies.imports),
    ...createModelHandlers(dependencies.model),
    ...createRequestHandlers(dependencies.requests),
    ...createClientHandlers(dependencies.clients),
    ...createConnectionHandlers(dependencies.connections),
    ...createInstructionHandlers(dependencies.instructions),
    ...createSecretHandlers(dependencies.secrets),
    ...createSettingsHandlers(dependencies.settings),
    ...createViewHandlers(dependencies.settings),
  };
}
