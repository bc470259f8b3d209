import { useCallback, useEffect, useMemo, useRef, useState } from "react";
import type { RequestFilter } from "../../../electron/core/request-log.ts";
import { useStored } from "../../data/use-stored.ts";
import { useNavigation } from "../../navigation/navigation.tsx";
import { useText } from "../../text/use-text.ts";
import { SidePane } from "../../ui/side-pane.tsx";
import { activityTarget, readActivityRoute } from "./activity-route.ts";
import { ActivityToolbar } from "./activity-toolbar.tsx";
import { ClearLogDialog } from "./clear-log-dialog.tsx";
import { DetailPane } from "./detail/detail-pane.tsx";
import { usePin } from "./detail/use-pin.ts";
import { SelectionBar } from "./export/selection-bar.tsx";
import { useExport } from "./export/use-export.ts";
import { LogArea } from "./log/log-area.tsx";
import { useLiveLog, useLogValue } from "./log/use-live-log.ts";
import { useLogSelection } from "./log/use-log-selection.ts";
import { ClientRatesPanel } from "./rates/client-rates.tsx";
import { RateStrip } from "./rates/rate-strip.tsx";
import { useActivityCommands } from "./use-activity-commands.ts";

/** The live log of everything that passes between clients and Recollect. */
export function ActivityView() {
  const text = useText().activity;
  const { route, navigate } = useNavigation();
  const { filter, openId } = useMemo(() => readActivityRoute(route), [route]);
  const log = useLiveLog(filter);
  const hold = useLogValue(log, (snapshot) => snapshot.hold);
  const ready = useLogValue(log, (snapshot) => snapshot.state === "ready");
  const [currentId, setCurrentId] = useState(openId);
  const [clearing, setClearing] = useState(false);
  const [byClient, setByClient] = useStored("activity.byClient", false);
  const selection = useLogSelection(JSON.stringify(filter));
  const saveExport = useExport();
  const pin = usePin(log.replace);
  const searchRef = useRef<HTMLInputElement>(null);
  const listRef = useRef<HTMLTableElement>(null);
  const focusList = () => listRef.current?.focus();

  const show = useCallback(
    (next: RequestFilter, id: number | null) => navigate(activityTarget(next, id), { replace: true }),
    [navigate],
  );
  const onFilter = useCallback(
    (next: RequestFilter) => {
      setCurrentId(null);
      show(next, null);
    },
    [show],
  );
  const onOpen = useCallback(
    (id: number | null) => {
      if (id !== null) setCurrentId(id);
      show(filter, id);
    },
    [show, filter],
  );
  const follow = () => {
    setCurrentId(null);
    log.follow();
  };

  useEffect(() => {
    if (openId !== null) log.hold("reading");
  }, [openId, log]);
  useActivityCommands({
    held: hold !== null,
    pause: () => log.hold("asked"),
    follow,
    search: () => searchRef.current?.focus(),
    clear: () => setClearing(true),
    exportAll: () => saveExport(filter),
    showRates: () => setByClient(!byClient),
  });

  return (
    <section aria-label={text.title} className="flex h-full min-h-0 flex-col">
      <h1 className="sr-only">{text.title}</h1>
      <ActivityToolbar
        filter={filter}
        log={log}
        hold={hold}
        ready={ready}
        searchRef={searchRef}
        onFilter={onFilter}
        onPause={() => log.hold("asked")}
        onFollow={follow}
        onClear={() => setClearing(true)}
        onExport={() => saveExport(filter)}
        byClient={byClient}
        onByClient={() => setByClient(!byClient)}
        onLeaveSearch={focusList}
      />
      <RateStrip besideDetail={openId !== null} onTime={onFilter} />
      {byClient && (
        <ClientRatesPanel
          onClient={(client) => onFilter({ client })}
          onTime={(span, client) => onFilter({ ...span, ...(client === null ? {} : { client }) })}
        />
      )}
      <SidePane
        id="activity"
        initial={520}
        min={360}
        max={1_000}
        main={
          <LogArea
            log={log}
            filter={filter}
            currentId={currentId}
            openId={openId}
            selection={selection}
            onCurrent={setCurrentId}
            onOpen={onOpen}
            onFollow={follow}
            onFilter={onFilter}
            listRef={listRef}
          />
        }
        pane={
          openId === null ? null : (
            <DetailPane
              id={openId}
              onClose={() => {
                onOpen(null);
                focusList();
              }}
              onFilter={onFilter}
              onOpen={onOpen}
              onReplayed={(row) => {
                // What was asked for here may move the log; then it stands still again, for the new row is read.
                const inSight = hold === "asked" ? Promise.resolve() : log.followNow();
                void inSight.then(() => onOpen(row.id));
              }}
              onChanged={log.replace}
            />
          )
        }
      />
      {selection.ids.size > 0 && (
        <SelectionBar
          count={selection.ids.size}
          onExport={() => saveExport({ ids: [...selection.ids] })}
          onPin={() => pin.mutate({ ids: [...selection.ids], pinned: true })}
          onClear={selection.clear}
        />
      )}
      <ClearLogDialog
        open={clearing}
        onClose={() => setClearing(false)}
        onCleared={() => {
          log.empty();
          void log.start();
        }}
      />
    </section>
  );
}
