/** Starts the desktop application without its window. */
export const HIDDEN = "--hidden";

/** Starts it for a client that connects next, so that the programs of other servers start too. */
export const FOR_CLIENT = "--for-client";
