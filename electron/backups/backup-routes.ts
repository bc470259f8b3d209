import { RecollectError } from "../text/errors.ts";
import type { Backups } from "./backups.ts";

type Body = Readonly<Record<string, unknown>>;

/** The routes of `recollect backup`; the caller has the owner's token. */
export function createBackupRoutes(backups: Backups): Readonly<Record<string, (body: Body) => Promise<object>>> {
  return {
    "/owner/backups/list": async () => ({ backups: backups.list(), secondFolder: backups.secondFolder() }),
    "/owner/backups/make": () => backups.make("manual"),
    "/owner/backups/verify": async ({ name }) => ({ finding: await backups.verify(textOf(name, "name")) }),
    "/owner/backups/compare": ({ name }) => backups.compare(textOf(name, "name"), ""),
    "/owner/backups/restore": ({ name, ids }) =>
      backups.restore(textOf(name, "name"), ids === null ? null : textsOf(ids, "ids")),
  };
}

function textOf(value: unknown, field: string): string {
  if (typeof value === "string") return value;
  throw new RecollectError("input_invalid", { problem: "expected a text" }, { field });
}

function textsOf(value: unknown, field: string): string[] {
  if (Array.isArray(value) && value.every((each) => typeof each === "string")) return value;
  throw new RecollectError("input_invalid", { problem: "expected a list of ids, or null" }, { field });
}
