import type { Database } from "better-sqlite3";
import type { Clock } from "../../core/ports.ts";
import { RecollectError } from "../../text/errors.ts";
import type { MemoryRows } from "../rows/memory-rows.ts";
import type { Revisions } from "../rows/revisions.ts";
import { ChangeRows } from "./change-rows.ts";
import { Materialiser } from "./materialiser.ts";
import { Recorder } from "./recorder.ts";
import { type Space, Spaces } from "./spaces.ts";
import { Successors } from "./successors.ts";

/** The parts of the change log that share one database. */
export interface ChangeLog {
  readonly spaces: Spaces;
  readonly changes: ChangeRows;
  readonly rows: MemoryRows;
  readonly recorder: Recorder;
  readonly materialiser: Materialiser;
  /** @throws not_found, conflict while this device leaves the space */
  space(id: string): Space;
  /** Milliseconds since 1970. */
  now(): number;
}

interface ChangeLogParts {
  readonly database: Database;
  readonly clock: Clock;
  readonly rows: MemoryRows;
  readonly revisions: Revisions;
}

export function createChangeLog({ database, clock, rows, revisions }: ChangeLogParts): ChangeLog {
  const spaces = new Spaces(database, clock);
  const changes = new ChangeRows(database);
  const successors = new Successors(changes, rows);
  const materialiser: Materialiser = new Materialiser({
    database,
    spaces,
    changes,
    rows,
    revisions,
    successors,
    share: (space, row) => recorder.share(space, row),
  });
  const recorder: Recorder = new Recorder({ spaces, changes, successors, materialiser, revisions });
  return {
    spaces,
    changes,
    rows,
    recorder,
    materialiser,
    space(id) {
      const space = spaces.byId(id);
      if (space === undefined) throw new RecollectError("space_unknown", { id: id.slice(0, 60) });
      if (space.isLeaving) throw new RecollectError("space_leaving", { id });
      return space;
    },
    now: () => clock.now(),
  };
}
