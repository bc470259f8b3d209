/**
 * The layout of a memory's page and of its editor, in a `@container`: the text and its details are in the same place in
 * both. The details are next to the text if there is room, and below it otherwise.
 */
export const PAGE_COLUMNS =
  "grid grid-cols-[minmax(0,720px)] gap-x-10 min-[2000px]:justify-center @min-[900px]:grid-cols-[minmax(0,720px)_260px]";
export const DETAILS_COLUMN =
  "mt-8 border-t border-line pt-4 @min-[900px]:sticky @min-[900px]:top-0 @min-[900px]:col-start-2 @min-[900px]:row-span-2 @min-[900px]:row-start-1 @min-[900px]:mt-0 @min-[900px]:self-start @min-[900px]:border-t-0 @min-[900px]:border-l @min-[900px]:pt-1 @min-[900px]:pl-6";
