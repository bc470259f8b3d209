import type { Translation } from "../message.ts";
import { sentences } from "./activity-sentences.ts";
import { dataCommands } from "./command-line-data.ts";
import { doctorCommand } from "./command-line-doctor.ts";
import { importCommand } from "./command-line-import.ts";
import { memoryCommands } from "./command-line-memories.ts";
import { spaceCommands } from "./command-line-spaces.ts";
import { notes } from "./connect.ts";
import { errors } from "./errors.ts";
import { counted, didYouMean, plural, stateCounts } from "./format.ts";
import { conversationNotices, searchNotices } from "./notices.ts";

const memories = (value: number) => counted(value, "memory", "memories");
const conversations = (value: number) => counted(value, "conversation");
const messages = (value: number) => counted(value, "message");

/** A move of the memories of a domain or namespace; `to` is null for its removal. */
interface PlaceMove {
  readonly kind: "domain" | "namespace";
  readonly from: string;
  readonly to: string | null;
  readonly memories: number;
  readonly others: number;
  readonly isNew: boolean;
}

const words = {
  noApplication: "This copy contains no application. Start Recollect from where it is installed.",
  spaces: spaceCommands,
  sentences,
  ...memoryCommands,
  ...dataCommands,
  ...doctorCommand,
  notes,
  searchNotices: {
    ...searchNotices,
    domain_unknown: ({ domain, similar }: { domain: string; similar: readonly string[] }) =>
      `There is no project "${domain}". ${didYouMean(similar)}`.trim(),
    nothing_relevant: ({ count }: { count: number }) =>
      `No memory is likely to be relevant; --min-score 0 shows ${plural(count, "the 1 that is", `the ${count} that are`)} less likely.`,
  },
  conversationNotices,

  usage: {
    /** Between two sentences. */
    gap: " ",
    see: (help: string) => `See '${help}'.`,
    didYouMean: (similar: readonly string[]) => `Did you mean ${oneOf(similar)}?`,
    unknownCommand: (name: string) => `There is no command "${name}".`,
    unknownAction: (name: string) => `There is no action "${name}".`,
    unknownOption: (name: string) => `Unknown option '${name}'.`,
    missingArgument: (name: string) => `Missing argument. Pass <${name}>.`,
    missingValue: (option: string) => `Option '${option}' needs a value.`,
    tooManyArguments: "Too many arguments.",
    working: (seconds: number) => `Working … ${seconds} s`,
    dryRun: (command: string) => `Nothing was changed. This would be done: ${command}`,
    withoutValue: (option: string) => `Option '${option}' takes no value.`,
    unknownField: (name: string, known: string) => `There is no field "${name}" for --format. Fields: ${known}.`,
    wholeNumber: (option: string, from: number, to: number) =>
      `--${option} must be a whole number from ${from} to ${to}.`,
    notTime: (option: string) => `--${option} must be a date, or a time span such as 12h or 7d.`,
    share: (option: string) => `--${option} must be a number from 0 to 1.`,
    choice: (option: string, choices: readonly string[]) => `--${option} must be ${oneOf(choices)}.`,
    pass: (choices: readonly string[]) => `Pass ${oneOf(choices)}.`,
    onlyOne: (one: string, other: string) => `Give ${one} or ${other}, not both.`,
    needs: (option: string, needed: string) => `${option} needs ${needed}.`,
    nameValue: (option: string) => `--${option} needs NAME=VALUE.`,
    secretMissing: (name: string) =>
      `--secret ${name} has no value: set the variable ${name}, or pass it on standard input.`,
    unknownClient: (name: string, known: string) => `There is no client "${name}". Supported clients: ${known}.`,
  },

  input: {
    yesNoDetails: "[Y/n, d for details]",
    secretNeeds: (option: string) => `Run it on a terminal, or pass --${option} and standard input.`,
    noLine: (name: string) => `Standard input has no line for ${name}.`,
    agreeWith: (option: string) => `Pass --${option} to agree.`,
    noEditor: "There is no editor. Set EDITOR to its command, or pass the text.",
    unchanged: "Nothing was changed.",
  },

  change: {
    upToDate: (path: string) => `${path} is up to date.`,
    changed: (path: string) => `${path} was changed.`,
    wouldChange: (path: string) => `${path} would be changed.`,
    backup: (path: string) => ` Backup: ${path}`,
    moved: (value: number, place: string) => `${memories(value)} moved to ${place}.`,
    wouldMove: (value: number, place: string) => `${memories(value)} would be moved to ${place}.`,
    tagged: (tags: string) => `Tags: ${tags || "none"}`,
    wouldTag: (tags: string) => `Tags would be: ${tags || "none"}`,
    pinned: (value: number, pinned: boolean, isDryRun: boolean) =>
      `${memories(value)} ${isDryRun ? "would be " : ""}${pinned ? "pinned" : "unpinned"}.`,
    newProject: (name: string) => `"${name}" is a new project.`,
  },

  connect: {
    installed: "installed",
    connected: "connected",
    temporary:
      "This copy of Recollect is in npm's cache, which can be emptied. Run 'npm install --global recollect' and connect again to keep it.",
    hooksFor: (file: string) => `For ${file}:`,
    noCursorFile: "Cursor has no such file. Paste the text into Cursor's settings under Rules.",
  },

  plugin: {
    none: (client: string) => `There is no plugin for "${client}".`,
    states: { absent: "not installed", installed: "installed", outdated: "outdated" },
    unchanged: "Nothing was changed.",
    inFolder: (folder: string) => `The plugin is in ${folder}. Add this folder to your client.`,
    removed: "The folder of the plugin was deleted.",
    generated: "The plugin was generated.",
    programMissing: (program: string) => `The program ${program} was not found: run the commands above.`,
    done: {
      install: (client: string) => `The plugin was installed in ${client}. New sessions use it.`,
      update: (client: string) => `The plugin was updated in ${client}. New sessions use it.`,
      remove: (client: string) => `The plugin was removed from ${client}. New sessions use it.`,
    },
  },

  setup: {
    stopped: "Stopped. Changes so far are kept. recollect help setup says how to undo them.",
    needsYes: "Pass --yes to agree, or --dry-run.",
    ask: (clients: number) => `Connect ${counted(clients, "client")}?`,
    summary: "Connects these assistants to Recollect:",
    entryIn: (file: string) => `will get an entry in ${file}`,
    undo: "Changed files are backed up. To undo it: recollect disconnect, recollect plugins remove.",
    unchanged: "Nothing was changed.",
    noClient: "No supported client was found on this computer.",
    listClients: "recollect connect lists the supported clients; recollect connect CLIENT connects one.",
    copyConfiguration: (client: string) => `Copy its configuration: recollect connect ${client} --print`,
    planned: {
      plugin: "will get a plugin with hooks and skills",
      connect: "will be connected",
      connected: "is connected already",
      left: "is not changed",
    },
    hasPlugin: (client: string) => `${client} has the plugin. New sessions use it.`,
    isConnected: (client: string) => `${client} is connected.`,
    notConnected: (client: string) => `${client} is not connected.`,
    tryIt: '\nOpen an assistant and tell it, for example: "Remember that I prefer short answers."',
    waiting: "Waiting for its first memory.",
    pressEnter: " Press Enter to continue without it.",
    firstRequest: (client: string) => `${client} sent its first request.`,
    remembers: (text: string) => `It remembers: ${text}`,
    noRequest: "No client has sent a request yet.",
    noMemory: "No memory was captured yet.",
    offer: (value: number, program: string, path: string) =>
      `\n${memories(value)} of ${program} can be imported from ${path}.`,
    importThem: "Import them?",
    previewImport: (program: string) => `To preview it: recollect import ${program} --dry-run`,
    conversations: "\nEarlier sessions on this computer can be searched by your assistants:",
    conversationsPrivate: "Their transcripts are read on this computer only, and secrets are masked.",
    readThem: "Read them?",
    reading: "The conversations are being read: recollect conversations status",
    survey: (client: string, transcripts: number, size: string) =>
      `${client}: ${counted(transcripts, "transcript")}, ${size}`,
    since: (day: string) => `, since ${day}`,
  },

  status: {
    notRunning: "Recollect is not running.",
    running: "Running",
    version: (url: string, version: string, pid: number, uptime: string) =>
      `${url} (version ${version}, pid ${pid}, up ${uptime})`,
    uptime: {
      seconds: (value: number) => `${value} s`,
      minutes: (value: number) => `${value} min`,
      hours: (value: number) => `${value} h`,
      days: (value: number) => `${value} days`,
    },
    memories: "Memories",
    counts: stateCounts,
    text: "Text",
    indexed: (value: number) => `${value} indexed`,
    rebuilding: ", rebuilding",
    vectors: "Vectors",
    off: "off",
    embedded: (ready: number, pending: number) => `${ready} indexed, ${pending} pending`,
    project: "Project",
    none: "none",
    data: "Data",
  },

  import: importCommand,

  places: {
    count: (value: number, others: number) =>
      `${memories(value)}${others === 0 ? "" : `, ${others} in the trash or no longer current`}`,
    repeated: (other: string, first: string) =>
      `"${other}" and "${first}" are one project: recollect projects merge "${other}" "${first}"`,
    formerName: (name: string, means: string) =>
      `Clients that still say "${name}" reach "${means}": recollect projects forget-name "${name}"`,
    nameForgotten: (name: string) => `"${name}" is no longer a name of another project.`,
    added: (name: string) => `Added: ${name}`,
    moved: (move: PlaceMove, isDryRun: boolean): string => {
      const { from, to, others, isNew } = move;
      const what = `${memories(move.memories)} of ${from}${others === 0 ? "" : `, and ${others} in the trash or no longer current,`}`;
      if (to === null && move.kind === "namespace") return isDryRun ? `${from} would be removed.` : `Removed: ${from}`;
      const target = to === null ? "to the trash" : `to ${to}${isNew ? " (new)" : ""}`;
      return isDryRun ? `${what} would be moved ${target}.` : `${what} moved ${target}.`;
    },
    identical: (value: number) => `${memories(value)} with the same text are in both. Health lists them afterwards.`,
    clients: (clients: string, to: string) => `Limited to it, and to ${to} after the move: ${clients}`,
    shared: (domain: string) => `"${domain}" is shared: other people see the change.`,
    toUndo: (command: string) => `To undo it: ${command}`,
    undone: (value: number) => `${memories(value)} moved back.`,
  },

  servers: {
    states: {
      running: "running",
      stopped: "stopped",
      starting: "starting",
      waiting: "waiting",
      failed: "failed",
      "sign-in": "sign-in",
    },
    toolStates: { approved: "approved", new: "new", changed: "changed", missing: "missing" },
    needsSignIn: (name: string) =>
      `${name} needs a sign-in. If you stop here, sign in later: recollect servers sign-in ${name}`,
    notGranted: (name: string) => `No client uses it yet: recollect servers grant ${name} CLIENT --all`,
    nameServer: "Name the server.",
    leftOut: (name: string, tools: readonly string[]) =>
      `Not approved, because something was found in them: ${tools.join(", ")}. Approve each by its name: recollect servers approve ${name} TOOL`,
    removed: (name: string) => `Removed ${name}.`,
    canUse: (client: string, name: string) => `${client} can use ${name}.`,
    cannotUse: (client: string, name: string) => `${client} cannot use ${name}.`,
    listsAll: (client: string) => `${client} lists all tools of its servers.`,
    searches: (client: string) => `With more than 40 server tools, ${client} searches instead of listing.`,
    hintsOn: (name: string) => `Clients see memories about ${name} next to its tools.`,
    hintsOff: (name: string) => `Clients do not see memories about ${name} next to its tools.`,
    signedIn: (name: string, tools: number) => `Signed in at ${name}: ${counted(tools, "tool")}.`,
    signedOut: (name: string) => `Signed out of ${name}.`,
    logEmpty: "The log is empty: the server has not started since Recollect did.",
    signInHere: "Sign in in the browser. If it shows no page, open:",
    openPage: "Open this page in a browser:",
    waiting: "Waiting for the browser. Press Ctrl+C to stop.",
    none: "There are no servers. To add one: recollect servers add NAME -- COMMAND",
    unknown: (name: string) => `There is no server "${name}".`,
    lastOutput: "Its last output:",
    commandOrUrl: "Pass a command after --, or an address with --url.",
    oneGrant: "Pass one of --all, --read-only, --tool TOOL and --none.",
    tools: (value: number) => counted(value, "tool"),
    askRemove: (name: string) => `Remove ${name}, with its secrets and grants?`,
    toApprove: (value: number) => `, ${value} to approve`,
    noCalls: ", no calls today",
    calls: (value: number, failed: number) => `, ${counted(value, "call")} today, ${failed} failed`,
    median: (duration: string) => `, median ${duration} ms`,
    marks: { off: "off", readOnly: "read-only", destructive: "destructive" },
    as: (name: string) => `as ${name}`,
    hidden: (value: number) => `has ${counted(value, "hidden character")}`,
    instruction: (excerpt: string) => `reads like an instruction: ${excerpt}`,
    contradiction: (hints: string) => `has hints that contradict each other: ${hints}`,
    lookalike: (name: string) => `has a name or title that looks like ${name}, a tool of Recollect`,
    passOn: (names: string) => `Pass on ${names} from Recollect's environment?`,
    notPassedOn: (names: string, options: string) =>
      `${names} ${options.includes(" --") ? "are" : "is"} set where Recollect runs, and not passed on. To pass on: ${options}`,
    onlyHere: (names: string, options: string) =>
      `${names} ${options.includes(" --") ? "are" : "is"} set here, but not where Recollect runs. To pass on: ${options}`,
    followWith: "Pass --follow to use that address.",
    follows: (address: string) => `Using ${address}, to which the server redirects.`,
    json: {
      secret: (name: string) => `${name} is secret. Pass it with --secret ${name}.`,
      noInput: (name: string) => `It has no input ${name}.`,
      noInputs: "It has no inputs.",
      inputs: (names: string) => `Its inputs: ${names}.`,
      required: (options: string) => `Pass the required values: ${options}.`,
      fixed: (kind: "variable" | "header" | "argument", value: string) => `It sets the ${kind} ${value}`,
      byDefault: (name: string, value: string) => `${name} is ${value} by default.`,
      agree: (value: number) => `Add it with ${counted(value, "value")} that it sets?`,
      starts: (line: string) => `It starts ${line}`,
      isAt: (address: string) => `It connects to ${address}`,
      agreeToText: "Add it?",
      several: (names: string) => `The text has several servers. Pass the name of one: ${names}.`,
      notAgreed: "It was not added.",
      invalid: (file: string) => `${file} is not valid JSON.`,
      notServerJson: (file: string) => `${file} is not a server.json: it has no packages and no remotes.`,
      noPackage: (type: string, types: string) => `It has no package of the type ${type}. It has ${types}.`,
      unusable: (title: string, problem: string) => `${title} cannot be used. ${problem}`,
    },
    moves: {
      undo: (command: string) => `To undo it: ${command}`,
      inFile: (name: string) => `${name} is in the file again, so it stays as it is there.`,
      removed: (names: string) => `Removed from Recollect: ${names}.`,
      wouldRemove: (names: string) => `Would be removed from Recollect: ${names}.`,
      none: "The file has no other servers.",
      cannot: (problem: string) => `cannot be moved: ${problem}`,
      needs: (variable: string) => `cannot be moved without the value of ${variable}: pass --secret ${variable}`,
      exists: (name: string) => `is already in Recollect as ${name}`,
      becomes: (name: string) => `becomes ${name}`,
      toKeychain: (names: string) => `stored as secrets: ${names}`,
      inherits: (names: string) => `still gets from Recollect's environment: ${names}`,
      signIn: (name: string) => `${name} needs a sign-in: recollect servers sign-in ${name}`,
      moved: (name: string) => `Moved ${name}.`,
      movedAs: (name: string, to: string) => `Moved ${name} as ${to}.`,
      failed: (name: string, problem: string) => `${name} was not moved. ${problem}`,
    },
  },

  domain: {
    none: "There are no remote projects.",
    removed: (name: string) => `${name} is no longer remote here. Its memories are still in the database.`,
    unknownCount: "number of memories unknown",
    memories: (value: number) => `${value} memories`,
    readWrite: "read and write",
    readOnly: "read only",
    local: (value: number) => `${value} more on this machine`,
    vectors: {
      none: "text search only: the database has no pgvector, or the login cannot read vectors",
      empty: "search by meaning starts when a machine has embedded memories",
      ready: "search by words and meaning",
      "other-model": "text search only: its vectors are from another model",
    },
  },

  conversations: {
    start: "To start: recollect conversations survey",
    off: "off",
    on: "on ",
    transcripts: (value: number, size: string) => `${counted(value, "transcript")}, ${size}`,
    span: (from: string, to: string) => `, ${from} to ${to}`,
    notRead: "Nothing is read before you switch a client on: recollect conversations on CLIENT",
    percentRead: (percent: string) => `${percent} read`,
    none: "There are no conversations here.",
    untitled: "(no title)",
    askAll: "Forget all conversations? This cannot be undone.",
    ask: (value: number) =>
      `Forget ${value === 1 ? "this selection" : `these ${value} selections`}? This cannot be undone.`,
    noneFound: "No conversations found.",
    continues: (number: number) => `It continues: --around ${number}`,
    memories: (ids: string) => `Memories from it: ${ids}`,
    folderOrProject: "Pass --folder or --project.",
    daysOrAll: "Pass a number of days, or all.",
    selection: "Pass an id, --project, --client or --all.",
    forgotten: (sessions: number, all: number) => `Forgotten: ${conversations(sessions)} with ${messages(all)}.`,
    messages,
    read: (clients: string) => `Read: ${clients || "none"}`,
    archive: (path: string) => `Archive: ${path}`,
    leftOut: (names: string) => `Left out: ${names}`,
    kept: (days: number | null) => (days === null ? "Kept without limit" : `Kept for ${days} days`),
    state: (state: string) => `State: ${state}`,
    paused: (reading: boolean, embedding: boolean) =>
      `Paused: ${[reading ? "reading" : "", embedding ? "embedding" : ""].filter(Boolean).join(" and ")}`,
    stored: (sessions: number, all: number, size: string) =>
      `Stored: ${conversations(sessions)}, ${messages(all)}, ${size}`,
    meaning: (percent: string) => `Searchable by meaning: ${percent}`,
    client: (sessions: number, all: number) => `${conversations(sessions)}, ${messages(all)}`,
    unknownRecords: (value: number) => `, ${counted(value, "record")} left out`,
    leftOutIn: (types: readonly (readonly [string, number])[]) =>
      `left out: ${types.map(([type, value]) => `${value} × ${type}`).join(", ")}`,
    moreFiles: (value: number) => `${value} more files with records that were left out`,
    moreProblems: (value: number) => `${value} more problems`,
  },

  clientMemories: {
    memories,
    inPlace: (value: number, place: string) => `${value} in ${place}`,
    sections: (value: number) => `on, ${counted(value, "section")}`,
    beforeHeading: "(before the first heading)",
    notWatched: "Nothing is stored or proposed before you watch it: recollect client-memories watch CLIENT|FILE",
    oneFile: "Pass one file with --section.",
    goneSince: (day: string) => `no longer there since ${day}`,
    nothingRead: "Nothing was read yet.",
    unknown: (name: string, known: string) =>
      `"${name}" is neither a file nor a client whose memories can be read: ${known}.`,
    counts: (waiting: number, kept: number, rejected: number) =>
      `${waiting} waiting, ${kept} kept, ${rejected} rejected`,
    gone: (value: number) => `, ${value} no longer there`,
    start: "To start: recollect client-memories survey",
  },
};

function oneOf(choices: readonly string[]): string {
  return choices.join(", ").replace(/, ([^,]+)$/, " or $1");
}

/** The words of the command line. */
export const commandText: typeof words & { readonly errors: Translation<typeof errors> } = {
  ...words,
  errors: {
    ...errors,
    memory_gone: ({ id }) => ({
      message: `There is no memory ${id}.`,
      hint: "recollect list and recollect search print ids; it may have been deleted permanently.",
    }),
    not_an_id: ({ value }) => ({
      message: `"${value}" is not the id of a memory.`,
      hint: "Its last characters suffice, at least 4. recollect list and recollect search print them.",
    }),
  },
};
