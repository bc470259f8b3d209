/**
 * Adds a server at the address in the first argument, with the data folder in the second, and prints its state or the error.
 */
import { setProxies } from "../../platform/proxy.ts";
import { Servers } from "../servers.ts";
import { testOptions } from "./test-options.ts";

const [url = "", folder = ""] = process.argv.slice(2);
const options = testOptions(folder);
setProxies(process.env, options.logger);
const servers = new Servers(options);
const transport = { kind: "http", url, headers: {} } as const;
const added = await servers.add({ name: "secure", transport, secrets: {} }).then(
  ({ state }) => ({ state }),
  ({ message, hint, details }: { message: string; hint: string; details: object }) => ({ message, hint, details }),
);
process.stdout.write(JSON.stringify(added));
await servers.close();
process.exit(0);
