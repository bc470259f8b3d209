/** A browser for tests, started with the address of a page. */
import { browse } from "./browse.ts";

await browse(process.argv[2] ?? "");
