/** Ports that a program may take without rights of the administrator, and that every client can name. */
export const LOWEST_PORT = 1_024;
export const HIGHEST_PORT = 65_535;

/** What was typed as a port: the number, or why it cannot be one. */
export type PortInput = { readonly port: number } | { readonly problem: "blank" | "not-a-number" | "out-of-range" };

export function readPort(text: string): PortInput {
  const trimmed = text.trim();
  if (trimmed === "") {
    return { problem: "blank" };
  }
  if (!/^\d+$/.test(trimmed)) {
    return { problem: "not-a-number" };
  }
  const port = Number(trimmed);
  return port < LOWEST_PORT || port > HIGHEST_PORT ? { problem: "out-of-range" } : { port };
}
