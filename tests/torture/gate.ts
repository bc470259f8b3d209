/** Stops the load for phases in which the data must not change. */
export class Gate {
  #open = true;
  #ended = false;
  #members = 0;
  #waiting = 0;
  #wake: (() => void)[] = [];
  #onWaiting: (() => void) | null = null;

  join(): void {
    this.#members += 1;
  }

  leave(): void {
    this.#members -= 1;
    this.#onWaiting?.();
  }

  /** Waits while the gate is closed. @returns whether the load continues */
  async pass(): Promise<boolean> {
    while (!this.#open) {
      this.#waiting += 1;
      this.#onWaiting?.();
      await new Promise<void>((resolve) => this.#wake.push(resolve));
      this.#waiting -= 1;
    }
    return !this.#ended;
  }

  /** Closes the gate and waits until every member is in front of it. */
  async close(): Promise<void> {
    this.#open = false;
    await new Promise<void>((resolve) => {
      const check = () => {
        if (this.#waiting >= this.#members) resolve();
      };
      this.#onWaiting = check;
      check();
    });
    this.#onWaiting = null;
  }

  open(): void {
    this.#open = true;
    for (const wake of this.#wake.splice(0)) wake();
  }

  /** Stops the load: every member finishes its current call. */
  end(): void {
    this.#ended = true;
    this.open();
  }
}
