/** The used part of pino-roll, which ships no types. */
declare module "pino-roll" {
  import type { SonicBoom, SonicBoomOpts } from "sonic-boom";

  export interface RollOptions extends Omit<SonicBoomOpts, "dest" | "fd"> {
    readonly file: string;
    readonly extension: string;
    /** With a unit: `k`, `m` or `g`. */
    readonly size: string;
    readonly limit: { readonly count: number };
  }

  export default function pinoRoll(options: RollOptions): Promise<SonicBoom>;
}
