import { isDeepStrictEqual } from "node:util";
import { z } from "zod";
import { type RecordContext, RecordList } from "../platform/record-file.ts";
import { type ErrorBody, type ErrorReason, type RecollectError, toErrorBody } from "../text/errors.ts";

/** The oldest are removed first. */
const MAX_ALERTS = 20;

const alert = z.looseObject({ message: z.string(), details: z.looseObject({}) }) as unknown as z.ZodType<ErrorBody>;

interface StandingAlertsDependencies extends RecordContext {
  readonly file: string;
  readonly newId: () => string;
  readonly onChange: () => void;
}

/** Alerts about past events, which stand until the owner dismisses them, even after a restart. */
export class StandingAlerts {
  readonly #dependencies: StandingAlertsDependencies;
  readonly #file: RecordList<ErrorBody>;
  #alerts: readonly ErrorBody[];

  constructor(dependencies: StandingAlertsDependencies) {
    this.#dependencies = dependencies;
    this.#file = new RecordList({ ...dependencies, item: alert, keyOf: ({ details }) => String(details?.alert) });
    this.#alerts = this.#file.list();
  }

  /** The oldest first. `details.alert` is the id for {@link dismiss}. */
  list(): readonly ErrorBody[] {
    return this.#alerts;
  }

  /** Adds an alert unless an equal one stands. */
  add(error: RecollectError): void {
    const { newId, logger } = this.#dependencies;
    const body = toErrorBody(error);
    logger.warn(body.message);
    const isEqual = ({ message, details: { alert: _, ...details } = {} }: ErrorBody) =>
      message === body.message && isDeepStrictEqual(details, { ...body.details });
    if (this.#alerts.some(isEqual)) return;
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
    const { logger, onChange } = this.#dependencies;
    this.#alerts = alerts;
    try {
      this.#file.replace(() => alerts);
    } catch (error) {
      logger.warn("The alerts could not be saved", { error });
    }
    onChange();
  }
}
