import type { Clock, Logger } from "../core/ports.ts";

/** Keeps the log within its limits in small steps, between which whoever asks has a turn. */
export interface Pruning {
  /** Begins, or goes on, as soon as there is a turn. */
  start(): void;
  /** Counts what was written; every so many rows it starts. */
  written(rows: number): void;
  stop(): void;
}

/** Between two looks at retention. */
const ROWS_BETWEEN = 500;

/** @param step one small step of the work; answers whether another is needed */
export function createPruning(step: (now: number) => boolean, clock: Clock, logger: Logger): Pruning {
  let turn: NodeJS.Immediate | null = null;
  let rows = 0;

  const start = () => {
    turn ??= setImmediate(() => {
      turn = null;
      try {
        if (step(clock.now())) start();
      } catch (error) {
        logger.warn("The request log could not be pruned.", { error: String(error) });
      }
    });
  };

  return {
    start,
    written(count) {
      rows += count;
      if (rows < ROWS_BETWEEN) return;
      rows = 0;
      start();
    },
    stop() {
      if (turn !== null) clearImmediate(turn);
    },
  };
}
