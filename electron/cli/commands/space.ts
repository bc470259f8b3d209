import { type Action, type Command, EXIT } from "../command.ts";
import { InputEnded, PrivateInput } from "../private-input.ts";
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
const USER = ["--share-user-domain"];
const DOMAINS = ["-d, --domain <DOMAIN...>"];
const CARRIER = ["--folder <FOLDER>", "--postgres <ADDRESS>"];
const DEVICE_NAME = ["--device-name <NAME>"];

export const space: Command = {
  name: "space",
  actions: {
    list: action(list),
    status: action(status, "[SPACE]"),
    create: action(createSpace, "<NAME>", [
      ...DOMAINS,
      ...CARRIER,
      "--encrypt",
      ...DEVICE_NAME,
      ...USER,
      ...PASSWORD,
      ...PASSPHRASE,
      ...NO_WAIT,
    ]),
    join: action(joinSpace, "[LINK]", [
      "--folder <FOLDER>",
      ...DEVICE_NAME,
      ...USER,
      "--secret-stdin",
      ...PASSWORD,
      ...PASSPHRASE,
      ...NO_WAIT,
      ...YES,
    ]),
    invite: action(invite, "[SPACE]", ["--role <ROLE>", "--login <NAME>", "--separate-secret"]),
    sync: action(sync, "[SPACE]"),
    pause: action(pause, "[SPACE]"),
    resume: action(resume, "[SPACE]"),
    conflicts: action(conflicts, "[SPACE]"),
    resolve: action(resolve, "<MEMORY> <keep|take|merge> [CHANGE]", ["--content <TEXT>"]),
    devices: action(devices, "[SPACE]", ["--rename <NAME>", "--revoke <DEVICE>", ...YES]),
    members: action(members, "[SPACE]", ["--set-role <LOGIN=ROLE>", "--remove <LOGIN>", ...YES]),
    "add-domains": action(addDomains, "<SPACE> [DOMAIN...]", [...DOMAINS, ...USER, ...NO_WAIT]),
    access: action(setAccess, "[SPACE]", [
      "--password",
      "--passphrase",
      ...CARRIER,
      ...PASSWORD,
      ...PASSPHRASE,
      ...NO_WAIT,
    ]),
    passphrase: action(changePassphrase, "[SPACE]", PASSPHRASE),
    leave: action(leave, "<SPACE>", ["--memories <CHOICE>", ...YES]),
  },
};

function action(run: SpaceAction, given?: string, options: readonly string[] = []): Action {
  return {
    ...(given === undefined ? {} : { arguments: given }),
    options,
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
