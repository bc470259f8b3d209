import { type Action, type Command, EXIT, InputEnded } from "../command.ts";
import { PrivateInput } from "../private-input.ts";
import { conflicts, resolve } from "../space/conflicts.ts";
import { addDomains, changePassphrase, createSpace } from "../space/create-space.ts";
import { joinSpace } from "../space/join-space.ts";
import { devices, invite, members } from "../space/members.ts";
import type { SpaceAction } from "../space/space-calls.ts";
import { leave, list, pause, resume, setAccess, status, sync } from "../space/sync-space.ts";

const PASSPHRASE = ["--passphrase-stdin"];
const PASSWORD = ["--password-stdin"];
const NO_WAIT = ["--no-wait"];
const YES = ["-y, --yes"];
const USER = ["--share-user"];
/** Its former name. */
const FORMER_USER = ["--share-user-domain"];
const PROJECTS = ["-p, --project <PROJECT...>"];
/** The former name of --project. */
const DOMAINS = ["-d, --domain <PROJECT...>"];
const DRY_RUN = ["--dry-run"];
const CARRIER = ["--folder <FOLDER>", "--postgres <ADDRESS>"];
const DEVICE_NAME = ["--device-name <NAME>"];

export const spaces: Command = {
  name: "spaces",
  examples: ["recollect spaces", "recollect spaces create team --project acme/web --folder ~/Sync/team --dry-run"],
  actions: {
    list: action(list, undefined, [], ["recollect spaces list"]),
    status: action(status, "[SPACE]", [], ["recollect spaces status"]),
    create: action(
      createSpace,
      "<NAME>",
      [
        ...PROJECTS,
        ...CARRIER,
        "--encrypt",
        ...DEVICE_NAME,
        ...USER,
        ...PASSWORD,
        ...PASSPHRASE,
        ...NO_WAIT,
        ...DRY_RUN,
      ],
      ["recollect spaces create team --project acme/web --folder ~/Sync/team --dry-run"],
    ),
    join: action(joinSpace, "[LINK]", [
      "--folder <FOLDER>",
      ...DEVICE_NAME,
      ...USER,
      "--secret-stdin",
      ...PASSWORD,
      ...PASSPHRASE,
      ...NO_WAIT,
      ...YES,
      ...DRY_RUN,
    ]),
    invite: action(invite, "[SPACE]", ["--role <writer|reader>", "--login <NAME>", "--separate-secret", ...DRY_RUN]),
    sync: action(sync, "[SPACE]", DRY_RUN),
    pause: action(pause, "[SPACE]", DRY_RUN),
    resume: action(resume, "[SPACE]", DRY_RUN),
    conflicts: action(conflicts, "[SPACE]"),
    resolve: action(resolve, "<MEMORY> <keep|take|merge> [CHANGE]", ["--content <TEXT>", ...DRY_RUN]),
    devices: action(devices, "[SPACE]", ["--rename <NAME>", "--revoke <DEVICE>", ...YES, ...DRY_RUN]),
    members: action(members, "[SPACE]", ["--set-role <LOGIN=ROLE>", "--remove <LOGIN>", ...YES, ...DRY_RUN]),
    "add-projects": action(addDomains, "<SPACE> [PROJECT...]", [...PROJECTS, ...USER, ...NO_WAIT, ...DRY_RUN]),
    access: action(setAccess, "[SPACE]", [
      "--password",
      "--passphrase",
      ...CARRIER,
      ...PASSWORD,
      ...PASSPHRASE,
      ...NO_WAIT,
      ...DRY_RUN,
    ]),
    passphrase: action(changePassphrase, "[SPACE]", [...PASSPHRASE, ...DRY_RUN]),
    leave: action(leave, "<SPACE>", ["--memories <keep|remove>", ...YES, ...DRY_RUN]),
  },
  formerActions: { "add-domains": "add-projects" },
};

function action(
  run: SpaceAction,
  given?: string,
  options: readonly string[] = [],
  examples: readonly string[] = [],
): Action {
  return {
    ...(given === undefined ? {} : { arguments: given }),
    options,
    ...(options.includes("--dry-run") ? { stopsBeforeWriting: true as const } : {}),
    hidden: [
      ...(options.includes(PROJECTS[0] ?? "") ? DOMAINS : []),
      ...(options.includes(USER[0] ?? "") ? FORMER_USER : []),
    ],
    examples,
    async run(call, context) {
      try {
        const code = await run(call.words, call, { ...context, input: new PrivateInput(context) });
        return typeof code === "number" ? code : EXIT.ok;
      } catch (error) {
        if (!(error instanceof InputEnded)) throw error;
        context.terminal.note(context.text.spaces.unchanged);
        return EXIT.failed;
      }
    },
  };
}
