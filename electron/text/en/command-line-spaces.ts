import { counted, memoryCount } from "./format.ts";

const changes = (value: number) => counted(value, "change");

/** The words of `recollect spaces`. */
export const spaceCommands = {
  unchanged: "Stopped. Nothing was changed.",
  none: "There are no spaces. To make one: recollect spaces create NAME --project owner/repo --folder FOLDER",
  noSpaces: "There are no spaces.",
  unknown: (name: string) => `There is no space "${name}".`,
  nameSpace: (choices: string) => `Name the space: ${choices}.`,
  ambiguous: (name: string, choices: string) => `Several spaces have the name ${name}; pass the id: ${choices}.`,
  passDomains: "Pass the projects to share: --project owner/repo",
  folderOrPostgres: "Pass --folder FOLDER or --postgres ADDRESS.",
  toInvite: (name: string) => `To invite a device or a person: recollect spaces invite "${name}"`,
  nameDomains: "Name the projects: recollect spaces add-projects SPACE PROJECT…",
  passphraseChanged: (name: string) =>
    `The passphrase of ${name} is changed. Enter it on the other devices to exchange later changes:`,
  newPassphrase: "New passphrase (empty: Recollect makes one)",
  sameAgain: "The same again",
  passphrasesDiffer: "The two passphrases differ.",
  passphrase: (passphrase: string) => `Passphrase: ${passphrase}`,
  storePassphrase: "Store it safely: without it the space cannot be read, and it is not shown again.",
  databaseAddress: "Address of the database",
  loginPassword: "Password of the login",
  spacePassphrase: (name: string) => `Passphrase of ${name}`,
  thePassphrase: "Passphrase of the space",
  history: {
    password: "Warning: The password in the address can be in the history of this shell now.",
    secret: "Warning: The secret in the link can be in the history of this shell now.",
    leaveOut: " Leave it out next time: you are asked for it.",
  },

  userIsPersonal: 'The project "user" contains memories about you, in all projects.',
  containsUser: 'This space contains the project "user": memories about you, in all projects.',
  toShareUser: (option: string) => `To share it, pass --${option}.`,
  membersRead: "All members of the space will read it.",
  shareUser: 'Share the project "user" too?',

  domainTaken: (domain: string, space: string) =>
    `The project ${domain} is in the space ${space} on this device. A project can be in one space only.`,
  join: "Join?",
  isMember: (name: string) => `This device is in the space ${name} already.`,
  invitation: "Invitation",
  theInvitation: "the invitation",
  theSecret: "the secret",
  nameFolder: "Name the folder of the space on this machine: --folder FOLDER.",
  folderOf: (name: string) => `Folder of ${name} on this machine: `,
  invitationSecret: "Secret of the invitation (empty: none)",
  preview: {
    title: (name: string, place: string) => `Space ${name} in ${place}`,
    folder: "a folder",
    database: "a database",
    encrypted: "encrypted end to end",
    unencrypted: "not encrypted",
    role: (role: string) => `; your role: ${role}`,
    incoming: (value: number, devices: number) => `comes in:  ${changes(value)} of ${counted(devices, "device")}`,
    outgoing: (value: number, domain: string) =>
      `goes out:  ${memoryCount(value)} of ${domain}, without those that the space has`,
    onlyRead: (domain: string) => `goes out:  nothing of ${domain}: you may only read`,
    taken: (space: string) => `; the space ${space} has this project here`,
  },

  secret: (secret: string) => `\nSecret: ${secret}`,
  sendApart: "Send the secret in another message than the link. Joining needs both.",
  linkHasSecret: "The link contains the secret of the space. Send it to one person only, in a private message.",
  linkHasLogin: "The link contains your own login. For another person, or to be able to remove a device: --role writer",
  shareFolder: "The other device needs the folder too: share it with your sync program.",
  onOtherDevice: "On the other device: recollect spaces join",
  removeMember: (login: string) => `Remove ${login}? Its login is disabled, and its connections end.`,
  setRoleForm: "--set-role needs LOGIN=writer or LOGIN=reader.",
  noLogins: "A folder has no logins: everyone with access to it is a member. See: recollect spaces devices",
  noDevice: (name: string) => `There is no device "${name}".`,
  ambiguousDevice: "Several devices have that name; pass the id.",
  removeDevice: (name: string) => `Remove ${name}? Its later changes are ignored.`,

  accessNeeds: "Pass --password, --passphrase, --folder FOLDER or --postgres ADDRESS.",
  chooseMemories: "Choose what happens to its memories on this device: --memories keep or --memories remove.",
  leave: (name: string, unsent: number, removes: boolean) =>
    `Leave ${name}?${unsent === 0 ? "" : ` ${changes(unsent)} were not sent; this is tried first.`}${
      removes ? " Its memories are deleted from this device." : ""
    }`,
  left: (name: string, unsent: number) =>
    `Left ${name}.${unsent === 0 ? "" : ` ${changes(unsent)} were not sent: the other devices will not get them.`}`,

  conflicts: {
    none: "There are no conflicts.",
    open: (value: number) => `${counted(value, "conflict")}: recollect spaces resolve MEMORY keep | take | merge`,
    mergeNeeds: "merge needs --content TEXT or -.",
    unknown: (memory: string) => `Memory ${memory} has no open conflict.`,
    ambiguous: (memory: string) => `${memory} is the end of several ids.`,
    resolved: (title: string) => `Resolved: ${title}`,
    nameChange: (choices: string) => `Name the change to take: ${choices}.`,
    change: (stamp: string, device: string, client: string | null, time: string) =>
      `change ${stamp}, on ${device}${client === null ? "" : ` by ${client}`}, ${time}`,
    incomplete: "A part of its history has not arrived yet.",
    trashed: "This memory is in the trash here.",
    applied: "The memory has the text of the change:",
    otherTrashed: "The change moved it to the trash.",
    field: (field: string, present: string, other: string) => `${field}: ${present} is now, ${other} in the change`,
    interval: (from: string, until: string) => `${from} to ${until}`,
    empty: "none",
  },

  steps: {
    receive: "receiving",
    share: "sharing memories",
    send: "sending",
    leave: "leaving",
    rewrite: "re-encrypting",
  },
  progress: (step: string, done: number, total: number | null) =>
    `${step}: ${done}${total === null ? "" : ` of ${total}`}`,
  sizes: (domains: number, devices: number) => `${counted(domains, "project")}, ${counted(devices, "device")}`,
  changes,
  unknownPlace: "unknown",
  endToEnd: "end to end",
  notEncrypted: "none",
  labels: {
    id: "id         ",
    carrier: "carrier    ",
    encryption: "encryption ",
    role: "your role  ",
    domains: "projects   ",
    offered: "offered    ",
    devices: "devices    ",
    toSend: "to send    ",
    synced: "synced     ",
    conflicts: "conflicts  ",
    nextTry: "next try   ",
  },
  toShare: (domains: string) => `${domains}; to share them here: recollect spaces add-projects`,
  thisOne: (name: string) => `${name} (this one)`,
  never: "never",
  toSeeConflicts: (value: number) => `${value}; to see them: recollect spaces conflicts`,
  problemSince: (device: string, time: string, problem: string) => `${device}, since ${time}: ${problem}`,
  device: {
    this: "this device",
    removed: "removed",
    neverSeen: "never seen",
    lastSeen: (time: string) => `last seen ${time}`,
    clockAhead: (minutes: number) => `its clock was ${minutes} min ahead`,
  },
  yourLogin: " (your login)",
};

/** The help of `recollect spaces`. */
export const spaceHelp = {
  summary: "Share projects with your other devices, or with a team",
  details: `SPACE is a name or an id, and can be left out if there is one space only.

Passwords, passphrases and links with a secret are not arguments: a shell keeps
arguments in its history. On a terminal you are asked for them. In a script,
pass "-" for the link or address, and --secret-stdin, --password-stdin,
--passphrase-stdin: each is one line of standard input, in this order.

The project "user" is about you. It is shared only with --share-user, or
if you agree to the question.`,
  options: {
    project: "Share this project; repeatable.",
    "dry-run": "Only show what would be changed.",
    domain: "The former name of --project.",
    folder: "A folder that another program syncs.",
    postgres: "postgres://user@host/database; - asks for it.",
    encrypt: "Encrypt the space end to end with a passphrase.",
    "device-name": "The name of this device; default: the host name.",
    "share-user": 'Agree to share the project "user".',
    "share-user-domain": "The former name of --share-user.",
    role: "Make a login that is writer or reader.",
    login: "The name of that login.",
    "separate-secret": "Print the secret separately from the link.",
    memories: "keep or remove its memories on this device.",
    content: "The merged text, or - for stdin.",
    rename: "Rename this device.",
    revoke: "Remove a lost device.",
    "set-role": "Change what a login may do.",
    remove: "Remove a login.",
    password: "Enter a new password.",
    passphrase: "Enter the new passphrase.",
    "secret-stdin": "Read the secret of the invitation from stdin.",
    "password-stdin": "Read the password of the login from stdin.",
    "passphrase-stdin": "Read the passphrase from stdin; encrypts a new space.",
    "no-wait": "Do not wait until everything was exchanged.",
    yes: "Do not ask.",
  },
  actions: {
    list: "List the spaces and their states",
    status: "Show details; exits with 1 if a space is stopped or has a problem",
    create: "Create a space in a folder or a database",
    join: "Join a space; shows what comes in and goes out, and asks",
    invite: "Make a link for another device or person",
    sync: "Sync now",
    pause: "Stop syncing",
    resume: "Continue syncing",
    conflicts: "List replaced changes; - is the memory now, + the other change",
    resolve: "Decide a conflict: keep, take [CHANGE], or merge --content TEXT",
    devices: "List, rename and remove devices",
    members: "List, change and remove the logins of a database",
    "add-projects": "Share more projects",
    access: "Enter a new password, passphrase, folder or database address",
    passphrase: "Change the passphrase",
    leave: "Leave a space",
  },
};
