/** Keeps the last `capacity` items; what falls out is only counted. */
export interface RingBuffer<T> {
  push(item: T): void;
  /** How many items were pushed since the last drain, the fallen ones included. */
  readonly received: number;
  /** Whether items fell out since the last drain. */
  readonly overflowed: boolean;
  /** Takes everything out, the newest first. */
  drain(): T[];
}

/** @param capacity at least 1 */
export function createRingBuffer<T>(capacity: number): RingBuffer<T> {
  let slots: T[] = [];
  let next = 0;
  let received = 0;
  return {
    push(item) {
      slots[next] = item;
      next = (next + 1) % capacity;
      received += 1;
    },
    get received() {
      return received;
    },
    get overflowed() {
      return received > capacity;
    },
    drain() {
      const oldestFirst = received > capacity ? [...slots.slice(next), ...slots.slice(0, next)] : slots;
      slots = [];
      next = 0;
      received = 0;
      return oldestFirst.reverse();
    },
  };
}
