import { expect, it } from "vitest";
import { DOMAIN, type Machine, newDatabase, openMachine, openRemoteMachine } from "../app/testing/remote-places.ts";
import { OWNER } from "../core/caller.ts";
import type { SearchResult } from "../core/memory-service.ts";
import { hasPostgres } from "../spaces/testing/postgres-spaces.ts";

/** Contents in four languages, with identifiers, paths, compounds and inflected words. */
const CONTENTS = [
  "Deployments run every Friday evening, because nobody uses the system then.",
  "We decided to cache sessions in Redis; the caching layer is called getUserSession.",
  "The function get_user_session reads src/cache/session.ts and returns null for expired sessions.",
  "Retries: three attempts with exponential back-off, then the job is moved to the dead-letter queue.",
  "Version v1.2.3 of the parser fails on empty input; upgrade to 1.3.0.",
  "Die Bereitstellung läuft freitags, weil am Abend niemand im System arbeitet.",
  "Größere Datenbanken werden nachts gesichert; die Sicherung prüft ein zweiter Rechner.",
  "Die Straße zum Büro ist gesperrt, deshalb arbeiten alle von zu Hause.",
  "Datenbanksicherung: täglich um drei Uhr, Aufbewahrung dreißig Tage.",
  "数据库每天凌晨备份，备份文件保留三十天。",
  "缓存使用 Redis，因为会话必须在重启后保留。",
  "部署在每周五晚上进行，那时没有人使用系统。",
  "用户会话的缓存由 getUserSession 读取。",
  "データベースのバックアップは毎日深夜に実行されます。",
  "セッションはRedisにキャッシュされ、再起動後も残ります。",
  "デプロイは金曜日の夜に行います。",
  "It's a \"quoted\" text with 'single quotes', back\\slashes \\' and & | ! : * ( ) operators.",
];
const QUERIES = [
  "deployment",
  "cached session",
  "getUserSession",
  "get_user_session",
  "src/cache/session.ts",
  '"dead letter"',
  '"exponential back-off" retry',
  "v1.2.3",
  "redi",
  "the system",
  "Bereitstellung Freitag",
  "Sicherung",
  "grosse Datenbanken",
  "Strasse",
  "备份",
  "数据库 备份",
  "缓存",
  '"每周五"',
  "バックアップ",
  "データベース",
  "セッション キャッシュ",
  "金曜",
  "backslash operators",
  "nothing of this kind",
  "quoted' | !text",
];

async function fill(
  { service }: Machine,
  domainOf: (index: number) => string,
  source: string | null = null,
): Promise<void> {
  for (const [index, content] of CONTENTS.entries()) {
    await service.capture(OWNER, {
      content,
      domain: domainOf(index),
      tags: index % 4 === 0 ? ["deploy-notes"] : [],
      source: index % 5 === 0 ? source : null,
    });
  }
}

/** What a result says, apart from the place of the memory. */
function essence({ items, lessLikely, notices }: SearchResult) {
  return {
    items: items.map(({ memory, score, matched }) => ({
      content: memory.content,
      score: Number(score.toFixed(6)),
      words: matched.words,
      excerpt: matched.excerpt,
      by: matched.by,
    })),
    lessLikely,
    notices,
  };
}

it.skipIf(!hasPostgres)(
  "returns equal results for equal contents, on this machine and in a database, in four languages",
  async () => {
    const clock = () => {
      let now = Date.UTC(2026, 0, 31, 12);
      return { now: () => (now += 1_000) };
    };
    const local = await openMachine({ clock: clock() });
    await fill(local, () => DOMAIN, "docs/operations.md");
    const remote = await openRemoteMachine(await newDatabase(), { clock: clock() });
    await fill(remote, () => DOMAIN, "docs/operations.md");
    expect(await remote.places.local.memories.count({ domains: [DOMAIN] })).toBe(0);
    expect(await remote.remotes.list()).toMatchObject([{ memories: CONTENTS.length, state: "reachable", error: null }]);
    let found = 0;
    for (const query of QUERIES) {
      for (const more of [{}, { domain: DOMAIN }, { minScore: 0, limit: 3 }]) {
        const [here, there] = [
          await local.service.search(OWNER, { query, ...more }),
          await remote.service.search(OWNER, { query, ...more }),
        ];
        expect(essence(there), query).toEqual(essence(here));
        found += here.items.length;
      }
    }
    expect(found).toBeGreaterThan(QUERIES.length);
  },
);

it.skipIf(!hasPostgres)("ranks local and remote memories together as if all were in one place", async () => {
  const clock = () => {
    let now = Date.UTC(2026, 0, 31, 12);
    return { now: () => (now += 1_000) };
  };
  const domainOf = (index: number) => (index % 2 === 0 ? DOMAIN : "acme/here");
  const local = await openMachine({ clock: clock() });
  await fill(local, domainOf);
  const mixed = await openRemoteMachine(await newDatabase(), { clock: clock() });
  await fill(mixed, domainOf);
  for (const query of QUERIES) {
    const [here, there] = [
      await local.service.search(OWNER, { query, minScore: 0 }),
      await mixed.service.search(OWNER, { query, minScore: 0 }),
    ];
    expect(essence(there), query).toEqual(essence(here));
  }
});
