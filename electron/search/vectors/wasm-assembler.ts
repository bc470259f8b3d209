/**
 * The few words of the WebAssembly binary format that the scan's kernel needs, named as in the text format
 * (WebAssembly core specification 2.0, sections 5.2 to 5.5). Each answers bytes; code is bytes put one after another.
 */
export type Code = readonly number[];

export const I32 = 0x7f;
export const V128 = 0x7b;

/** LEB128 of an unsigned integer. */
export function unsigned(value: number): Code {
  const bytes: number[] = [];
  let rest = value;
  do {
    bytes.push((rest & 0x7f) | (rest > 0x7f ? 0x80 : 0));
    rest >>>= 7;
  } while (rest > 0);
  return bytes;
}

/** Length first, then the items. */
export const vector = (items: readonly Code[]): Code => [...unsigned(items.length), ...items.flat()];
export const name = (text: string): Code => vector([...new TextEncoder().encode(text)].map((byte) => [byte]));
const sized = (content: Code): Code => [...unsigned(content.length), ...content];
const simd = (opcode: number): Code => [0xfd, ...unsigned(opcode)];

export const get = (local: number): Code => [0x20, ...unsigned(local)];
export const set = (local: number): Code => [0x21, ...unsigned(local)];
/** `i32.const`, for -64 to 63: one byte of signed LEB128. */
export const constant = (value: number): Code => [0x41, value & 0x7f];
export const add: Code = [0x6a];
export const lessThan: Code = [0x49];
export const isZero: Code = [0x45];
/** `i32.store`, aligned to 4 bytes. */
export const store: Code = [0x36, 2, 0];
export const block = (body: Code): Code => [0x02, 0x40, ...body, 0x0b];
export const loop = (body: Code): Code => [0x03, 0x40, ...body, 0x0b];
/** Leaves (a block) or repeats (a loop) what stands `depth` levels out. */
export const branch = (depth: number): Code => [0x0c, depth];
/** The same, where the stack's top is not zero. */
export const branchIf = (depth: number): Code => [0x0d, depth];

/** `v128.load`, no alignment promised. */
export const loadVector: Code = [...simd(0x00), 0, 0];
export const zeroVector: Code = [...simd(0x0c), ...new Array<number>(16).fill(0)];
export const extendLow: Code = simd(0x87);
export const extendHigh: Code = simd(0x88);
/** `i32x4.dot_i16x8_s`: products of pairs of lanes, added by twos. */
export const dotPairs: Code = simd(0xba);
export const addLanes: Code = simd(0xae);
export const extractLane = (lane: number): Code => [...simd(0x1b), lane];

export interface FunctionModule {
  /** Type of each parameter. */
  readonly parameters: readonly number[];
  /** Type of each local, numbered after the parameters. */
  readonly locals: readonly number[];
  readonly body: Code;
}

/** A module that imports `env.memory` and exports the one function, which answers nothing, as `run`. */
export function assembleModule({ parameters, locals, body }: FunctionModule): Uint8Array<ArrayBuffer> {
  const section = (id: number, content: Code): Code => [id, ...sized(content)];
  const declared = vector(locals.map((type) => [1, type]));
  return Uint8Array.from([
    ...[0x00, 0x61, 0x73, 0x6d, 1, 0, 0, 0],
    ...section(1, vector([[0x60, ...vector(parameters.map((type) => [type])), ...vector([])]])),
    ...section(2, vector([[...name("env"), ...name("memory"), 0x02, 0x00, 0]])),
    ...section(3, vector([[0]])),
    ...section(7, vector([[...name("run"), 0x00, 0]])),
    ...section(10, vector([sized([...declared, ...body, 0x0b])])),
  ]);
}
