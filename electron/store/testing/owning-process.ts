import { writeSync } from "node:fs";
import { acquireOwnership } from "../lifecycle/ownership.ts";

/**
 * A process that acquires the ownership of its argument, reports the result, and collects garbage until it is killed.
 */
writeSync(1, acquireOwnership(process.argv[2] ?? "") === null ? "refused\n" : "owner\n");
setInterval(() => globalThis.gc?.(), 10);
