/** Sample memories of a small team for screenshots. */

export interface SampleMemory {
  readonly content: string;
  readonly namespace: string;
  readonly domain: string;
  readonly tags: readonly string[];
  /** Age in days, with fractions. */
  readonly daysAgo: number;
  readonly client?: string;
  readonly source?: string;
  readonly pinned?: boolean;
  readonly recalls?: number;
  readonly trashed?: boolean;
  /** Earlier contents, oldest first. */
  readonly before?: readonly string[];
  /** The start of the content of the memory that this one replaces. */
  readonly replaces?: string;
}

const SHOP = "acme/shop";
const SITE = "acme/website";
const INFRA = "acme/infra";
const USER = "user";

export const SAMPLES: readonly SampleMemory[] = [
  {
    content: `# Use PostgreSQL, not MongoDB, for orders

Orders need transactions across \`orders\`, \`payments\` and \`stock\`.

## Why

- Two of three incidents last year were half-written orders.
- The reporting team already reads PostgreSQL.

\`\`\`sql
BEGIN;
INSERT INTO orders (id, customer) VALUES ($1, $2);
UPDATE stock SET reserved = reserved + 1 WHERE sku = $3;
COMMIT;
\`\`\`

Revisit if we ever need more than one region for writes.`,
    namespace: "decisions",
    domain: SHOP,
    tags: ["database", "orders"],
    daysAgo: 0.09,
    client: "claude-code",
    source: "docs/adr/0004-postgresql.md",
    pinned: true,
    recalls: 9,
    before: [
      "# Use PostgreSQL for orders\n\nOrders need transactions.",
      "# Use PostgreSQL, not Mongo, for orders\n\nOrders need transactions across orders and stock.",
    ],
  },
  {
    content:
      "Stripe sends some webhooks twice within the same second\n\nStore the event id with a unique index and answer 200 to the second one. Retrying on 409 made it worse.",
    namespace: "learnings",
    domain: SHOP,
    tags: ["payments", "stripe", "webhooks"],
    daysAgo: 0.2,
    client: "claude-code",
    recalls: 6,
  },
  {
    content:
      "The staging key rotates on Mondays at 06:00 UTC\n\nAfter that, `npm run env:pull` brings the new one. Nothing else needs a restart.",
    namespace: "config",
    domain: USER,
    tags: ["staging", "secrets"],
    daysAgo: 1.1,
    client: "cursor",
    recalls: 3,
  },
  {
    content: "Prefers small commits, tests beside the code, and answers that give the reason first.",
    namespace: "context",
    domain: USER,
    tags: ["preferences"],
    daysAgo: 1.4,
    client: "claude-code",
    pinned: true,
    recalls: 41,
  },
  {
    content:
      "Checkout redesign: address step done, payment step half done\n\n- [x] Address with autocomplete\n- [x] Keyboard order\n- [ ] Payment: Apple Pay sheet closes on blur\n- [ ] Error summary at the top",
    namespace: "progress",
    domain: SITE,
    tags: ["checkout", "frontend"],
    daysAgo: 1.8,
    client: "cursor",
    recalls: 2,
  },
  {
    content:
      "Product search was slow because of LIKE '%…%' on two columns\n\nA trigram index on `lower(title)` took it from 840 ms to 12 ms at 300,000 rows.",
    namespace: "performance",
    domain: SHOP,
    tags: ["database", "search"],
    daysAgo: 2.5,
    client: "codex-mcp-client",
    recalls: 4,
    source: "https://github.com/acme/shop/pull/412",
  },
  {
    content:
      "Safari ignores `scrollbar-gutter` inside nested grids\n\nBlocks the sticky cart on iPad. Waiting for 19.2; until then reserve 12 px by hand.",
    namespace: "blockers",
    domain: SITE,
    tags: ["css", "safari"],
    daysAgo: 3.3,
    client: "cursor",
    recalls: 1,
  },
  {
    content:
      "Every handler returns a Result; exceptions are for bugs\n\n```ts\nexport type Result<T> = { ok: true; value: T } | { ok: false; error: AppError };\n```\n\nThe HTTP layer maps `AppError.code` to a status in one place.",
    namespace: "patterns",
    domain: SHOP,
    tags: ["errors", "typescript"],
    daysAgo: 4.2,
    client: "claude-code",
    recalls: 17,
  },
  {
    content:
      "Integration tests use a real PostgreSQL in a container\n\nNo mocks of the repository layer: two bugs hid behind them in March.",
    namespace: "testing",
    domain: SHOP,
    tags: ["database", "containers"],
    daysAgo: 6,
    client: "claude-code",
    recalls: 8,
  },
  {
    content:
      "OrderService still talks to the old invoice API\n\nIt is switched off on 31 January. The new one wants ISO currency codes.",
    namespace: "tech-debt",
    domain: SHOP,
    tags: ["invoices", "api"],
    daysAgo: 8,
    client: "codex-mcp-client",
  },
  {
    content: "Preview deployments read .env.preview; secrets come from the vault at build time.",
    namespace: "config",
    domain: SITE,
    tags: ["deploy", "secrets"],
    daysAgo: 11,
    client: "cursor",
    recalls: 2,
  },
  {
    content:
      "The design tokens live in packages/theme, not in the Figma export\n\nFigma is generated from them every night.",
    namespace: "learnings",
    domain: SITE,
    tags: ["design", "frontend"],
    daysAgo: 14,
    client: "cursor",
    recalls: 5,
  },
  {
    content: "Terraform state for staging moved to its own bucket\n\n`terraform init -reconfigure` once per checkout.",
    namespace: "config",
    domain: INFRA,
    tags: ["terraform", "staging"],
    daysAgo: 16,
    client: "claude-code",
  },
  {
    content: "Deploys need two approvals since the February incident",
    namespace: "decisions",
    domain: INFRA,
    tags: ["deploy", "process"],
    daysAgo: 18,
    client: "claude-code",
    recalls: 3,
  },
  {
    content: "Public API responses are camelCase, query parameters are kebab-case.",
    namespace: "apis",
    domain: SHOP,
    tags: ["api", "naming"],
    daysAgo: 22,
    client: "codex-mcp-client",
    recalls: 12,
  },
  {
    content:
      "Rate limits are per API key, 600 a minute, and burst to 100\n\nThe gateway answers 429 with `Retry-After` in seconds.",
    namespace: "apis",
    domain: SHOP,
    tags: ["api", "limits"],
    daysAgo: 27,
    client: "claude-code",
  },
  {
    content:
      "Passwords are hashed with Argon2id, 64 MB, three passes\n\nBcrypt hashes are upgraded on the next sign-in.",
    namespace: "security",
    domain: SHOP,
    tags: ["auth", "passwords"],
    daysAgo: 33,
    client: "claude-code",
    recalls: 2,
  },
  {
    content: "订单服务的错误码统一用大写蛇形命名\n\n例如 `ORDER_NOT_FOUND`。前端按错误码显示文案，不按消息文本。",
    namespace: "patterns",
    domain: SHOP,
    tags: ["errors", "命名"],
    daysAgo: 36,
    client: "claude-code",
  },
  {
    content:
      "واجهة المتجر العربية تستخدم اتجاه RTL\n\nاستخدم `margin-inline-start` بدلًا من `margin-left` في كل المكوّنات.",
    namespace: "patterns",
    domain: SITE,
    tags: ["rtl", "css"],
    daysAgo: 39,
    client: "cursor",
  },
  {
    content: "The staging database is restored from production every Monday at four.",
    namespace: "config",
    domain: INFRA,
    tags: ["staging", "database"],
    daysAgo: 45,
    client: "claude-code",
  },
  {
    content: "The staging database is restored from production each Monday at four in the morning.",
    namespace: "learnings",
    domain: INFRA,
    tags: ["staging"],
    daysAgo: 21,
    client: "cursor",
  },
  {
    content: "Deploys need two approvals since the incident in February.",
    namespace: "context",
    domain: INFRA,
    tags: ["deploy"],
    daysAgo: 47,
    client: "cursor",
    recalls: 1,
  },
  {
    content:
      "Rate limits are per API key: 600 a minute, bursts to 100. The gateway answers 429 with Retry-After in seconds.",
    namespace: "learnings",
    domain: SHOP,
    tags: ["api"],
    daysAgo: 95,
    client: "codex-mcp-client",
  },
  {
    content: "Orders moved from MongoDB to PostgreSQL in release 4.2; payments and stock followed in 4.3.",
    namespace: "progress",
    domain: SHOP,
    tags: ["database", "orders"],
    daysAgo: 38,
    client: "claude-code",
    recalls: 2,
  },
  {
    content: "Feature flags are removed two weeks after they are on for everyone.",
    namespace: "decisions",
    domain: SHOP,
    tags: ["flags", "process"],
    daysAgo: 52,
    client: "claude-code",
    recalls: 3,
  },
  {
    content: "Image uploads go straight to the bucket with a signed address, 10 minutes, 8 MB.",
    namespace: "apis",
    domain: SITE,
    tags: ["uploads"],
    daysAgo: 58,
    client: "cursor",
  },
  {
    content: "Deploy token for the preview pipeline: glpat-abcd1234efgh5678ijkl",
    namespace: "config",
    domain: INFRA,
    tags: ["deploy"],
    daysAgo: 61,
    client: "cursor",
  },
  {
    content: "Queue workers stop on SIGTERM after the job in hand, at most 30 seconds.",
    namespace: "patterns",
    domain: INFRA,
    tags: ["queues", "deploy"],
    daysAgo: 70,
    client: "codex-mcp-client",
    recalls: 4,
  },
  {
    content: "Money is stored as integer minor units with its currency beside it.",
    namespace: "decisions",
    domain: SHOP,
    tags: ["payments", "database"],
    daysAgo: 84,
    client: "claude-code",
    recalls: 14,
  },
  {
    content: "End-to-end tests run against a seeded shop named “Bluebird”.",
    namespace: "testing",
    domain: SITE,
    tags: ["e2e"],
    daysAgo: 92,
    client: "cursor",
    recalls: 1,
  },
  {
    content: "Invoices are numbered per country and year, without gaps.",
    namespace: "context",
    domain: SHOP,
    tags: ["invoices", "law"],
    daysAgo: 110,
    client: "claude-code",
  },
  {
    content: "Redis holds sessions only; carts live in PostgreSQL since version 3.",
    namespace: "context",
    domain: SHOP,
    tags: ["redis", "database"],
    daysAgo: 131,
    client: "claude-code",
    recalls: 2,
    replaces: "Carts live in Redis",
  },
  {
    content: "Carts live in Redis with a TTL of 14 days.",
    namespace: "context",
    domain: SHOP,
    tags: ["redis"],
    daysAgo: 240,
    client: "claude-code",
    recalls: 5,
  },
  {
    content: "The logo may not be set on photographs.",
    namespace: "context",
    domain: SITE,
    tags: ["design"],
    daysAgo: 156,
    client: "cursor",
  },
  {
    content: "Try the new bundler again when source maps work.",
    namespace: "progress",
    domain: SITE,
    tags: ["build"],
    daysAgo: 170,
    client: "cursor",
    trashed: true,
  },
  {
    content: "Temporary: skip the flaky cart test on CI.",
    namespace: "testing",
    domain: SITE,
    tags: ["e2e"],
    daysAgo: 40,
    client: "cursor",
    trashed: true,
  },
];

const MORE: readonly (readonly [namespace: string, domain: string, tags: string, content: string])[] = [
  ["patterns", SHOP, "cart", "Cart totals are computed on the server; the browser only shows them."],
  ["learnings", SHOP, "search", "Search suggestions come from last week's queries with at least five results."],
  ["patterns", SHOP, "logs", "Logs are JSON lines; `requestId` joins them across services."],
  ["decisions", SHOP, "email", "Order emails are sent by the outbox worker, never in the request."],
  ["context", SHOP, "tax", "Tax rates follow the delivery country, not the billing country."],
  ["performance", SITE, "cache", "Product pages are cached for 60 seconds at the edge, keyed by currency."],
  ["security", SHOP, "auth", "Sessions last 30 days and rotate on every sign-in."],
  ["patterns", SHOP, "database,migrations", "Migrations are additive first; columns are dropped one release later."],
  ["patterns", SITE, "accessibility", "Every dialog returns the focus to what opened it."],
  ["config", INFRA, "metrics", "Alerts fire on the error budget, not on single errors."],
  ["decisions", SHOP, "returns", "Returns reopen the order instead of creating a negative one."],
  ["performance", SITE, "images", "Product images are AVIF with a JPEG fallback, at most 160 KB."],
  ["learnings", SHOP, "payments", "Refunds over 30 days old must go through the bank, Stripe refuses them."],
  ["testing", SHOP, "payments", "The sandbox card 4000 0027 6000 3184 asks for 3-D Secure every time."],
  ["apis", SHOP, "api,pagination", "Lists are paged by cursor; page numbers were removed in version 2."],
  ["config", INFRA, "deploy,kubernetes", "Readiness waits for migrations, liveness never touches the database."],
  ["learnings", INFRA, "kubernetes", "CPU limits throttled the checkout at 200 ms steps; only requests are set now."],
  ["decisions", INFRA, "deploy", "Releases go out Tuesday to Thursday before 15:00."],
  ["tech-debt", SITE, "frontend", "The address form still uses the old validation helper."],
  ["tech-debt", SHOP, "search", "Synonyms for search are a CSV in the repository; they belong in the admin."],
  ["progress", INFRA, "terraform", "Half of the staging modules are imported; DNS and queues are left."],
  ["blockers", SHOP, "invoices", "The tax office's test system rejects our certificate until the 14th."],
  ["context", SHOP, "customers", "The largest customer orders at 05:00 every Monday, about 1,900 lines."],
  ["context", SITE, "brand", "Prices are shown with tax for people and without for companies."],
  ["security", INFRA, "secrets", "Production secrets are read by the pipeline alone; nobody has them locally."],
  ["security", SHOP, "audit", "Every price change is written to the audit table with who and why."],
  ["testing", SITE, "e2e", "Visual tests run on Linux only; fonts differ elsewhere."],
  ["testing", SHOP, "database", "Factories create the smallest valid row; tests add what they need."],
  ["performance", SHOP, "database", "The orders report reads a replica; it locked the primary for 40 seconds."],
  ["performance", SITE, "frontend", "The cart page ships 84 KB of script; the budget is 100."],
  ["apis", SHOP, "webhooks", "Outgoing webhooks are signed with HMAC-SHA256 and retried for a day."],
  ["apis", SITE, "uploads,api", "Uploads answer 413 above 8 MB with the limit in the body."],
  ["learnings", SITE, "safari", "Date inputs in Safari need ISO strings, also for min and max."],
  ["learnings", SHOP, "stripe", "Stripe's idempotency keys live for 24 hours, ours for a week."],
  ["decisions", SITE, "frontend", "Server components for pages, client components for forms."],
  ["decisions", SHOP, "api", "One public API version at a time; the old one lives for six months."],
  ["patterns", SHOP, "typescript", "Domain ids are branded types, so that an order id is no customer id."],
  ["patterns", INFRA, "queues", "Jobs carry the id, never the row; workers read it fresh."],
  ["config", SITE, "analytics", "Analytics is loaded after consent and only in production."],
  ["config", SHOP, "logs", "Log level is set per module by LOG_LEVELS, such as `payments=debug`."],
  ["context", USER, "preferences", "Uses two spaces, double quotes and trailing commas in TypeScript."],
  ["context", USER, "preferences", "Wants a failing test before a fix."],
  ["learnings", USER, "git", "`git rebase --update-refs` moves the branches of a stack along."],
  ["patterns", USER, "preferences", "Error messages say what happened, why, and what to do."],
  ["context", SHOP, "stock", "Stock is reserved at payment, not when it is put into the cart."],
  ["decisions", SHOP, "stock", "Oversold items are backordered when the supplier confirms within two days."],
  ["learnings", SHOP, "timezones", "Delivery slots are stored in the warehouse's zone, shown in the customer's."],
  ["learnings", INFRA, "network", "The office VPN drops UDP; use the TCP profile for video calls."],
  ["progress", SHOP, "search", "Facets are done, typo tolerance is being measured."],
  ["progress", SITE, "rtl", "Arabic pages are mirrored except for charts and phone numbers."],
  ["blockers", SITE, "payments", "Apple Pay needs the domain file at the apex, which the old host serves."],
  ["tech-debt", INFRA, "metrics", "Two dashboards still read the retired metrics store."],
  ["performance", INFRA, "ci", "Caching the browser download took CI from 11 to 7 minutes."],
  ["testing", INFRA, "disaster", "The restore drill takes 22 minutes; the aim is 15."],
  ["security", SITE, "csp", "Inline scripts are gone; the policy allows our own files alone."],
  ["apis", INFRA, "webhooks", "The deploy hook expects the commit in full, not shortened."],
  ["decisions", SITE, "i18n", "Texts are keyed by meaning, not by the English words."],
  ["patterns", SITE, "i18n", "Plurals go through the formatter, never through string building."],
  ["context", SITE, "seasons", "Traffic triples in the last week of November."],
  ["learnings", SITE, "seasons", "In November warm the edge cache from the sitemap before eight."],
];
const CLIENTS = ["claude-code", "cursor", "claude-code", "codex-mcp-client"] as const;
/** Weekdays of the captures, 0 for Monday. */
const WORKDAYS = [0, 1, 1, 2, 3, 0, 4] as const;

/** More memories, spread over the year: on weekdays, in some weeks more than in others. */
export function moreSamples(now: Date): SampleMemory[] {
  const weekday = (now.getDay() + 6) % 7;
  return MORE.map(([namespace, domain, tags, content], index) => {
    const week = 1 + Math.floor(((index * 29) % 97) / 2);
    const day = WORKDAYS[(index * 3) % WORKDAYS.length] ?? 0;
    return {
      content,
      namespace,
      domain,
      tags: tags.split(","),
      daysAgo: week * 7 + weekday - day + ((index * 37) % 9) / 24,
      client: CLIENTS[index % CLIENTS.length] ?? "claude-code",
      recalls: index % 3 === 0 ? (index % 7) + 1 : 0,
    };
  });
}
