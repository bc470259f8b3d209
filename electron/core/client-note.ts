import type { notes } from "../text/en/connect.ts";
import type { Message } from "../text/message.ts";

/** A note about a client's configuration. */
export type ClientNote = Message<typeof notes>;
