import { startApplication } from "../../app.ts";
import { applicationOptions } from "./application-options.ts";

/**
 * A process that starts an application on the folder of its first argument, reports it, and runs until it is killed.
 */
const [folder = ""] = process.argv.slice(2);
await startApplication(applicationOptions(folder));
process.stdout.write("started");
