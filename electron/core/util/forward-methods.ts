/**
 * An object with the methods of `port`, each of which only calls `call` with its name and arguments. Callers keep it while
 * the object that does the work is replaced.
 * @param port a plain object, whose methods are its own properties
 */
export function forwardMethods<Port extends object>(
  port: Port,
  call: (name: keyof Port, args: readonly unknown[]) => unknown,
): Port {
  const names = Object.keys(port) as (keyof Port)[];
  return Object.fromEntries(names.map((name) => [name, (...args: unknown[]) => call(name, args)])) as Port;
}

/** Calls a method of a port by its name. */
export function callMethod<Port extends object>(port: Port, name: keyof Port, args: readonly unknown[]): unknown {
  return (port[name] as (...args: readonly unknown[]) => unknown)(...args);
}
