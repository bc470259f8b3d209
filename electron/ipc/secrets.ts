import type { SecretsStatus } from "../core/secret-store.ts";
import type { AreaHandlers } from "./contract.ts";

export interface SecretDependencies {
  readonly secrets: {
    status(): SecretsStatus;
    tryAgain(): void;
    moveTo(place: SecretsStatus["place"]): Promise<void>;
  };
  readonly signingKey: { get(): Promise<unknown>; replace(): Promise<void> };
  /** Is told when the key can be read again, or was made anew: what configurations hold is signed with it. */
  onKeyChanged(): void;
}

export function createSecretHandlers(dependencies: SecretDependencies): AreaHandlers<"secrets"> {
  const { secrets, signingKey, onKeyChanged } = dependencies;
  return {
    "secrets.status": async () => secrets.status(),
    "secrets.tryAgain": async () => {
      secrets.tryAgain();
      await signingKey.get();
      onKeyChanged();
      return secrets.status();
    },
    "secrets.move": async ({ place }) => {
      await secrets.moveTo(place);
      return secrets.status();
    },
    "secrets.replaceKey": async () => {
      await signingKey.replace();
      onKeyChanged();
      return secrets.status();
    },
  };
}
