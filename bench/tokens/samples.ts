/** Ten short chat messages, less than 1 KiB together, as assistants capture them. Each contains the searched name. */
export const TEN_MESSAGES: readonly string[] = [
  "Sofia runs the Berlin marathon in September and trains four times a week.",
  "Sofia prefers morning runs before work, usually at six.",
  "Sofia's knee hurt after the 30 km run; she paused for a week.",
  "Sofia bought new running shoes, size 39, for wet roads.",
  "Sofia's training plan is from Anna, her coach at the club.",
  "Sofia does not eat dairy before long runs.",
  "Sofia's best half marathon is 1:52 from April 2025.",
  "Sofia and Marek run together on Sundays along the canal.",
  "Sofia wants to finish the marathon in under four hours.",
  "Sofia booked a room near the start for two nights.",
];
export const SEARCH = { query: "Sofia", limit: 10 };
export const CAPTURE = {
  content: "Sofia moved her long run to Sunday because the club meets on Saturday.",
  tags: ["run"],
};
