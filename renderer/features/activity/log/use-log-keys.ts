import type { Virtualizer } from "@tanstack/react-virtual";
import { type KeyboardEvent, useEffect, useEffectEvent } from "react";
import type { RequestSummary } from "../../../../electron/core/request-log.ts";
import { stepsOf } from "../../../ui/virtual-list.tsx";
import type { LiveLog, LogSnapshot } from "./live-log.ts";
import type { LogSelection } from "./log-selection.tsx";

interface LogKeys {
  readonly rows: readonly RequestSummary[];
  readonly currentId: number | null;
  readonly openId: number | null;
  readonly selection: LogSelection;
  readonly onCurrent: (id: number | null) => void;
  readonly onOpen: (id: number | null) => void;
  readonly onFollow: () => void;
  readonly focusList: () => void;
  readonly log: LiveLog;
  readonly snapshot: LogSnapshot;
  readonly virtualizer: Virtualizer<HTMLDivElement, Element>;
}

type Pressed = Pick<KeyboardEvent, "key" | "ctrlKey" | "metaKey" | "altKey" | "shiftKey" | "preventDefault">;

/** Rows that Page Up and Page Down move by. */
const PAGE_ROWS = 15;

/**
 * The keys of the log: arrows move and, with Shift, select; Enter opens, Escape closes, Space pauses or follows. They
 * also work while nothing has focus, such as right after Activity was opened.
 */
export function useLogKeys(keys: LogKeys): (event: KeyboardEvent) => void {
  const { rows, currentId, openId, selection, log, snapshot, virtualizer } = keys;
  const current = rows.findIndex((row) => row.id === currentId);

  const moveTo = (index: number, extend = false) => {
    const target = Math.min(rows.length - 1, Math.max(0, index));
    const row = rows[target];
    if (row === undefined) return;
    log.hold("reading");
    keys.onCurrent(row.id);
    virtualizer.scrollToIndex(target);
    if (extend) selection.extendTo(row.id, rows, currentId ?? openId);
    else if (openId !== null) keys.onOpen(row.id);
  };
  const goBack = () => {
    if (selection.ids.size > 0) selection.clear();
    else if (openId !== null) keys.onOpen(null);
    else keys.onCurrent(null);
  };
  const openCurrent = () => {
    if (currentId !== null) keys.onOpen(currentId);
  };
  const pauseOrFollow = () => {
    if (snapshot.hold === null) log.hold("paused");
    else keys.onFollow();
  };
  const selectAll = () => {
    log.hold("reading");
    selection.all(rows);
  };
  const actionFor = (event: Pressed): (() => void) | null => {
    const steps = stepsOf(event, PAGE_ROWS, rows.length);
    if (steps !== 0) return () => moveTo(current + steps, event.shiftKey && Math.abs(steps) === 1);
    switch (event.key) {
      case "Enter":
        return openCurrent;
      case "Escape":
        return goBack;
      case " ":
        return pauseOrFollow;
      default:
        return null;
    }
  };

  const act = (event: Pressed) => {
    const modified = event.ctrlKey || event.metaKey;
    const all = modified && !event.altKey && event.key === "a" ? selectAll : null;
    const action = modified || event.altKey ? all : actionFor(event);
    if (action === null) return false;
    event.preventDefault();
    action();
    return true;
  };
  const actWithoutFocus = useEffectEvent((event: globalThis.KeyboardEvent) => {
    const unfocused = document.activeElement === document.body && !event.defaultPrevented;
    if (unfocused && act(event)) keys.focusList();
  });
  useEffect(() => {
    const listener = (event: globalThis.KeyboardEvent) => actWithoutFocus(event);
    window.addEventListener("keydown", listener);
    return () => window.removeEventListener("keydown", listener);
  }, []);

  return (event) => {
    if (event.target === event.currentTarget) act(event);
  };
}
