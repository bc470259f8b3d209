type TypedArray = Float32Array | Float64Array | Int32Array | Uint16Array | Uint32Array;

const MIN_LENGTH = 1024;
const GROWTH = 1.5;

/**
 * Returns an array with at least `length` elements: `array` itself, or a copy that is half as long again as needed, so
 * that growing element by element takes linear time. New elements are `fill`.
 * @param minimum the length that a copy has at least
 */
export function growArray<A extends TypedArray>(array: A, length: number, fill = 0, minimum = MIN_LENGTH): A {
  if (length <= array.length) return array;
  const create = array.constructor as new (length: number) => A;
  const grown = new create(Math.max(minimum, Math.ceil(length * GROWTH)));
  grown.set(array);
  if (fill !== 0) grown.fill(fill, array.length);
  return grown;
}
