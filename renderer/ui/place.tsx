import type { ReactNode } from "react";
import { SidePane } from "./panes.tsx";
import { EmptyState, type EmptyStateProps, type Loadable, Loaded } from "./states.tsx";

interface PlaceProps<Data> {
  /** The key of the stored width of the pane. */
  readonly id: string;
  readonly title: string;
  /** The initial width of the pane in pixels. */
  readonly paneWidth?: number;
  readonly query: Loadable<Data>;
  readonly isEmpty: (data: Data) => boolean;
  readonly empty: EmptyStateProps;
  /** Buttons in the header at all times. */
  readonly tools?: ReactNode;
  /** Buttons that follow them unless the place is empty; the empty state has its own. */
  readonly actions: ReactNode;
  /** Messages between the header and the list. */
  readonly notices?: ReactNode;
  /** The list. */
  readonly children: (data: Data) => ReactNode;
  /** The pane with the open item; null while closed. */
  readonly pane: ReactNode | null;
  /** The open dialog. */
  readonly dialog?: ReactNode;
}

/** A place of the window: a header, a list with its loading, error and empty states, and a pane next to it. */
export function Place<Data>(props: PlaceProps<Data>) {
  const { id, title, paneWidth = 560, query, isEmpty, empty, tools, actions, notices, children } = props;
  const { data } = query;
  return (
    <section aria-label={title} className="flex h-full min-h-0">
      <SidePane
        id={id}
        initial={paneWidth}
        min={380}
        max={900}
        main={
          <>
            <header className="drag-region @container flex min-h-11 shrink-0 flex-wrap items-center gap-x-2 gap-y-1 border-b border-line py-1.5 pr-3 pl-4">
              <h1 className="min-w-0 flex-1 truncate font-medium">{title}</h1>
              {tools}
              {data !== undefined && !isEmpty(data) && actions}
            </header>
            {notices}
            <Loaded query={query} rows={4}>
              {(loaded) => (isEmpty(loaded) ? <EmptyState {...empty} /> : children(loaded))}
            </Loaded>
          </>
        }
        pane={props.pane}
      />
      {props.dialog}
    </section>
  );
}
