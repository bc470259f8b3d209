import { generalHelp, sharedOptions } from "./command-line-general.ts";
import { memoryHelp } from "./command-line-help-memories.ts";
import { spaceHelp } from "./command-line-spaces.ts";

/** The help of every command: its options by name, and its actions. Details are wrapped to the terminal. */
const commands = {
  ...memoryHelp,
  setup: {
    summary: "Connect the assistants on this computer, step by step",
    details: `Finds the installed clients, shows the changes to each one, and asks before it
makes them. A client that has plugins gets Recollect's plugin, with hooks and
skills, by its own command. The other clients, and with --files all of them, get
an entry in their configuration file. Then setup waits for the first memory of
a client, and offers to import memories of other programs and to read the
conversations of earlier sessions. Nothing is imported or read unless you agree.

To undo it: recollect plugins remove CLIENT, or recollect disconnect CLIENT.
Without a terminal, --yes agrees to the changes, --import and --conversations
to the offers.`,
    options: {
      client: "Only this client; repeatable.",
      files: "Write configuration files instead of installing plugins.",
      yes: "Connect without asking.",
      import: "Import the memories of other programs without asking.",
      conversations: "Read the conversations of earlier sessions without asking.",
      completion: "Install the completion for your shell without asking.",
      wait: "How long to wait for the first memory; 0 does not wait.",
      "dry-run": "Only show the changes.",
    },
  },
  status: {
    summary: "Show whether Recollect is running, and its contents",
    details: "Never starts Recollect. Exits with 3 if it is not running.",
  },
  export: {
    summary: "Export memories to a file or to stdout",
    details: `Exports all projects unless --project is given, including superseded and expired
memories. JSON Lines has one memory per line with its history; import reads it.
With --json, a summary follows on stderr.`,
    options: {
      "dry-run": "Only count the memories.",
      format: "jsonl (default) or markdown.",
      trash: "Include the trash.",
      output: "Write to FILE, which is replaced when the export is complete; default: stdout.",
    },
  },
  import: {
    summary: "Import memories from an export or another program",
    details: `Without an argument, lists the memories of other programs on this computer. The
name of a program imports its memories.

Supported formats:
  an export of Recollect, with ids, dates, pins, tags, successors and history
  claude-mem (claude-mem.db or its export) and mcp-memory-service
    (sqlite_vec.db or a JSON export), with dates, tags and kinds; their projects
    are kept; the program may be running
  @modelcontextprotocol/server-memory (memory.jsonl)
  basic-memory (memory.db, or its folders of notes), and other Markdown files
    with front matter
  mem0 and OpenMemory (the JSON of all memories, or a backup's archive)
  the saved memories in an account's export archive of ChatGPT or Claude
  JSON Lines with a "content"

Memories that exist already are kept, so an import can be repeated. Exits with 1
if an entry was refused, or exists in a different version.`,
    options: {
      domain: "The former name of --project.",
      project: "Import everything into this project, with new ids, or theirs into ours (shop=acme/shop); repeatable.",
      "as-new": "Import with new ids and the current date.",
      inbox: "Import into the inbox, to review them before clients see them.",
      "dry-run": "Only report what would be imported.",
    },
  },
  backup: {
    summary: "List, make, check and restore backups of the memories",
    details: `NAME is a name of the list, or latest.

restore replaces all memories, or those given with --id. Memories that the
backup lacks are removed, or moved to the trash if they are chosen. The present
state is kept as a backup first; restoring that backup undoes the restore.
Clients stay connected.`,
    options: {
      "dry-run": "Only show what a restore would change.",
      yes: "Do not ask.",
      id: "Restore this memory only; repeatable.",
    },
    actions: {
      list: "List the backups",
      now: "Make a backup",
      verify: "Check a backup, or all of them, for damage",
      restore: "Restore a backup",
    },
  },
  update: {
    summary: "Show, check for and install updates of Recollect",
    details: `on allows Recollect to check for a new version once a day; before that, nothing is
requested from the network. install restarts the desktop application with the
downloaded update, as soon as no client waits for a response.`,
    actions: {
      status: "Show the state of updates",
      on: "Check for updates once a day",
      off: "Do not check for updates",
      check: "Check for updates now",
      download: "Download the new version",
      install: "Restart with the downloaded version",
    },
  },
  connect: {
    summary: "Add Recollect to a client's configuration file",
    details: `Without a client, lists the supported clients and which of them are installed.
The entry starts Recollect's stdio server, which needs no token. The rest of the
file is unchanged, and a backup is kept in the data folder. To connect a client
over HTTP, use Clients in the window.`,
    options: {
      project: "Use the project's file in this folder instead of your own.",
      "dry-run": "Only show the changes.",
      print: "Print the configuration without writing it.",
    },
  },
  disconnect: {
    summary: "Remove Recollect from a client's configuration file",
    details: `The rest of the file is unchanged. To revoke the token of a client that
connects over HTTP, use Clients in the window.`,
    options: {
      project: "Use the project's file in this folder instead of your own.",
      "dry-run": "Only show the changes.",
    },
  },
  instructions: {
    summary: "Print or install instructions for assistants",
    details: `The instructions tell an assistant when to recall and to capture. The files are
CLAUDE.md, AGENTS.md, .cursor/rules/recollect.mdc and GEMINI.md in this folder.
Without --write or --remove, the text is printed.`,
    options: {
      user: "Use your own file, which applies to every project.",
      file: "Use another file.",
    },
  },
  hooks: {
    summary: "Print or install hooks for Claude Code",
    details: `The hooks are in the settings of Claude Code, ~/.claude/settings.json.
SessionStart adds memories of the project to the conversation, UserPromptSubmit
adds memories relevant to a prompt, PreCompact asks the summary to list facts to
capture, and Stop reminds once to capture after files were changed. If Recollect
is not running, they do nothing.
Without --write or --remove, the entries are printed.`,
  },
  plugins: {
    summary: "Install plugins with hooks and skills in clients",
    details: `A plugin starts Recollect's stdio server, has the skills, and with the client's
hooks recalls memories at the start of a session and for each prompt. It is
generated in the data folder and installed by the client's own command. If that
program is not found, run the printed commands yourself. A plugin replaces the
entry in the client's configuration file, and removing it restores the entry.`,
    options: { "dry-run": "Only show what would be written and run." },
    actions: {
      list: "List the plugins and their states",
      install: "Install or update a plugin",
      remove: "Remove a plugin and restore the client's file",
    },
  },
  servers: {
    summary: "Offer other MCP servers to clients through Recollect",
    details: `A client cannot use a server until you grant it. Adding starts the server and
approves its tools, except those with findings. A tool that changes is stopped
until it is approved again. With more than 40 server tools, a client searches
instead of listing.`,
    actionDetails: {
      add: `  servers add NAME [options] -- COMMAND ARGS…   a program that uses stdio
  servers add NAME --url URL [options]          a server over HTTP (--sse: older)
  servers add [NAME] --server-json FILE         from a registry's server.json
  servers add [NAME] --text FILE                from the text of a README
  servers add --from CLIENT [NAME…]             moves servers from a client's file

The text of --text may contain JSON, TOML or YAML for any client, a link, or a
command line. Nothing of it is run before you agree. Its placeholders are
inputs; --input NAME= leaves one out.

The value of --secret NAME is the variable NAME of this command, or a line
NAME=VALUE of standard input. It is stored with Recollect's secrets. A client
that you registered for the sign-in at the redirect address
http://127.0.0.1/oauth/callback is passed with --oauth-client-id; its secret is
the variable OAUTH_CLIENT_SECRET.

A move replaces the servers' entries in the client's file by Recollect's entry,
and grants the servers to that client. A backup is kept in the data folder.`,
      grant: `Pass one of --all, --read-only (tools that declare that they change nothing),
--tool TOOL (repeatable) and --none.`,
      approve: "Without TOOL, all tools without findings are approved.",
    },
    options: {
      url: "The address of a server over HTTP.",
      sse: "The server uses the older transport with server-sent events.",
      follow: "Use the address of a redirect, if it has the same origin.",
      cwd: "Start the program in this folder, not in your home folder.",
      env: "Set a variable of the program.",
      inherit: "Pass on a variable of Recollect, such as HTTPS_PROXY.",
      header: "Send a header.",
      secret: "A variable or header that is secret.",
      "oauth-client-id": "A client that you registered for the sign-in.",
      "oauth-client-secret": "That client has a secret.",
      "oauth-port": "The port of its redirect address; default: any free port.",
      "server-json": "Add the server of this server.json; - reads standard input.",
      text: "Add the server that this text describes; - reads standard input.",
      package: "Its package of this type, such as npm or oci, or remote.",
      input: "A value required by server.json or the text.",
      yes: "Agree without being asked.",
      from: "Move servers from this client's configuration file.",
      project: "Use the project's file in this folder.",
      "dry-run": "Only show the changes.",
      on: "Switch a tool on.",
      off: "Switch a tool off for all clients.",
      all: "Grant all tools, prompts and resources.",
      "read-only": "Grant tools that declare that they change nothing.",
      tool: "Grant this tool only; repeatable.",
      none: "Withdraw the grant.",
    },
    actions: {
      list: "List the servers and their states",
      add: "Add a server, or move servers from a client's file",
      remove: "Remove a server",
      return: "Move servers back to the client's file",
      tools: "List the tools of a server, and switch them on or off",
      approve: "Approve new and changed tools: those named, or all without findings",
      grant: "Let a client use a server",
      listing: "List all server tools for a client, or let it search",
      hints: "Show clients memories about a server next to its tools",
      "sign-in": "Sign in at a server, in the browser",
      "sign-out": "Forget the sign-in",
      logs: "Print the error output of a server",
      restart: "Restart a server",
      stop: "Stop a server",
    },
  },
  spaces: spaceHelp,
  conversations: {
    summary: "Search what was said in earlier sessions of assistants",
    details: `Nothing is read before a client is switched on. Clients' files are never changed.
Secrets are masked and <private> parts removed before anything is stored.
Forgotten conversations are removed immediately. Only scan --forgotten reads
them again.`,
    options: {
      project: "Only this project; with exclude: leave it out.",
      client: "Only conversations of this client.",
      since: "Said at or after: 2026-01-31, or 7d, 12h, 3mo ago.",
      before: "Said before.",
      limit: "Number of results.",
      cursor: "Continue from the nextCursor of a previous --json list.",
      around: "The messages around this number.",
      folder: "Leave out this folder.",
      undo: "Read them again.",
      wait: "Wait until the scan is finished.",
      forgotten: "Also read forgotten conversations.",
      yes: "Do not ask.",
      "dry-run": "Only show what would be forgotten.",
      all: "Everything.",
    },
    actions: {
      status: "Show what is stored, progress and problems",
      survey: "List what clients have on disk; opens no file",
      on: "Read the conversations of these clients",
      off: "Stop reading them",
      add: "Read an export archive of ChatGPT or Claude",
      scan: "Read new messages now",
      pause: "Stop reading, embedding, or both",
      resume: "Continue reading, embedding, or both",
      search: "Search conversations",
      list: "List the most recent conversations",
      show: "Show a conversation",
      exclude: "Leave out a folder or a project",
      keep: "Set how long conversations are kept",
      forget: "Remove conversations, or all of --project, --client or --all",
    },
  },
  "client-memories": {
    summary: "Watch the memories that assistants keep themselves",
    details: `An instruction file is for example CLAUDE.md, AGENTS.md or GEMINI.md; --section
watches a part of it. New and changed entries wait in the inbox until you keep
them. A rejected entry is proposed again only if its text changes. No file of a
client is ever changed, and secrets are masked.`,
    options: { section: "Only this section of the file.", "dry-run": "Only show the changes." },
    actions: {
      status: "Show the watched sources, and problems",
      survey: "List the entries of clients and instruction files",
      watch: "Propose new and changed entries",
      unwatch: "Stop watching",
      scan: "Read the changes now",
      list: "List every entry and its state",
    },
  },
  "remote-projects": {
    summary: "Keep a project in a PostgreSQL database and search it there",
    details: `The address is postgres://user@host:5432/database. The password is the variable
PGPASSWORD of this command, or a line of standard input; it is stored in the
system's keychain, or in a file that only you can read. TLS is required except
on this machine.

Such a project is not copied to this machine: its text, and vectors if the
database has pgvector, are in the database, which its administrators can read.
It cannot be encrypted end to end, nor be in a space.`,
    options: {
      address: "The address of the database.",
      "read-only": "This machine only reads.",
      encrypted: "Refused: a database cannot search encrypted text.",
      yes: "Do not ask.",
      "dry-run": "Only show what would be removed.",
    },
    actions: {
      list: "List the remote projects and their states",
      add: "Keep the project in this database",
      access: "Set whether this machine may read or write",
      status: "Check whether the database can be reached",
      remove: "Remove it only here; the memories stay there",
    },
  },
  "new-key": {
    summary: "Replace a damaged or missing key of the clients' tokens",
    details: `Recollect signs the tokens of clients with the key in token.key or in the
system's keychain. A key that can be read is not replaced.

Every client with its own token must then be connected again, even if the old
key turns up later. Clients that start Recollect's stdio command keep working.`,
    options: { yes: "Create the new key." },
  },
  doctor: {
    summary: "Check the installation, and repair it",
    details: `Checks the data folder, the port, the keys, the indexes, the model, backups,
clients' files, plugins, spaces and servers, and prints for each what is wrong and
what to do. Never starts Recollect. Exits with 1 if something does not work.`,
    options: {
      fix: "Repair what can be repaired safely.",
      "dry-run": "Only show what would be repaired.",
    },
  },
  completion: {
    summary: "Complete commands, projects, namespaces, ids and clients in a shell",
    details: `Prints the script for bash, zsh, fish or powershell. With --install, writes it to
the place from which the shell loads it.`,
    options: {
      install: "Write the script for this user.",
      remove: "Remove it.",
      "dry-run": "Only show the file.",
    },
  },
  hook: { summary: "Respond to a hook of a client" },
  mcp: { summary: "Run the stdio server for MCP clients" },
  serve: { summary: "Run Recollect without a window, with its interface in the browser" },
};

/** The help of the command line. */
export const commandHelp = { general: generalHelp, options: sharedOptions, commands };
