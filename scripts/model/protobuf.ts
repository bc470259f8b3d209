/**
 * Writes the wire format of Protocol Buffers as far as an ONNX model needs it
 * (protobuf.dev/programming-guides/encoding).
 */

const VARINT = 0;
const LENGTH_DELIMITED = 2;
const FIXED_32 = 5;

export function message(...fields: readonly Uint8Array[]): Uint8Array {
  return Buffer.concat(fields);
}

/** `int32`, `int64` and enumerations; a negative number takes ten bytes, as the format requires. */
export function integerField(field: number, value: number): Uint8Array {
  return message(tag(field, VARINT), varint(BigInt.asUintN(64, BigInt(value))));
}

/** `string`, `bytes` and embedded messages. */
export function bytesField(field: number, value: Uint8Array | string): Uint8Array {
  const bytes = typeof value === "string" ? new TextEncoder().encode(value) : value;
  return message(tag(field, LENGTH_DELIMITED), varint(BigInt(bytes.byteLength)), bytes);
}

/** `float`. */
export function floatField(field: number, value: number): Uint8Array {
  const bytes = Buffer.alloc(4);
  bytes.writeFloatLE(value);
  return message(tag(field, FIXED_32), bytes);
}

function tag(field: number, wireType: number): Uint8Array {
  return varint(BigInt((field << 3) | wireType));
}

function varint(value: bigint): Uint8Array {
  const bytes: number[] = [];
  let rest = value;
  do {
    const low = Number(rest & 0x7fn);
    rest >>= 7n;
    bytes.push(rest > 0n ? low | 0x80 : low);
  } while (rest > 0n);
  return Uint8Array.from(bytes);
}
