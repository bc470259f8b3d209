import { useState } from "react";
import { capturedVia } from "../../../electron/core/filter.ts";
import { useBridge } from "../../data/bridge-context.tsx";
import { useBridgeQuery } from "../../data/use-bridge-query.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { errorSentence } from "../../ui/error-state.tsx";
import { INPUT_STYLE } from "../../ui/field.tsx";
import { Select } from "../../ui/select.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";

/** Memories read in one request. */
const PAGE_SIZE = 200;
/** Memories moved to the trash in one request. */
const MAX_MOVED = 10_000;

/** Moves everything to the trash that was captured with one client's token since a day, in one step that can be undone. */
export function TrashFromClient() {
  const text = useText();
  const words = text.health.fromClient;
  const bridge = useBridge();
  const toast = useToast();
  const { remove } = useMemoryActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [since, setSince] = useState(today);
  const [isBusy, setIsBusy] = useState(false);
  // The client that connected last is the most likely one.
  const grants = (useBridgeQuery("clients.grants", {}).data ?? []).toSorted((one, other) =>
    (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""),
  );
  const subjects = grants.map(({ subject }) => subject);
  const via = chosen ?? subjects[0] ?? "";
  const filter = capturedVia(via, since);
  const count = useBridgeQuery("memories.count", filter).data ?? 0;
  if (via === "") return null;

  const trash = async () => {
    setIsBusy(true);
    try {
      const ids: string[] = [];
      for (let cursor: string | undefined, more = true; more; more = cursor !== undefined) {
        const page = await bridge.invoke("memories.list", { ...filter, limit: PAGE_SIZE, cursor });
        ids.push(...page.items.map(({ id }) => id));
        cursor = page.nextCursor;
      }
      for (let from = 0; from < ids.length; from += MAX_MOVED) await remove(ids.slice(from, from + MAX_MOVED));
    } catch (error) {
      toast.show({ message: errorSentence(error, text), tone: "bad" });
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <section
      aria-label={words.label}
      className="flex max-w-248 flex-wrap items-center gap-2 px-4 pb-3 text-sm text-ink-soft"
    >
      {words.from}
      <Select
        label={text.common.client}
        value={via}
        options={subjects.map((subject) => ({ value: subject, label: subject }))}
        onChange={setChosen}
      />
      {words.sinceShort}
      <input
        type="date"
        aria-label={words.since}
        value={since}
        max={today()}
        onChange={(event) => event.currentTarget.value !== "" && setSince(event.currentTarget.value)}
        className={`${INPUT_STYLE} w-auto!`}
      />
      <Button size="small" disabled={count === 0 || isBusy} onClick={() => void trash()}>
        {words.trash(count)}
      </Button>
    </section>
  );
}

/** The current day in the machine's time zone, such as 2026-01-31. */
function today(): string {
  const now = new Date();
  return new Date(now.getTime() - now.getTimezoneOffset() * 60_000).toISOString().slice(0, 10);
}
