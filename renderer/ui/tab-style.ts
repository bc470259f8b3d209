/** The style of a tab in a `Tabs.List`. */
export const TAB_STYLE =
  "h-7 border-b-2 border-transparent text-ink-faint transition-colors hover:text-ink data-active:border-accent data-active:font-medium data-active:text-ink";
