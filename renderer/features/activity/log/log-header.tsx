import clsx from "clsx";
import { useText } from "../../../text/use-text.ts";
import { LOG_COLUMNS, NOT_NARROWEST, WIDE_ONLY, WIDEST_ONLY } from "./log-columns.ts";

/** The names of the log's columns. */
export function LogHeader() {
  const { columns } = useText().activity;
  const names = [
    { name: columns.time, className: "" },
    { name: columns.client, className: NOT_NARROWEST },
    { name: columns.method, className: WIDE_ONLY },
    { name: columns.target, className: "" },
    { name: columns.outcome, className: "" },
    { name: columns.duration, className: "text-right" },
    { name: columns.transport, className: WIDEST_ONLY },
  ];
  return (
    <thead className="sticky top-0 z-1 block border-b border-line bg-panel">
      <tr aria-rowindex={1} className={clsx("h-6", LOG_COLUMNS)}>
        {names.map(({ name, className }) => (
          <th
            key={name}
            scope="col"
            className={clsx("truncate text-left text-xs font-normal text-ink-faint", className)}
          >
            {name}
          </th>
        ))}
      </tr>
    </thead>
  );
}
