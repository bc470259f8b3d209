/**
 * The columns of the log, by the width of the list itself (it shares the window with the detail pane). The narrowest list
 * shows time, what was touched, outcome and duration; wider ones the client, then the method, then the way in.
 */
export const LOG_COLUMNS =
  "grid grid-cols-[60px_minmax(0,1fr)_92px_56px] items-center gap-x-3 px-3.5 @[520px]:grid-cols-[62px_minmax(72px,0.6fr)_minmax(0,1.4fr)_118px_100px] @[820px]:grid-cols-[92px_minmax(84px,132px)_minmax(84px,170px)_minmax(0,1fr)_124px_124px] @[1000px]:grid-cols-[92px_minmax(84px,140px)_minmax(84px,190px)_minmax(0,1fr)_124px_124px_92px]";

/** Cells that only the widest list has room for. */
export const WIDEST_ONLY = "@max-[1000px]:hidden";
/** Cells that a narrow list has no room for. */
export const WIDE_ONLY = "@max-[820px]:hidden";
/** Cells that the narrowest list has no room for. */
export const NOT_NARROWEST = "@max-[520px]:hidden";
/** What takes the method's place where there is no room for it. */
export const NARROW_ONLY = "@min-[820px]:hidden";

export const ROW_HEIGHT = 28;
/** The header with its line. */
export const HEADER_HEIGHT = 25;
