import {
  add,
  addLanes,
  assembleModule,
  block,
  branch,
  branchIf,
  type Code,
  constant,
  dotPairs,
  extendHigh,
  extendLow,
  extractLane,
  get,
  I32,
  isZero,
  lessThan,
  loadVector,
  loop,
  set,
  store,
  V128,
  zeroVector,
} from "./wasm-assembler.ts";

/** Bytes a SIMD register holds; rows are padded to a multiple of it. */
export const LANE_BYTES = 16;
/** Bytes of one score. */
export const SCORE_BYTES = 4;

/**
 * Writes the dot product of the query with each of `count` rows of int8 to `scores` (int32, aligned to 4). All offsets
 * are bytes in the kernel's memory; rows stand `stride` bytes apart, `stride` being a multiple of {@link LANE_BYTES}.
 */
export type DotKernel = (rows: number, count: number, stride: number, query: number, scores: number) => void;

const ROWS = 0;
const COUNT = 1;
const STRIDE = 2;
const QUERY = 3;
const SCORES = 4;
const COLUMN = 5;
const SUM = 6;
const ROW_LANES = 7;
const QUERY_LANES = 8;

const lanesAt = (base: number): Code => [...get(base), ...get(COLUMN), ...add, ...loadVector];
const addProducts = (half: Code): Code => [
  ...get(SUM),
  ...[...get(ROW_LANES), ...half],
  ...[...get(QUERY_LANES), ...half],
  ...dotPairs,
  ...addLanes,
  ...set(SUM),
];
const lane = (index: number): Code => [...get(SUM), ...extractLane(index)];
const increase = (local: number, by: Code): Code => [...get(local), ...by, ...add, ...set(local)];

const eachColumn = loop([
  ...[...lanesAt(ROWS), ...set(ROW_LANES)],
  ...[...lanesAt(QUERY), ...set(QUERY_LANES)],
  ...addProducts(extendLow),
  ...addProducts(extendHigh),
  ...increase(COLUMN, constant(LANE_BYTES)),
  ...[...get(COLUMN), ...get(STRIDE), ...lessThan, ...branchIf(0)],
]);

const eachRow = loop([
  ...[...get(COUNT), ...isZero, ...branchIf(1)],
  ...[...zeroVector, ...set(SUM)],
  ...[...constant(0), ...set(COLUMN)],
  ...eachColumn,
  ...[...get(SCORES), ...lane(0), ...lane(1), ...add, ...lane(2), ...add, ...lane(3), ...add, ...store],
  ...increase(ROWS, get(STRIDE)),
  ...increase(SCORES, constant(SCORE_BYTES)),
  ...increase(COUNT, constant(-1)),
  ...branch(0),
]);

const MODULE = assembleModule({
  parameters: [I32, I32, I32, I32, I32],
  locals: [I32, V128, V128, V128],
  body: block(eachRow),
});

/** The kernel in SIMD (WebAssembly), or null on a processor without it. */
export function createSimdKernel(memory: WebAssembly.Memory): DotKernel | null {
  if (!WebAssembly.validate(MODULE)) return null;
  const instance = new WebAssembly.Instance(new WebAssembly.Module(MODULE), { env: { memory } });
  return instance.exports["run"] as DotKernel;
}

/** The same kernel in plain JavaScript: the fallback, and the measure the SIMD one is tested by. */
export function createPlainKernel(memory: WebAssembly.Memory): DotKernel {
  return (rows, count, stride, query, scores) => {
    const bytes = new Int8Array(memory.buffer);
    const output = new Int32Array(memory.buffer, scores, count);
    for (let row = 0; row < count; row++) {
      const start = rows + row * stride;
      let sum = 0;
      for (let column = 0; column < stride; column++) {
        sum += (bytes[start + column] ?? 0) * (bytes[query + column] ?? 0);
      }
      output[row] = sum;
    }
  };
}
