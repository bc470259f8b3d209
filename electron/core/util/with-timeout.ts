/**
 * Waits for a promise at most `timeoutMs` milliseconds.
 * @returns its value, or what `onTimeout` returns once the time is over; the promise itself is not cancelled
 */
export async function withTimeout<T, U>(promise: Promise<T>, timeoutMs: number, onTimeout: () => U): Promise<T | U> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const timeout = new Promise<U>((resolve, reject) => {
    timer = setTimeout(() => {
      try {
        resolve(onTimeout());
      } catch (error) {
        reject(error);
      }
    }, timeoutMs);
  });
  try {
    return await Promise.race([promise, timeout]);
  } finally {
    clearTimeout(timer);
  }
}
