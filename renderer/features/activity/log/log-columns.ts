/**
 * The columns of the log, by the width of the list itself, which shares the window with the detail pane. The narrowest
 * list shows time, target, outcome and duration; wider ones add the client, then the method, then the transport.
 */
export const LOG_COLUMNS =
  "grid grid-cols-[60px_minmax(0,1fr)_92px_56px] items-center gap-x-3 px-3.5 @[520px]:grid-cols-[62px_minmax(72px,0.6fr)_minmax(0,1.4fr)_118px_100px] @[820px]:grid-cols-[92px_minmax(84px,132px)_minmax(84px,170px)_minmax(0,1fr)_124px_124px] @[1000px]:grid-cols-[92px_minmax(84px,140px)_minmax(84px,190px)_minmax(0,1fr)_124px_124px_92px]";

/** Shown from 1000 px. */
export const WIDEST_ONLY = "@max-[1000px]:hidden";
/** Shown from 820 px. */
export const WIDE_ONLY = "@max-[820px]:hidden";
/** Shown from 520 px. */
export const NOT_NARROWEST = "@max-[520px]:hidden";
/** Shown below 820 px, at which the method has no column. */
export const NARROW_ONLY = "@min-[820px]:hidden";

export const ROW_HEIGHT = 28;
/** With the line below it. */
export const HEADER_HEIGHT = 25;
