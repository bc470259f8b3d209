import { readFileSync } from "node:fs";
import type { Logger } from "../core/ports.ts";
import { isRecord } from "../core/util/is-record.ts";
import { type ErrorBody, type ErrorReason, type RecollectError, toErrorBody } from "../text/errors.ts";

/** The oldest are removed first. */
const MAX_ALERTS = 20;

interface StandingAlertsDependencies {
  readonly file: string;
  readonly write: (file: string, text: string) => void;
  readonly newId: () => string;
  readonly logger: Logger;
  readonly onChange: () => void;
}

/** Alerts about past events, which stand until the owner dismisses them, also after a restart. */
export class StandingAlerts {
  readonly #dependencies: StandingAlertsDependencies;
  #alerts: readonly ErrorBody[];

  constructor(dependencies: StandingAlertsDependencies) {
    this.#dependencies = dependencies;
    this.#alerts = readAlerts(dependencies.file);
  }

  /** The oldest first. `details.alert` is the id for {@link dismiss}. */
  list(): readonly ErrorBody[] {
    return this.#alerts;
  }

  add(error: RecollectError): void {
    const { newId, logger } = this.#dependencies;
    const body = toErrorBody(error);
    logger.warn(body.message);
    this.#replace([...this.#alerts, { ...body, details: { ...body.details, alert: newId() } }].slice(-MAX_ALERTS));
  }

  /** Does nothing for an unknown id. */
  dismiss(id: string): void {
    this.#replace(this.#alerts.filter(({ details }) => details?.alert !== id));
  }

  /** Dismisses every alert with this reason that is concerned; default: all. */
  resolve(reason: ErrorReason, isConcerned: (details: ErrorBody["details"]) => boolean = () => true): void {
    this.#replace(this.#alerts.filter(({ details }) => details?.reason !== reason || !isConcerned(details)));
  }

  #replace(alerts: readonly ErrorBody[]): void {
    const { file, write, logger, onChange } = this.#dependencies;
    this.#alerts = alerts;
    try {
      write(file, `${JSON.stringify(alerts, null, 2)}\n`);
    } catch (error) {
      logger.warn("The alerts could not be saved", { error });
    }
    onChange();
  }
}

/** Reads the stored alerts. A missing or damaged file has none. */
function readAlerts(file: string): readonly ErrorBody[] {
  try {
    const value: unknown = JSON.parse(readFileSync(file, "utf8"));
    return Array.isArray(value) ? value.filter(isAlert) : [];
  } catch {
    return [];
  }
}

function isAlert(value: unknown): value is ErrorBody {
  return isRecord(value) && typeof value.message === "string" && isRecord(value.details);
}
