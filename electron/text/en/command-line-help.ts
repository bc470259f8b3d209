import { spaceHelp } from "./command-line-spaces.ts";

/** The help of every command: its options by name, and its actions. Details are wrapped at 80 columns. */
export const commandHelp = {
  setup: {
    summary: "Connect the assistants on this computer, step by step",
    details: `Finds the installed clients, shows the changes to each one, and asks before it
makes them. A client that has plugins gets Recollect's plugin, with hooks and
skills, by its own command. The other clients, and with --files all of them, get
an entry in their configuration file. Then setup waits for the first memory of
a client, and offers to import memories of other programs and to read the
conversations of earlier sessions. Nothing is imported or read unless you agree.

To undo it: recollect plugin CLIENT --remove, or recollect disconnect CLIENT.
Without a terminal, --yes agrees to the changes, --import and --conversations
to the offers.`,
    options: {
      client: "Only this client; repeatable.",
      files: "Write configuration files instead of installing plugins.",
      yes: "Connect without asking.",
      import: "Import the memories of other programs without asking.",
      conversations: "Read the conversations of earlier sessions without asking.",
      wait: "How long to wait for the first memory; 0 does not wait.",
      "dry-run": "Only show the changes.",
    },
  },
  status: {
    summary: "Show whether Recollect is running, and its contents",
    details: "Never starts Recollect. Exits with 3 if it is not running.",
  },
  search: {
    summary: "Search memories by text and meaning",
    details: `The query can contain "exact phrases" and filters:
ns:decisions tag:auth -tag:old domain:user since:30d
Words that start with a hyphen go after --, as in: recollect search -- -tag:old`,
    options: {
      mode: "hybrid (default), text or vector (meaning only).",
      limit: "Number of results, 1 to 100; default 10.",
      "min-score": "Lowest score of a result, 0 to 1; 0 for all. Default: likely relevant results.",
      cursor: "Continue from the nextCursor of a previous --json result.",
    },
  },
  capture: {
    summary: "Capture a memory",
    details: `Without text, or with -, the text is read from stdin: recollect capture < note.md
The memory belongs to the project of this folder, or to "user" if there is none.
If a memory with the same content exists, it is returned instead.`,
    options: {
      namespace: "Kind of knowledge: decisions, learnings, context (default), …",
      domain: '"user", or a project such as owner/repo.',
      tag: "A tag; may be repeated.",
      source: "Source file, URL or commit.",
      "valid-from": "Valid from this date (local time) or date-time.",
      "valid-until": "No longer valid from this date or date-time.",
      supersedes: "The memory that this one supersedes.",
    },
  },
  list: {
    summary: "List memories, newest first",
    options: {
      sort: "created (default), created-ascending, updated or recalled.",
      trash: "List the trash instead.",
      limit: "Maximum number; default 50.",
    },
  },
  show: { summary: "Show a memory", details: "Exits with 4 if the memory does not exist." },
  export: {
    summary: "Export memories to a file or to stdout",
    details: `Exports all domains unless --domain is given, including superseded and expired
memories. JSON Lines has one memory per line with its history; import reads it.
With --json, a summary follows on stderr.`,
    options: {
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
    become domains; the program may be running
  @modelcontextprotocol/server-memory (memory.jsonl)
  basic-memory (memory.db, or its folders of notes), and other Markdown files
    with front matter
  mem0 and OpenMemory (the JSON of all memories, or a backup's archive)
  the saved memories in an account's export archive of ChatGPT or Claude
  JSON Lines with a "content"

Memories that exist already are kept, so an import can be repeated. Exits with 1
if an entry was refused, or exists in a different version.`,
    options: {
      domain: "Import everything into this domain, with new ids.",
      project: "Import a project into this domain (shop=acme/shop); repeatable.",
      "as-new": "Import with new ids and the current date.",
      inbox: "Import into the inbox, to review them before clients see them.",
      "dry-run": "Only report what would be imported.",
    },
  },
  inbox: {
    summary: "Review memories that wait for your decision",
    details: `Memories of clients that may only propose, memories that read like an
instruction to an assistant, and imports with --inbox wait in the inbox. No
client sees them before you keep them. Exits with 4 if an id is not in the inbox.`,
    actions: {
      list: "List the waiting memories",
      keep: "Store them as memories",
      reject: "Reject them",
    },
  },
  domains: {
    summary: "List, merge, rename and remove domains",
    details: `A project has one domain, however its name is written: as an address, in another
letter case, or by its folder. Where earlier versions stored several, list names
them, and merge moves the memories of one into the other. Each moved memory gets a
revision. remove moves the memories of a domain to the trash.`,
    options: { "dry-run": "Only show what would change." },
    actions: {
      list: "List the domains, and those that are one project",
      merge: "Move the memories of one domain into another",
      rename: "Give a domain another name",
      remove: "Move the memories of a domain to the trash",
      undo: "Undo a change, until Recollect stops",
    },
  },
  namespaces: {
    summary: "List, add, merge, rename and remove namespaces",
    details: `merge and rename move the memories, and each of them gets a revision. remove takes
a namespace without memories.`,
    options: { "dry-run": "Only show what would change." },
    actions: {
      list: "List the namespaces",
      add: "Add a namespace",
      merge: "Move the memories of one namespace into another",
      rename: "Give a namespace another name",
      remove: "Remove an empty namespace",
      undo: "Undo a change, until Recollect stops",
    },
  },
  trash: {
    summary: "Move everything one client captured since a given date to the trash",
    details: `NAME is the name of the client's token, as the window shows it under Clients: the
name that a client reports can be false. Every domain is included, and superseded
memories. Nothing is deleted: the window restores memories from the trash.
--dry-run only counts them.`,
    options: {
      client: "The name of the client's token.",
      since: "Captured at or after: 2026-01-31, or 7d, 12h, 3mo ago.",
      "dry-run": "Only count the memories.",
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
  plugin: {
    summary: "Install a plugin with hooks and skills in a client",
    details: `Without a client, lists the plugins and their state. A plugin starts Recollect's
stdio server, has the skills, and with the client's hooks recalls memories at the
start of a session and for each prompt. It is generated in the data folder and
installed by the client's own command. If that program is not found, run the
printed commands yourself. A plugin replaces the entry in the client's
configuration file, and removing it restores the entry.`,
    options: {
      remove: "Remove the plugin and restore the client's file.",
      status: "Only print the state of the plugin.",
      "dry-run": "Only show what would be written and run.",
    },
  },
  servers: {
    summary: "Offer other MCP servers to clients through Recollect",
    details: `  servers add NAME [options] -- COMMAND ARGS…   a program that uses stdio
  servers add NAME --url URL [options]          a server over HTTP (--sse: older)
  servers add [NAME] --server-json FILE         from a registry's server.json
  servers add [NAME] --text FILE                from the text of a README
  servers add --from CLIENT [NAME…]             moves servers from a client's file

The text of --text may contain JSON, TOML or YAML for any client, a link, or a
command line, including one that adds the server to another client. Nothing of
it is run before you agree. Its placeholders are inputs; --input NAME= leaves
one out.

A client cannot use a server until you grant it: --all, --read-only (tools that
declare that they change nothing), --tool TOOL (repeatable) or --none. Adding
starts the server and approves its tools, except those with findings. A tool that
changes is stopped until it is approved again. With more than 40 server tools, a
client searches instead of listing; "listing CLIENT all" lists all of them.

A server over HTTP that needs a sign-in opens a page in the browser. If its
authorization server does not register clients automatically, register one
there for http://127.0.0.1/oauth/callback and pass --oauth-client-id; the
secret of that client, if it has one, is read with --oauth-client-secret from
the variable OAUTH_CLIENT_SECRET, or from such a line of standard input.

A move replaces the servers' entries in the client's file by Recollect's entry,
and grants the servers to that client. Those that do not start stay where they
are. A backup is kept in the data folder.

The value of --secret NAME is the variable NAME of this command, or a line
NAME=VALUE of standard input. It is stored in the system's keychain.`,
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
      yes: "Agree to what server.json or the text sets, and pass on proxy variables.",
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
  space: spaceHelp,
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
      forget: "Remove conversations, or those of --project, --client or --all",
    },
  },
  "client-memories": {
    summary: "Watch the memories that assistants keep themselves",
    details: `An instruction file is for example CLAUDE.md, AGENTS.md or GEMINI.md; --section
watches a part of it. New and changed entries wait in the inbox until you keep
them. A rejected entry is proposed again only if its text changes. No file of a
client is ever changed, and secrets are masked.`,
    options: { section: "Only this section of the file." },
    actions: {
      status: "Show the watched sources, and problems",
      survey: "List the entries of clients and instruction files",
      watch: "Propose new and changed entries",
      unwatch: "Stop watching",
      scan: "Read the changes now",
      list: "List every entry and its state",
    },
  },
  domain: {
    summary: "Keep a domain in a PostgreSQL database and search it there",
    details: `The address is postgres://user@host:5432/database. The password is the variable
PGPASSWORD of this command, or a line of standard input; it is stored in the
system's keychain. TLS is required except on this machine.

A remote domain is not copied to this machine: its text, and vectors if the
database has pgvector, are in the database, which its administrators can read.
It cannot be encrypted end to end, nor be in a space.`,
    options: {
      address: "The address of the database.",
      "read-only": "This machine only reads.",
      encrypted: "Refused: a database cannot search encrypted text.",
    },
    actions: {
      remote: "List and change remote domains",
      list: "List the remote domains and their states",
      add: "Keep the domain in this database",
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
  hook: { summary: "Respond to a hook of a client" },
  mcp: { summary: "Run the stdio server for MCP clients" },
  serve: { summary: "Run Recollect without a window, with its interface in the browser" },
};
