import type { NpmProgram } from "../testing/npm-packages.ts";
import type { ToolCall } from "./offer.ts";

/** A public server that starts without an account. */
export interface PublicServer extends NpmProgram {
  /** `{folder}` is replaced by an empty folder. */
  readonly args?: readonly string[];
  /** Values that the server wants to see at its start. None is a real key: calls that need one return the same error. */
  readonly env?: Readonly<Record<string, string>>;
  /** Two calls that change nothing outside of the folder. */
  readonly calls: readonly [ToolCall, ToolCall];
}

const call = (tool: string, args: ToolCall["arguments"] = {}): ToolCall => ({ tool, arguments: args });

export const PUBLIC_SERVERS: readonly PublicServer[] = [
  {
    package: "@modelcontextprotocol/server-everything",
    version: "2026.8.31",
    command: "mcp-server-everything",
    calls: [call("echo", { message: "hello" }), call("get-structured-content", { location: "Chicago" })],
  },
  {
    package: "@modelcontextprotocol/server-filesystem",
    version: "2026.8.31",
    command: "mcp-server-filesystem",
    args: ["{folder}"],
    calls: [call("list_allowed_directories"), call("read_text_file", { path: "/none" })],
  },
  {
    package: "@modelcontextprotocol/server-memory",
    version: "2026.8.31",
    command: "mcp-server-memory",
    calls: [call("read_graph"), call("search_nodes", { query: "none" })],
  },
  {
    package: "@modelcontextprotocol/server-sequential-thinking",
    version: "2026.8.31",
    command: "mcp-server-sequential-thinking",
    calls: [
      call("sequentialthinking", { thought: "a", nextThoughtNeeded: false, thoughtNumber: 1, totalThoughts: 1 }),
      call("sequentialthinking", { thought: 1 }),
    ],
  },
  {
    package: "@playwright/mcp",
    version: "0.0.83",
    command: "playwright-mcp",
    args: ["--headless", "--executable-path", "/none"],
    calls: [call("browser_tabs", { action: "list" }), call("browser_resize", { width: "wide" })],
  },
  {
    package: "chrome-devtools-mcp",
    version: "1.11.0",
    command: "chrome-devtools-mcp",
    args: ["--headless", "--executablePath", "/none", "--no-usage-statistics"],
    calls: [call("list_pages"), call("click", { pageId: 1 })],
  },
  {
    package: "@upstash/context7-mcp",
    version: "4.1.1",
    command: "context7-mcp",
    calls: [
      call("resolve-library-id", { query: "routing", libraryName: "express" }),
      call("query-docs", { libraryId: "/none/none", query: "none" }),
    ],
  },
  {
    package: "@wonderwhy-er/desktop-commander",
    version: "0.2.52",
    command: "desktop-commander",
    calls: [call("list_directory", { path: "/none" }), call("get_file_info", { path: "/none" })],
  },
  {
    package: "@brave/brave-search-mcp-server",
    version: "2.1.4",
    command: "brave-search-mcp-server",
    args: ["--transport", "stdio"],
    env: { BRAVE_API_KEY: "none" },
    calls: [call("brave_web_search", { query: "none" }), call("brave_summarizer", {})],
  },
  {
    package: "@hubspot/mcp-server",
    version: "0.4.0",
    command: "mcp-hubspot",
    env: { PRIVATE_APP_ACCESS_TOKEN: "none" },
    calls: [call("hubspot-get-user-details"), call("hubspot-list-objects", { objectType: 1 })],
  },
  {
    package: "@supabase/mcp-server-postgrest",
    version: "0.2.0",
    command: "mcp-server-postgrest",
    args: ["--apiUrl", "http://127.0.0.1:9", "--apiKey", "none", "--schema", "public"],
    calls: [
      call("sqlToRest", { sql: "select id from notes" }),
      call("postgrestRequest", { method: "GET", path: "/none" }),
    ],
  },
  {
    package: "@circleci/mcp-server-circleci",
    version: "0.20.0",
    command: "mcp-server-circleci",
    env: { CIRCLECI_TOKEN: "none" },
    calls: [
      call("config_helper", { params: { configFile: "version: 2.1" } }),
      call("list_followed_projects", { params: {} }),
    ],
  },
  {
    package: "exa-mcp-server",
    version: "3.4.1",
    command: "exa-mcp-server",
    env: { EXA_API_KEY: "none" },
    calls: [call("web_search_exa", { query: "none" }), call("web_fetch_exa", {})],
  },
  {
    package: "@antv/mcp-server-chart",
    version: "0.9.10",
    command: "mcp-server-chart",
    calls: [call("generate_bar_chart", { data: [] }), call("generate_line_chart", { data: 1 })],
  },
  {
    package: "@browsermcp/mcp",
    version: "0.1.3",
    command: "mcp-server-browsermcp",
    calls: [call("browser_snapshot"), call("browser_wait", { time: "long" })],
  },
  {
    package: "nx-mcp",
    version: "0.25.0",
    command: "nx-mcp",
    calls: [call("nx_docs", { userQuery: "none" }), call("nx_docs", {})],
  },
  {
    package: "@eslint/mcp",
    version: "0.3.13",
    command: "mcp",
    calls: [call("lint-files", { filePaths: ["/none.js"] }), call("lint-files", { filePaths: 1 })],
  },
  {
    package: "mcp-server-commands",
    version: "0.5.0",
    command: "mcp-server-commands",
    calls: [call("run_command", { command: "echo hello" }), call("run_command", {})],
  },
  {
    package: "@notionhq/notion-mcp-server",
    version: "2.5.2",
    command: "notion-mcp-server",
    calls: [call("API-get-self"), call("API-get-user", { user_id: "none" })],
  },
  {
    package: "figma-developer-mcp",
    version: "0.13.2",
    command: "figma-developer-mcp",
    args: ["--stdio"],
    env: { FIGMA_API_KEY: "none" },
    calls: [call("get_figma_data", { fileKey: "none" }), call("get_figma_data", {})],
  },
  {
    package: "firecrawl-mcp",
    version: "3.26.0",
    command: "firecrawl-mcp",
    env: { FIRECRAWL_API_KEY: "none" },
    calls: [call("firecrawl_check_crawl_status", { id: "none" }), call("firecrawl_map", { url: 1 })],
  },
  {
    package: "tavily-mcp",
    version: "0.2.22",
    command: "tavily-mcp",
    env: { TAVILY_API_KEY: "none" },
    calls: [call("tavily_search", { query: "none" }), call("tavily_extract", { urls: [] })],
  },
  {
    package: "@modelcontextprotocol/server-github",
    version: "2025.4.8",
    command: "mcp-server-github",
    calls: [call("search_repositories", { query: "none" }), call("get_file_contents", { owner: 1 })],
  },
  {
    package: "@modelcontextprotocol/server-slack",
    version: "2025.4.25",
    command: "mcp-server-slack",
    env: { SLACK_BOT_TOKEN: "none", SLACK_TEAM_ID: "none" },
    calls: [call("slack_get_channel_history", { channel_id: "none" }), call("slack_get_user_profile", {})],
  },
  {
    package: "@modelcontextprotocol/server-gitlab",
    version: "2025.4.25",
    command: "mcp-server-gitlab",
    env: { GITLAB_PERSONAL_ACCESS_TOKEN: "none" },
    calls: [call("search_repositories", { search: "none" }), call("get_file_contents", { project_id: 1 })],
  },
  {
    package: "@modelcontextprotocol/server-google-maps",
    version: "0.6.2",
    command: "mcp-server-google-maps",
    env: { GOOGLE_MAPS_API_KEY: "none" },
    calls: [call("maps_geocode", { address: "none" }), call("maps_place_details", {})],
  },
  {
    package: "@sentry/mcp-server",
    version: "0.39.0",
    command: "sentry-mcp",
    args: ["--access-token=none"],
    calls: [call("find_organizations"), call("find_projects", { organizationSlug: 1 })],
  },
  {
    package: "@negokaz/excel-mcp-server",
    version: "0.12.0",
    command: "excel-mcp-server",
    calls: [
      call("excel_describe_sheets", { fileAbsolutePath: "/none.xlsx" }),
      call("excel_read_sheet", { fileAbsolutePath: "/none.xlsx", sheetName: "none" }),
    ],
  },
  {
    package: "mcp-searxng",
    version: "2.4.0",
    command: "mcp-searxng",
    env: { SEARXNG_URL: "http://127.0.0.1:9" },
    calls: [call("searxng_web_search", { query: "none" }), call("searxng_search_suggestions")],
  },
  {
    package: "@mui/mcp",
    version: "0.1.6",
    command: "mcp",
    calls: [call("fetchDocs", { urls: [] }), call("fetchDocs")],
  },
];
