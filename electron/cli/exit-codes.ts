/** What the command line ends with, for scripts that ask. */
export const EXIT = {
  ok: 0,
  /** It was understood and did not work; the message says why. */
  failed: 1,
  /** The command, an option or an argument is wrong; nothing was done. */
  usage: 2,
  /** Recollect does not run, and could not or should not be started. */
  notRunning: 3,
  /** The memory that was named is not there. */
  notFound: 4,
} as const;

export type ExitCode = (typeof EXIT)[keyof typeof EXIT];
