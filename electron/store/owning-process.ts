import { writeSync } from "node:fs";
import { acquireOwnership } from "./ownership.ts";

/** A process that takes the ownership of its argument, says whether it got it, and stays until it is killed, collecting garbage. */
writeSync(1, acquireOwnership(process.argv[2] ?? "") === null ? "refused\n" : "owner\n");
setInterval(() => globalThis.gc?.(), 10);
