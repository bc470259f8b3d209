type Defined<T> = { [Key in keyof T]: Exclude<T[Key], undefined> };

/** The same object without its fields that are undefined: over a bridge, "not given" and "undefined" are one. */
export function definedFields<T extends object>(value: T): Defined<T> {
  return Object.fromEntries(Object.entries(value).filter(([, field]) => field !== undefined)) as Defined<T>;
}
