import type { UpdateObstacle, UpdateStatus } from "../../core/updates.ts";
import { type Command, EXIT, UsageError } from "../command.ts";
import { formatJson, plainText, type Terminal } from "../terminal.ts";

const METHODS = {
  status: ["updates.status", {}],
  check: ["updates.check", {}],
  on: ["updates.setAgreed", { agreed: true }],
  off: ["updates.setAgreed", { agreed: false }],
  download: ["updates.download", {}],
  install: ["updates.install", { when: "now" }],
} as const;

/** Why this installation does not replace itself. */
const OBSTACLES: Readonly<Record<UpdateObstacle, string>> = {
  source: "This build does not know where releases are.",
  headless: "Without its window, Recollect does not update itself.",
  development: "This is a development build. Update its source.",
  package: "A package manager installed Recollect. Update it there.",
  location: "Recollect cannot write to its own folder. Move it, or download the new version.",
  unsigned: "This build has no key to verify releases with.",
};

export const update: Command = {
  name: "update",
  summary: "Show, check for and install updates of Recollect",
  usage: "[status | on | off | check | download | install]",
  details: `Without an argument, shows what is known. on allows Recollect to check for a new
version once a day; before that, nothing is requested from the network.
install restarts the desktop application with the downloaded update, as soon as
no client waits for a response.`,
  options: {},
  words: [0, 1],
  async run(call, { app, terminal }) {
    const [action = "status"] = call.words;
    if (!Object.hasOwn(METHODS, action)) throw new UsageError(`There is no action "${action}".`, "update");
    const [method, input] = METHODS[action as keyof typeof METHODS];
    const status = await app.ask(method, input);
    if (call.json) terminal.print(formatJson(status));
    else printStatus(status, terminal);
    return EXIT.ok;
  },
};

function printStatus(status: UpdateStatus, terminal: Terminal): void {
  terminal.print(`Recollect ${status.version}`);
  if (status.obstacle !== "source") terminal.print(stateOf(status));
  if (status.release !== null && status.release.notes !== "") terminal.note(plainText(status.release.notes));
  if (status.error !== null) {
    terminal.note([status.error.message, status.error.hint].filter(Boolean).join(" "));
  }
  if (status.obstacle !== null) terminal.note(OBSTACLES[status.obstacle]);
  if (status.page !== null && status.obstacle !== null) terminal.note(`Downloads: ${status.page}`);
}

function stateOf({ agreed, state, release, checkedAt, page, obstacle }: UpdateStatus): string {
  if (agreed !== true) return "Updates are off. To check for them once a day: recollect update on";
  const version = release === null ? "" : `Version ${release.version}`;
  const checked = checkedAt === null ? "not checked yet" : `checked ${checkedAt.slice(0, 16).replace("T", " ")} UTC`;
  switch (state) {
    case "available":
      return `${version} is available. ${obstacle === null ? "To download it: recollect update download" : (page ?? "")}`;
    case "downloading":
      return `${version} is being downloaded.`;
    case "ready":
      return `${version} is downloaded. To restart with it: recollect update install`;
    case "waiting":
      return `${version} is installed as soon as no client waits for a response.`;
    case "installing":
      return `${version} is being installed.`;
    case "checking":
      return "Checking for updates.";
    case "current":
      return `This is the newest version (${checked}).`;
    case "idle":
      return `No newer version is known (${checked}).`;
  }
}
