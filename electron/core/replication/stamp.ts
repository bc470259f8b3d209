import type { Clock } from "../ports.ts";

/**
 * When a change was made, as all devices order it: a hybrid logical clock (Kulkarni et al., "Logical Physical Clocks",
 * 2014) and the device. 12 hexadecimal digits of milliseconds since 1970, 4 of a counter, and the ULID of the device;
 * the order of these texts is the order of the changes. A change has a greater stamp than every change that its device
 * knew.
 */
export type Stamp = string;

const STAMP = /^([0-7][0-9a-f]{11})([0-9a-f]{4})([0-7][0-9A-HJKMNP-TV-Z]{25})$/;
/** Stamps of other devices are before this time (year 6429), so that later ones are left for this device. */
const MAX_TIME = 2 ** 47 - 1;
const MAX_COUNTER = 0xffff;

export function isStamp(value: string): boolean {
  return STAMP.test(value);
}

/** The clock's time in a stamp, in milliseconds since 1970. It can be ahead of the time of day by a device's error. */
export function timeOfStamp(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, 12), 16);
}

export function laterStamp(one: Stamp, other: Stamp): Stamp {
  if (one > other) return one;
  return other;
}

function formatStamp(time: number, counter: number, device: string): Stamp {
  return time.toString(16).padStart(12, "0") + counter.toString(16).padStart(4, "0") + device;
}

/** Makes stamps that are greater than all that it made or observed, even if the system's clock is set back. */
export class HybridClock {
  readonly #clock: Clock;
  #time = 0;
  #counter = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /** Makes the stamp of a change on this device. */
  next(device: string): Stamp {
    const now = Math.max(0, Math.min(Math.trunc(this.#clock.now()), MAX_TIME));
    if (now > this.#time) {
      this.#time = now;
      this.#counter = 0;
    } else if (this.#counter < MAX_COUNTER) {
      this.#counter += 1;
    } else {
      this.#time += 1;
      this.#counter = 0;
    }
    return formatStamp(this.#time, this.#counter, device);
  }

  /** Later stamps are greater than this one. */
  observe(stamp: Stamp): void {
    const time = timeOfStamp(stamp);
    const counter = Number.parseInt(stamp.slice(12, 16), 16);
    if (time < this.#time || (time === this.#time && counter <= this.#counter)) return;
    this.#time = time;
    this.#counter = counter;
  }
}
