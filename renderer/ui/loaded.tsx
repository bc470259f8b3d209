import type { ReactNode } from "react";
import { ErrorState } from "./error-state.tsx";
import { Skeleton, type SkeletonProps } from "./skeleton.tsx";

/** The part of a query that `Loaded` needs; several queries can be combined into one. */
export interface Loadable<Data> {
  /** Undefined until the first response. */
  readonly data: Data | undefined;
  /** Null unless the last request failed. */
  readonly error: unknown;
  refetch(): unknown;
}

interface LoadedProps<Data> extends SkeletonProps {
  readonly query: Loadable<Data>;
  /** Shows an error as one line instead of a full pane. */
  readonly inline?: boolean;
  readonly children: (data: Data) => ReactNode;
}

/** Shows the data of a query: a placeholder while it loads, and an error with a retry button if it failed. */
export function Loaded<Data>({ query, inline, children, ...skeleton }: LoadedProps<Data>) {
  if (query.data !== undefined) return children(query.data);
  if (query.error === null) return <Skeleton {...skeleton} />;
  return <ErrorState error={query.error} inline={inline} onRetry={() => void query.refetch()} />;
}
