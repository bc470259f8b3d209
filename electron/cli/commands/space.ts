import { type Command, EXIT, UsageError } from "../command.ts";
import { InputEnded, PrivateInput } from "../private-input.ts";
import { conflicts, resolve } from "../space/conflicts.ts";
import { addDomains, changePassphrase, createSpace } from "../space/create-space.ts";
import { joinSpace } from "../space/join-space.ts";
import { devices, invite, members } from "../space/members.ts";
import type { SpaceAction } from "../space/space-calls.ts";
import { leave, list, pause, resume, setAccess, status, sync } from "../space/sync-space.ts";

/** With the maximum number of arguments of each action. */
const ACTIONS: Readonly<Record<string, readonly [run: SpaceAction, maximum: number]>> = {
  list: [list, 0],
  status: [status, 1],
  create: [createSpace, 1],
  join: [joinSpace, 1],
  invite: [invite, 1],
  sync: [sync, 1],
  pause: [pause, 1],
  resume: [resume, 1],
  conflicts: [conflicts, 1],
  resolve: [resolve, 3],
  devices: [devices, 1],
  members: [members, 1],
  "add-domains": [addDomains, 101],
  access: [setAccess, 1],
  passphrase: [changePassphrase, 1],
  leave: [leave, 1],
};

export const space: Command = {
  name: "space",
  summary: "Share domains with your other devices, or with a team",
  usage: "[ACTION] [SPACE] [options]",
  details: `  space list                        the spaces and their states
  space status [SPACE]              the same with details; exits with 1 if a
                                    space is stopped or has a problem
  space create NAME --domain DOMAIN --folder FOLDER
  space create NAME --domain DOMAIN --postgres ADDRESS
  space join [LINK]                 shows what comes in and goes out, and asks
  space invite [SPACE]              makes a link for another device or person
  space sync [SPACE]                exchanges changes now
  space pause | resume [SPACE]      stops and continues exchanging changes
  space conflicts [SPACE]           changes that another one replaced; - is the
                                    memory now, + the other change
  space resolve MEMORY keep         keeps the memory as it is now
  space resolve MEMORY take [CHANGE]  takes the other change
  space resolve MEMORY merge --content TEXT
  space devices [SPACE] [--rename NAME] [--revoke DEVICE]
  space members [SPACE] [--set-role LOGIN=ROLE] [--remove LOGIN]
  space add-domains SPACE DOMAIN…   shares more domains
  space access [SPACE] --password   enters a new password, passphrase, folder or
                                    address of the database
  space passphrase [SPACE]          changes the passphrase
  space leave SPACE --memories keep | remove

SPACE is a name or an id, and can be left out if there is one space only.

Passwords, passphrases and links with a secret are not arguments: a shell keeps
arguments in its history. On a terminal you are asked for them. In a script,
pass "-" for the link or address, and --secret-stdin, --password-stdin,
--passphrase-stdin: each is one line of standard input, in this order.

The domain "user" is about you. It is shared only with --share-user-domain, or
if you agree to the question.`,
  options: {
    domain: { type: "string", short: "d", multiple: true, value: "DOMAIN", help: "Share this domain; repeatable." },
    folder: { type: "string", value: "FOLDER", help: "A folder that another program syncs." },
    postgres: { type: "string", value: "ADDRESS", help: "postgres://user@host/database; - asks for it." },
    encrypt: { type: "boolean", help: "Encrypt the space end to end with a passphrase." },
    "device-name": { type: "string", value: "NAME", help: "The name of this device; default: the host name." },
    "share-user-domain": { type: "boolean", help: "Agree to share the domain user." },
    role: { type: "string", value: "ROLE", help: "With invite: make a login that is writer or reader." },
    login: { type: "string", value: "NAME", help: "With invite: the name of that login." },
    "separate-secret": { type: "boolean", help: "With invite: print the secret separately from the link." },
    memories: { type: "string", value: "CHOICE", help: "With leave: keep or remove its memories here." },
    content: { type: "string", value: "TEXT", help: "With resolve merge: the merged text, or - for stdin." },
    rename: { type: "string", value: "NAME", help: "With devices: rename this device." },
    revoke: { type: "string", value: "DEVICE", help: "With devices: remove a lost device." },
    "set-role": { type: "string", value: "LOGIN=ROLE", help: "With members: change what a login may do." },
    remove: { type: "string", value: "LOGIN", help: "With members: remove a login." },
    password: { type: "boolean", help: "With access: enter a new password." },
    passphrase: { type: "boolean", help: "With access: enter the new passphrase." },
    "secret-stdin": { type: "boolean", help: "Read the secret of the invitation from stdin." },
    "password-stdin": { type: "boolean", help: "Read the password of the login from stdin." },
    "passphrase-stdin": { type: "boolean", help: "Read the passphrase from stdin; encrypts a new space." },
    "no-wait": { type: "boolean", help: "Do not wait until everything was exchanged." },
    yes: { type: "boolean", short: "y", help: "Do not ask." },
  },
  words: [0, 102],
  async run(call, context) {
    const [name = "list", ...words] = call.words;
    const action = Object.hasOwn(ACTIONS, name) ? ACTIONS[name] : undefined;
    if (action === undefined) throw new UsageError(`There is no action "${name}".`, "space");
    const [run, maximum] = action;
    if (words.length > maximum) throw new UsageError("Too many arguments.", "space");
    try {
      return await run(words, call, { ...context, input: new PrivateInput(context, "space") });
    } catch (error) {
      if (!(error instanceof InputEnded)) throw error;
      context.terminal.note("Stopped. Nothing was changed.");
      return EXIT.failed;
    }
  },
};
