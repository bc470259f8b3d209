import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import path from "node:path";
import { ulid } from "ulid";
import { expect, onTestFinished } from "vitest";
import { OWNER } from "../../core/caller.ts";
import { createEvents, type Events } from "../../core/events.ts";
import type { SecretStore } from "../../core/secret-store.ts";
import type { ListedSpace } from "../../core/spaces.ts";
import { createFileSecrets } from "../../secrets/file-secrets.ts";
import { Spaces, type SpacesOptions } from "../../spaces/spaces.ts";
import { TEST_COST } from "../../spaces/testing/test-spaces.ts";
import { type OpenedStore, openMemoryStore } from "../../store/open-memory-store.ts";
import { fillEmptyFolder, optionsIn, SILENT } from "../../store/testing/open-store.ts";
import type { RecollectError } from "../../text/errors.ts";
import { createMemoryCore, type MemoryCore } from "../memory-core.ts";

export const DOMAIN = "acme/shop";
/** A loaded machine needs time for what usually takes milliseconds. */
export const SOON = { interval: 20 };

/** A device with a real store, core and synchronisation, in a data folder of its own. */
export class TestDevice {
  readonly name: string;
  readonly folder: string;
  /** How far its clock is ahead. */
  skew = 0;
  readonly secrets: SecretStore;
  /** The problems of files that were reported. */
  readonly reported: RecollectError[] = [];
  readonly #changes: Partial<SpacesOptions>;
  #store: OpenedStore | null = null;
  #core: MemoryCore | null = null;
  #events: Events | null = null;
  #spaces: Spaces | null = null;

  constructor(name: string, folder: string, changes: Partial<SpacesOptions>) {
    this.name = name;
    this.folder = folder;
    this.secrets = createFileSecrets(folder);
    this.#changes = changes;
  }

  get store(): OpenedStore {
    return existing(this.#store);
  }

  get core(): MemoryCore {
    return existing(this.#core);
  }

  get spaces(): Spaces {
    return existing(this.#spaces);
  }

  get file(): string {
    return path.join(this.folder, "spaces.json");
  }

  async open(): Promise<this> {
    const clock = { now: () => Date.now() + this.skew };
    this.#events = createEvents((error) => {
      throw error;
    });
    await fillEmptyFolder(this.folder);
    this.#store = await openMemoryStore({ ...optionsIn(this.folder), clock });
    const core = createMemoryCore(this.#store, { clock, events: this.#events, logger: SILENT });
    this.#core = core;
    const spaces = await Spaces.open({
      log: core.spaces,
      file: this.file,
      secrets: this.secrets,
      clock,
      logger: SILENT,
      report: (error) => this.reported.push(error),
      newId: ulid,
      machineName: this.name,
      countMemories: (domain) => core.service.count(OWNER, { domain, validity: "any" }),
      keyCost: TEST_COST,
      onChange: () => undefined,
      ...this.#changes,
    });
    this.#spaces = spaces;
    this.#events.on("memories.changed", (changes) => spaces.noteMemories(changes));
    return this;
  }

  async close(): Promise<void> {
    await this.#spaces?.close();
    await this.#core?.close();
    await this.#store?.close();
    this.#spaces = null;
    this.#core = null;
    this.#store = null;
  }

  async restart(): Promise<void> {
    await this.close();
    await this.open();
  }

  async capture(content: string, domain = DOMAIN): Promise<string> {
    return (await this.core.service.capture(OWNER, { content, domain })).memory.id;
  }

  /** The contents of a domain, sorted. */
  async contents(domain = DOMAIN): Promise<string[]> {
    const { items } = await this.core.service.list(OWNER, { domain, limit: 100 });
    return items.map(({ content }) => content).sort();
  }

  async space(): Promise<ListedSpace> {
    const [space] = await this.spaces.list();
    return existing(space ?? null);
  }

  /** Waits until the domain has these contents. */
  async expectContents(expected: readonly string[], domain = DOMAIN): Promise<void> {
    await expect.poll(() => this.contents(domain), SOON).toEqual([...expected].sort());
  }

  /** Waits for a state of the first space. */
  async expectState(state: ListedSpace["sync"]["state"]): Promise<void> {
    await expect.poll(async () => (await this.space()).sync.state, SOON).toBe(state);
  }
}

/** Opens devices, each in a folder of its own; they are closed after the test. */
export async function openDevices(
  names: readonly string[],
  changes: Partial<SpacesOptions> = {},
): Promise<readonly TestDevice[]> {
  const devices: TestDevice[] = [];
  for (const name of names) {
    const folder = await newFolder();
    const device = await new TestDevice(name, folder, changes).open();
    onTestFinished(() => device.close());
    devices.push(device);
  }
  return devices;
}

/** A folder as a program syncs it, deleted after the test. */
export async function newFolder(): Promise<string> {
  const folder = await mkdtemp(path.join(tmpdir(), "recollect-sync-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true, maxRetries: 5 }));
  return folder;
}

function existing<T>(value: T | null): T {
  if (value === null) throw new Error("The device is not open, or in no space.");
  return value;
}
