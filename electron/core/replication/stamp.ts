import type { Clock } from "../ports.ts";

/**
 * When a change was made, as all devices order it: a hybrid logical clock (Kulkarni et al., "Logical Physical Clocks",
 * 2014) and the device. 12 hexadecimal digits of milliseconds since 1970, 4 of a counter, and the ULID of the device;
 * the order of these texts is the order of the changes. A change has a greater stamp than every change that its device
 * knew.
 */
export type Stamp = string;

const STAMP = /^([0-9a-f]{12})([0-9a-f]{4})([0-7][0-9A-HJKMNP-TV-Z]{25})$/;
const MAX_TIME = 2 ** 48 - 1;
const MAX_COUNTER = 0xffff;
const DAY_MS = 24 * 60 * 60_000;
/**
 * A change whose stamp is further ahead of the clock is kept aside until its time (ADR 0047). A year that was entered
 * wrongly is still accepted.
 */
const MAX_AHEAD_MS = 366 * DAY_MS;
/** A stamp that is further ahead does not move the clock: changes of other memories do not depend on it. */
const MAX_OBSERVED_AHEAD_MS = DAY_MS;

export function isStamp(value: string): boolean {
  return STAMP.test(value);
}

/** The clock's time in a stamp, in milliseconds since 1970. It can be ahead of the time of day by a device's error. */
export function timeOfStamp(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(0, 12), 16);
}

/** The greatest stamp that has an effect at a time, which is in milliseconds since 1970. */
export function lastStampAt(now: number): Stamp {
  return `${toHex(Math.max(0, Math.trunc(now)) + MAX_AHEAD_MS)}~`;
}

export function laterStamp(one: Stamp, other: Stamp): Stamp {
  if (one > other) return one;
  return other;
}

function formatStamp(time: number, counter: number, device: string): Stamp {
  return toHex(time) + counter.toString(16).padStart(4, "0") + device;
}

function toHex(time: number): string {
  return Math.min(time, MAX_TIME).toString(16).padStart(12, "0");
}

/**
 * Makes stamps that are greater than all that it made or observed, even if the system's clock is set back. A time that is more
 * than a day ahead of it has no effect, whether it was observed or the system's clock was wrong.
 */
export class HybridClock {
  readonly #clock: Clock;
  #time = 0;
  #counter = 0;

  constructor(clock: Clock) {
    this.#clock = clock;
  }

  /**
   * Makes the stamp of a change on this device.
   * @param after a stamp of the same memory, which it is greater than
   * @param notBefore its earliest time, in milliseconds since 1970: the system's clock may have been set back. A time more
   *   than a year ahead of the clock is ignored.
   */
  next(device: string, after: Stamp = "", notBefore = 0): Stamp {
    const now = this.#now();
    if (now > this.#time || this.#time > now + MAX_OBSERVED_AHEAD_MS) {
      this.#time = now;
      this.#counter = 0;
    } else if (this.#counter < MAX_COUNTER) {
      this.#counter += 1;
    } else {
      this.#time += 1;
      this.#counter = 0;
    }
    const earliest = notBefore <= now + MAX_AHEAD_MS ? notBefore : 0;
    const stamp = formatStamp(Math.max(this.#time, earliest), this.#counter, device);
    if (after === "" || stamp > after) return stamp;
    const [time, counter] = [timeOfStamp(after), counterOf(after)];
    return counter < MAX_COUNTER ? formatStamp(time, counter + 1, device) : formatStamp(time + 1, 0, device);
  }

  /** Later stamps are greater than this one. */
  observe(stamp: Stamp): void {
    const time = timeOfStamp(stamp);
    const counter = counterOf(stamp);
    if (time > this.#now() + MAX_OBSERVED_AHEAD_MS) return;
    if (time < this.#time || (time === this.#time && counter <= this.#counter)) return;
    this.#time = time;
    this.#counter = counter;
  }
  #now(): number {
    return Math.max(0, Math.min(Math.trunc(this.#clock.now()), MAX_TIME));
  }
}

function counterOf(stamp: Stamp): number {
  return Number.parseInt(stamp.slice(12, 16), 16);
}
