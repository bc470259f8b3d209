/** A problem at a place in a text of JSON, TOML or YAML. */
export type SyntaxProblem = keyof typeof SYNTAX_PROBLEMS;

const SYNTAX_PROBLEMS = {
  comma: "a comma is missing before it",
  colon: "a colon is missing before it",
  value: "a value is missing",
  name: "a name in double quotation marks is expected",
  brace: "a closing brace is missing",
  bracket: "a closing bracket is missing",
  "text-end": "a closing quotation mark is missing",
  end: "the text continues after the end of the object",
  other: "something else is expected",
};

export interface SyntaxParams {
  readonly format: string;
  readonly problem: SyntaxProblem;
  readonly line: number;
  readonly column: number;
}

/** Notes about the configuration of clients, by their reason: `core/client-note.ts`. Each is one or two sentences. */
export const notes = {
  // Where to put a configuration.
  add_table: () => "Add the table to the end of this file. Create the file if it does not exist.",
  add_entry: ({ container }: { container: string }) =>
    `Add the entry to ${container} in this file and keep its other contents. Create the file if it does not exist.`,
  add_item: ({ container }: { container: string }) =>
    `Add the entry to the list ${container} in this file and keep its other contents. Create the file if it does not exist.`,
  run_in_terminal: () => "Run it in a terminal.",
  run_in_powershell: () => "Run it in PowerShell.",
  run_in_cmd: () => "Run it in Command Prompt (cmd).",
  paste_stdio: () =>
    "Most clients accept this form in their MCP settings: a command with its arguments and environment variables.",
  paste_http: () => "For clients that support Streamable HTTP: the address, and the token in an Authorization header.",
  paste_jetbrains: () =>
    "In Settings › Tools › AI Assistant › Model Context Protocol, choose Add, then As JSON, and paste it. Then choose Apply.",

  // What to do after it is written.
  next_restart: () => "Most clients read their configuration only at startup.",
  next_new_sessions: () => "Applies to new sessions.",
  next_claude_code: () => "Open conversations pick it up after /mcp or a restart.",
  next_claude_desktop: () => "Then quit Claude Desktop completely and start it again.",
  next_cline: () => "Cline connects when the file is saved.",
  next_codex: () => "Applies to new sessions; in a project, after Codex trusts the folder.",
  next_continue: () => "Continue connects when the file is saved, in agent mode.",
  next_cursor: () => "Cursor connects when the file is saved. See Settings › Tools & MCP.",
  next_gemini_cli: () => "Applies to new sessions in folders that Gemini CLI trusts.",
  next_jetbrains: () => "Choose Apply to connect.",
  next_lm_studio: () => "LM Studio connects when the file is saved. Turn it on in the chat.",
  next_vscode: () => "Then choose Start above the entry, or run MCP: List Servers from the Command Palette.",
  next_windsurf: () => "Then choose Refresh in Windsurf's MCP settings.",
  next_zed: () => "Zed connects when the file is saved. See recollect in the settings of the agent panel.",

  // What to know before it is written.
  caveat_qwen_code: () =>
    "If a call fails because Recollect is not running, Qwen Code stays disconnected until /mcp reconnects it. The stdio server starts Recollect instead.",
  entry_replaced: () =>
    "The file already has an entry named recollect that points elsewhere. It will be replaced, and put back when you disconnect.",
  file_readable_by_others: () =>
    "Other users of this computer can read this file. It becomes readable only by you, because it will contain the token.",
  file_removed: () => "The file has no other contents. It will be removed.",
  file_is_link: ({ path }: { path: string }) => `This is a symbolic link. The file that will be written is ${path}.`,
  project_names_program: () =>
    "The file contains the path of Recollect on this computer. It may differ on other computers of the project.",
  project_client_asks_token: ({ client }: { client: string }) =>
    `The file does not contain the token. ${client} asks each person for it once and stores it with its own secrets.`,
  project_names_variable: ({ variable, client }: { variable: string; client: string }) =>
    `The file refers to the variable ${variable} instead of containing the token. Set the variable in the environment that starts ${client}.`,

  // Why the entry of another server cannot be moved to Recollect.
  move_disabled: () => "It is switched off in the client.",
  move_no_server: () => "It has neither a command nor an address.",
  move_env_file: () => "It reads its variables from a file, which Recollect does not do.",
  move_variable: ({ variable }: { variable: string }) =>
    `The value of ${variable} is known only to the client. Write the value itself into the entry.`,
  move_secret_argument: () =>
    "Its command line or address has a secret, which would be stored as plain text. If the server reads a variable or a header instead, change the entry.",
  move_relative: ({ path }: { path: string }) =>
    `${path} depends on the folder in which the client runs. Write the full path.`,

  // Why a text contains no server.
  text_format: ({ format, problem, line, column }: SyntaxParams) =>
    `This is not valid ${format} at line ${line}, column ${column}: ${SYNTAX_PROBLEMS[problem]}.`,
  text_empty: () => "This text contains no server: neither a command nor an address.",
  text_quote: () => "A quotation mark is not closed.",
  text_address: () => "This is not an address that starts with http:// or https://.",
  text_install: () =>
    "This command installs a program and does not start a server. Use the command that its documentation gives for starting it.",
  text_client: () =>
    "This command of another client does not say how the server is started. Use its configuration or its address instead.",
  text_long: () => "This text is too long: at most 200,000 characters.",

  // Why a package or an address of a server.json cannot be used.
  json_registry: ({ type }: { type: string }) =>
    `Packages of the type ${type} are not supported. Supported are npm, pypi, oci and nuget.`,
  json_transport: ({ type }: { type: string }) => `The transport ${type} is not supported here.`,
  json_runtime: ({ runtime }: { runtime: string }) => `The runtime ${runtime} is not supported for this package.`,
  json_variable: ({ name }: { name: string }) =>
    `It sets the variable ${name}, with which the program would run other code or get it from elsewhere.`,
  json_secret_argument: ({ name }: { name: string }) =>
    `Its secret ${name} would be stored as plain text, in the command line or the address.`,

  // What to try if the client does not connect.
  help_claude_code: () =>
    "In an open conversation, type /mcp and check that recollect is connected, or start a new conversation.",
  help_claude_desktop: () =>
    "Fully quit Claude Desktop from its menu or the tray, and start it again. Settings › Developer shows the server and its log.",
  help_cline: () => "In Cline, open MCP Servers and choose restart next to recollect.",
  help_codex: () => "Start a new Codex session; /mcp lists its servers.",
  help_continue: () => "Use Continue in agent mode, the only mode that uses MCP servers, and reload the window.",
  help_cursor: () => "In Cursor Settings, under MCP, turn recollect on.",
  help_gemini_cli: () => "Restart gemini; /mcp lists its servers.",
  help_goose: () => "Start a new Goose session; `goose configure` lists recollect among its extensions.",
  help_jetbrains: () =>
    "In Settings › Tools › AI Assistant › Model Context Protocol, check the server's status, then choose Apply.",
  help_lm_studio: () => "In the side panel of the chat, turn mcp/recollect on.",
  help_opencode: () => "Restart opencode; `opencode mcp list` shows whether recollect is connected.",
  help_qwen_code: () => "Restart qwen; /mcp lists its servers.",
  help_vscode: () =>
    "In VS Code, run “MCP: List Servers”, choose recollect, then Start Server. Use the chat in agent mode.",
  help_windsurf: () => "In Cascade, open the MCP servers and choose Refresh.",
  help_zed: () => "In Zed's agent panel, open the settings: the dot next to recollect shows whether it is running.",
};
