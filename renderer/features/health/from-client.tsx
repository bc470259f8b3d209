import { useState } from "react";
import { capturedVia } from "../../../electron/core/filter.ts";
import { localDay } from "../../../electron/text/local-time.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { FormDialog } from "../../ui/dialog.tsx";
import { TextField } from "../../ui/field.tsx";
import { SelectField } from "../../ui/select.tsx";
import { useMemoryActions } from "../memories/data/use-memory-actions.ts";
import { formatProjects } from "./format-projects.ts";

/** Memories read in one request. */
const PAGE_SIZE = 200;
/** Memories moved to the trash in one request. */
const MAX_MOVED = 10_000;

/** Opens a dialog that moves everything of one client to the trash; nothing if no client has a token. */
export function FromClient() {
  const words = useText().health.fromClient;
  const [isOpen, setOpen] = useState(false);
  const grants = useBridgeQuery("clients.grants", {}).data ?? [];
  if (grants.length === 0) return null;
  return (
    <div className="px-4 pb-3">
      <Button size="small" onClick={() => setOpen(true)}>
        {words.open}
      </Button>
      {isOpen && <FromClientDialog onClose={() => setOpen(false)} />}
    </div>
  );
}

/**
 * Moves everything to the trash that was captured with one client's token since a day, in one step that can be undone. It
 * names the projects first: they are not on the page.
 */
function FromClientDialog({ onClose }: { readonly onClose: () => void }) {
  const text = useText();
  const words = text.health.fromClient;
  const bridge = useBridge();
  const { remove } = useMemoryActions();
  const [chosen, setChosen] = useState<string | null>(null);
  const [since, setSince] = useState(() => localDay(Date.now()));
  const [isBusy, setIsBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  // The client that connected last is the most likely one.
  const grants = (useBridgeQuery("clients.grants", {}).data ?? []).toSorted((one, other) =>
    (other.lastUsedAt ?? "").localeCompare(one.lastUsedAt ?? ""),
  );
  const subjects = grants.map(({ subject }) => subject);
  const via = chosen ?? subjects[0] ?? "";
  const filter = capturedVia(via, since);
  const count = useBridgeQuery("memories.count", filter).data ?? 0;
  const projects = useBridgeQuery("memories.facets", filter).data?.domains ?? [];

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
      onClose();
    } catch (failure) {
      setError(failure);
    } finally {
      setIsBusy(false);
    }
  };

  return (
    <FormDialog
      size="small"
      title={words.label}
      description={words.text}
      submitLabel={words.trash(count)}
      canSubmit={count > 0}
      isDanger
      isBusy={isBusy}
      error={error}
      onSubmit={() => void trash()}
      onClose={onClose}
    >
      <SelectField
        label={text.common.client}
        value={via}
        options={subjects.map((subject) => ({ value: subject, label: subject }))}
        onChange={setChosen}
      />
      <TextField
        type="date"
        label={words.since}
        value={since}
        max={localDay(Date.now())}
        onChange={(day) => day !== "" && setSince(day)}
      />
      <p className="text-ink-soft" role="status">
        {count === 0 ? words.none : formatProjects(projects, text)}
      </p>
    </FormDialog>
  );
}
