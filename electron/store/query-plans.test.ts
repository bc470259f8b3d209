import Database from "better-sqlite3";
import { describe, expect, it, onTestFinished } from "vitest";
import type { MemoryFilter, MemorySort } from "../core/filter.ts";
import { migrate } from "../sqlite/migrate.ts";
import { rawSql, type Sql } from "../sqlite/sql.ts";
import { buildCount, buildGroupCount } from "./counts/facets.ts";
import { buildTagCount } from "./counts/tag-counts.ts";
import { MIGRATIONS } from "./lifecycle/migrations.ts";
import { buildListQuery } from "./rows/list-memories.ts";
import { NEIGHBOUR_SQL } from "./rows/neighbours.ts";
import { buildTextSearch } from "./text/text-index.ts";
import { PENDING_SQL } from "./vectors/vectors.ts";

function openSchema(): Database.Database {
  const database = new Database(":memory:");
  migrate(database, MIGRATIONS);
  onTestFinished(() => {
    database.close();
  });
  return database;
}

function planOf(query: Sql | null): string {
  if (query === null) throw new Error("There is no query.");
  const steps = openSchema()
    .prepare(`EXPLAIN QUERY PLAN ${query.text}`)
    .all(...query.values);
  return (steps as { detail: string }[]).map(({ detail }) => detail).join("\n");
}

/** A scan of an entire table or index. */
const FULL_SCAN = /SCAN (m|memories|contents|c|t|memory_tags|n|text_index_docsize)\b(?! VIRTUAL)/;

const AFTER = { key: 1, row: 1 };
const LISTS: readonly (readonly [string, MemoryFilter, MemorySort, string])[] = [
  ["newest", {}, "created", "memories_by_created (state=? AND created_at<?)"],
  ["oldest", {}, "created-ascending", "memories_by_created (state=? AND created_at>?)"],
  ["last changed", {}, "updated", "memories_by_updated (state=? AND updated_at<?)"],
  ["most used", {}, "recalled", "memories_by_recalls (state=? AND recall_count<?)"],
  [
    "one domain",
    { domains: ["user"] },
    "created",
    "memories_by_domain_created (state=? AND domain=? AND created_at<?)",
  ],
  [
    "project and user",
    { domains: ["owner/repo", "user"] },
    "updated",
    "memories_by_domain_updated (state=? AND domain=? AND updated_at<?)",
  ],
  [
    "one namespace",
    { namespaces: ["apis"] },
    "created",
    "memories_by_namespace_created (state=? AND namespace=? AND created_at<?)",
  ],
  ["the trash", { trash: "only" }, "updated", "memories_by_updated (state=? AND updated_at<?)"],
  [
    "everything",
    { trash: "include", superseded: "include" },
    "created",
    "memories_by_created (state=? AND created_at<?)",
  ],
];

describe("query plans", () => {
  it.each(LISTS)("reads a page of %s from one index, in its order", (_, filter, sort, expected) => {
    const plan = planOf(buildListQuery(filter, sort, 50, AFTER));
    expect(plan).toContain(expected);
    expect(plan).not.toMatch(FULL_SCAN);
  });

  it("does not sort a list that an index returns in order", () => {
    const plan = planOf(buildListQuery({}, "created", 50, null));
    expect(plan.match(/USE TEMP B-TREE FOR ORDER BY/g) ?? []).toHaveLength(0);
  });

  it("reads the memories of a rare tag through the index of tags", () => {
    const plan = planOf(buildListQuery({ tags: ["rare"] }, "updated", 50, null, { kind: "tag", tag: "rare" }));
    expect(plan).toContain("SEARCH driving USING COVERING INDEX memory_tags_by_tag (tag=?)");
    expect(plan).not.toMatch(FULL_SCAN);
  });

  it("reads pinned memories, and the memories of a client with few captures, through their own indexes", () => {
    const pinned = planOf(buildListQuery({ pinned: true }, "updated", 50, AFTER, { kind: "pinned" }));
    expect(pinned).toContain("SEARCH m USING INDEX memories_by_pinned (state=?)");
    const driver = { kind: "client", names: ["codex", "codex-cli"] } as const;
    const client = planOf(buildListQuery({ client: "codex" }, "created", 50, AFTER, driver));
    expect(client).toContain("SEARCH m USING INDEX memories_by_client (client_name=? AND state=? AND created_at<?)");
    for (const plan of [pinned, client]) expect(plan).not.toMatch(FULL_SCAN);
  });

  it("looks up a frequent tag for each memory", () => {
    const plan = planOf(buildListQuery({ tags: ["frequent"] }, "created", 50, null));
    expect(plan).toContain("memories_by_created (state=?)");
    expect(plan).toMatch(/t EXISTS USING PRIMARY KEY|CORRELATED SCALAR SUBQUERY/);
  });

  it("counts by scope from the counts that triggers keep", () => {
    expect(planOf(buildGroupCount({ domains: ["user"] }, null))).toContain(
      "SEARCH m USING PRIMARY KEY (state=? AND domain=?)",
    );
    expect(planOf(buildTagCount({}, "pre", 20))).toContain("SEARCH m USING PRIMARY KEY (tag>? AND tag<?)");
    expect(planOf(buildGroupCount({ client: "codex", pinned: true }, null))).toMatch(
      /m USING PRIMARY KEY \(state=\?\)/,
    );
  });

  it("counts memories that were never recalled from one index", () => {
    for (const filter of [{ neverRecalled: true }, { neverRecalled: true, pinned: false, before: 1 }]) {
      expect(planOf(buildCount(filter, null))).toContain("USING INDEX memories_never_recalled (state=?)");
    }
  });

  it("counts the memories of a time span from one index", () => {
    expect(planOf(buildCount({ since: 1 }, null))).toContain(
      "SEARCH m USING INDEX memories_by_created (state=? AND created_at>?)",
    );
    expect(planOf(buildCount({ namespaces: ["apis"], since: 1 }, null))).toContain(
      "SEARCH m USING INDEX memories_by_namespace_created (state=? AND namespace=? AND created_at>?)",
    );
    expect(planOf(buildCount({ client: "codex" }, null))).toContain("SEARCH m USING PRIMARY KEY (state=?)");
  });

  it("counts the tags of a time span from one index, in the order of tags", () => {
    const plan = planOf(buildTagCount({ since: 1 }, null, 20));
    expect(plan).toContain("SCAN m USING COVERING INDEX memory_tags_by_tag");
    expect(plan).not.toContain("TEMP B-TREE FOR GROUP BY");
  });

  it("reads pending memories from three ranges of one index", () => {
    const database = openSchema();
    const plan = (database.prepare(`EXPLAIN QUERY PLAN ${PENDING_SQL}`).all(9, 1, 9, 1, 9, 9) as { detail: string }[])
      .map(({ detail }) => detail)
      .join("\n");
    for (const range of ["(embedded_by=?)", "(embedded_by<?)", "(embedded_by>?)"]) {
      expect(plan).toContain(`memories_by_embedding ${range}`);
    }
    expect(plan).not.toMatch(FULL_SCAN);
  });

  it("reads neighbours by session and by source from covering indexes", () => {
    const steps = planOf(rawSql(NEIGHBOUR_SQL.replaceAll(/@\w+/g, "1"))).split("\n");
    for (const [index, column] of [
      ["memories_by_session", "session_id"],
      ["memories_by_source", "source"],
    ]) {
      const using = `COVERING INDEX ${index} (${column}=? AND created_at>? AND created_at<?)`;
      expect(steps.filter((step) => step.includes(using))).toHaveLength(2);
    }
    expect(steps.join("\n")).not.toContain("TEMP B-TREE");
  });

  it("sorts by rank in the text index and looks up rows by their key", () => {
    const plan = planOf(buildTextSearch('"word"', { domains: ["user"] }, 20));
    expect(plan).toContain("SCAN text_index VIRTUAL TABLE");
    expect(plan).toContain("SEARCH m USING INTEGER PRIMARY KEY (rowid=?)");
    expect(plan).not.toContain("TEMP B-TREE");
  });

  it("finds identical content through the index of hashes", () => {
    const plan = planOf(
      rawSql("SELECT 1 FROM contents c CROSS JOIN memories m ON m.row = c.memory_row WHERE c.hash = x'00'"),
    );
    expect(plan).toContain("contents_by_hash (hash=?)");
  });
});
