/** Returns a function that makes a value at its first call and returns it at every call. */
export function once<Value extends {}>(make: () => Value): () => Value {
  let value: Value | undefined;
  return () => {
    value ??= make();
    return value;
  };
}
