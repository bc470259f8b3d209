import { keepPreviousData } from "@tanstack/react-query";
import clsx from "clsx";
import { Save, Search } from "lucide-react";
import { type KeyboardEvent, useDeferredValue, useEffect, useId, useRef, useState } from "react";
import { type Memory, titleOf } from "../../../electron/core/memory.ts";
import { useBridge, useBridgeQuery } from "../../data/use-bridge.tsx";
import { useLiveData } from "../../data/use-live-data.ts";
import { useStored } from "../../data/use-stored.ts";
import { useText } from "../../text/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { OneLine } from "../../ui/inline-text.tsx";
import { KeyHint } from "../../ui/keys.tsx";
import { Select } from "../../ui/select.tsx";
import { InlineError } from "../../ui/states.tsx";
import { useToast } from "../../ui/toast.tsx";
import { useUndo } from "../../ui/undo.tsx";
import { useAppliedTheme } from "../../ui/use-theme.ts";
import { useCapture } from "../memories/data/use-capture.ts";

const MAX_RESULTS = 8;
const PROJECT_LIST = '[role="listbox"], [aria-expanded="true"]';
/** The domain of the owner, who is in no project. */
const USER = "user";

/** The quick window: a field whose text is searched and can become a memory, and what the search found. */
export function QuickView() {
  const text = useText();
  const words = text.quick;
  const bridge = useBridge();
  const undo = useUndo();
  const list = useId();
  const field = useRef<HTMLTextAreaElement>(null);
  const [typed, setTyped] = useState("");
  const [at, setAt] = useState(0);
  useLiveData();
  useAppliedTheme();
  useFocusOnShow(field);
  const { found, error } = useFoundMemories(typed);
  const { domain, setDomain, domains, save } = useQuickCapture(() => {
    setTyped("");
    field.current?.focus();
  });
  const chosen = found[Math.min(at, found.length - 1)];
  const close = (address: string | null) => void bridge.invoke("app.closeQuickWindow", { address });
  const openMemory = (id: string) => {
    setTyped("");
    close(`#/memories/all/${encodeURIComponent(id)}`);
  };
  const onKeyDown = (event: KeyboardEvent) => {
    const { key, nativeEvent, shiftKey } = event;
    if (event.defaultPrevented || nativeEvent.isComposing || isInProjects(event)) return;
    const hasMod = event.ctrlKey || event.metaKey;
    const isInField = event.target === field.current;
    const step = key === "ArrowDown" ? 1 : key === "ArrowUp" ? -1 : 0;
    if (key === "Escape") close(null);
    else if (key === "z" && hasMod && typed === "") undo.undoLast();
    else if (isInField && key === "Enter" && !shiftKey) {
      if (chosen !== undefined) openMemory(chosen.id);
    } else if (isInField && step !== 0 && found.length > 0 && !typed.includes("\n")) {
      setAt((Math.min(at, found.length - 1) + step + found.length) % found.length);
    } else return;
    event.preventDefault();
  };
  /** Saves wherever the focus is: the choice of the project would take Enter first. */
  const saveByKey = (event: KeyboardEvent) => {
    if (event.key !== "Enter" || !(event.ctrlKey || event.metaKey) || isInProjects(event)) return;
    event.preventDefault();
    event.stopPropagation();
    void save(typed);
  };
  return (
    <main
      aria-label={words.title}
      className="flex h-full flex-col border border-line-strong bg-canvas"
      onKeyDownCapture={saveByKey}
      onKeyDown={onKeyDown}
    >
      <div className="drag-region flex items-start gap-2 border-b border-line px-4 py-3">
        <Search size={16} strokeWidth={1.75} className="mt-1 shrink-0 text-ink-faint" aria-hidden />
        <textarea
          ref={field}
          rows={Math.min(6, typed.split("\n").length)}
          value={typed}
          onChange={(event) => {
            setTyped(event.target.value);
            setAt(0);
          }}
          aria-label={words.field}
          placeholder={words.field}
          aria-autocomplete="list"
          aria-controls={found.length > 0 ? list : undefined}
          aria-activedescendant={chosen === undefined ? undefined : `${list}-${chosen.id}`}
          spellCheck={false}
          dir="auto"
          className="min-w-0 flex-1 resize-none bg-transparent text-lg text-ink outline-hidden placeholder:text-ink-faint"
        />
      </div>
      <div className="min-h-0 flex-1 overflow-y-auto p-2">
        <InlineError error={error} />
        {found.length > 0 && (
          <div id={list} role="listbox" aria-label={words.results} className="flex flex-col gap-px">
            {found.map((memory) => (
              <FoundRow
                key={memory.id}
                id={`${list}-${memory.id}`}
                memory={memory}
                isChosen={memory.id === chosen?.id}
                onOpen={() => openMemory(memory.id)}
              />
            ))}
          </div>
        )}
        {found.length === 0 && (
          <p role="status" className="px-2 py-1 text-ink-faint">
            {typed.trim() === "" ? words.empty : words.nothing}
          </p>
        )}
      </div>
      <footer data-low-foot className="flex items-center gap-3 border-t border-line px-3 py-2 text-sm text-ink-faint">
        <Select
          label={words.project}
          options={domains.map((value) => ({ value, label: value }))}
          value={domain}
          onChange={setDomain}
          className="max-w-50"
        />
        <Button
          size="small"
          icon={Save}
          keys="mod+enter"
          disabled={typed.trim() === ""}
          onClick={() => void save(typed)}
        >
          {words.save}
        </Button>
        <span className="ml-auto flex items-center gap-1">
          <KeyHint keys="enter" /> {words.open}
        </span>
        <span className="flex items-center gap-1">
          <KeyHint keys="escape" /> {words.hide}
        </span>
      </footer>
    </main>
  );
}

/** Whether the open list of projects has the focus, which handles its own keys. */
function isInProjects({ target }: KeyboardEvent): boolean {
  return target instanceof Element && target.closest(PROJECT_LIST) !== null;
}

interface FoundRowProps {
  readonly id: string;
  readonly memory: Memory;
  readonly isChosen: boolean;
  readonly onOpen: () => void;
}

/** A memory that was found. The field keeps the focus and handles the keys. */
function FoundRow({ id, memory: { content, namespace, domain }, isChosen, onOpen }: FoundRowProps) {
  const row = useRef<HTMLDivElement>(null);
  useEffect(() => {
    if (isChosen) row.current?.scrollIntoView({ block: "nearest" });
  }, [isChosen]);
  return (
    // biome-ignore lint/a11y/useFocusableInteractive: the field keeps the focus
    // biome-ignore lint/a11y/useKeyWithClickEvents: the field handles the keys
    <div
      ref={row}
      id={id}
      role="option"
      aria-selected={isChosen}
      onClick={onOpen}
      className={clsx("flex min-h-8 items-center gap-3 rounded-md px-2", isChosen ? "bg-pressed" : "hover:bg-hover")}
    >
      <OneLine className="min-w-0 flex-1">{titleOf(content)}</OneLine>
      <span className="shrink-0 text-sm text-ink-faint">
        {namespace} · {domain}
      </span>
    </div>
  );
}

/** Focuses the field and selects its text each time the window is shown. */
function useFocusOnShow(field: React.RefObject<HTMLTextAreaElement | null>): void {
  useEffect(() => {
    const select = () => {
      field.current?.focus();
      field.current?.select();
    };
    select();
    window.addEventListener("focus", select);
    return () => window.removeEventListener("focus", select);
  }, [field]);
}

/** The memories that match the typed text. */
function useFoundMemories(typed: string) {
  const query = useDeferredValue(typed.trim());
  const { data, error } = useBridgeQuery(
    "memories.search",
    { query: query.slice(0, 1000), domain: "_", limit: MAX_RESULTS },
    { enabled: query !== "", placeholderData: keepPreviousData },
  );
  const items = query === "" ? [] : (data?.items ?? []);
  return { found: items.map(({ memory }) => memory), error: query === "" ? null : error };
}

/** Saves the typed text as a memory in the chosen project, which is remembered. */
function useQuickCapture(onSaved: () => void) {
  const text = useText();
  const toast = useToast();
  const capture = useCapture();
  const projects = useBridgeQuery("memories.projects", {}).data ?? [];
  const [stored, setDomain] = useStored("quick.project", USER);
  const names = projects.map(({ name }) => name).filter((name) => name !== USER);
  const domains = [USER, ...names];
  const domain = domains.includes(stored) ? stored : USER;
  return {
    domain,
    setDomain,
    domains,
    async save(typed: string) {
      if (typed.trim() === "") return;
      const captured = await capture({ content: typed.trim(), domain });
      if (captured === null) return;
      if (!captured.created) toast.show(text.memories.done.known);
      onSaved();
    },
  };
}
