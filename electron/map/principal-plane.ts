import { createRandom } from "../core/util/random.ts";

export interface Position {
  readonly x: number;
  readonly y: number;
}

const ITERATIONS = 12;
const SEED = 7;

/**
 * Projects vectors on the plane in which their directions differ most (principal component analysis by power
 * iteration). The layout starts from it, so that distant groups of memories start apart.
 */
export function principalPlane(vectors: readonly Int8Array[]): Position[] {
  const dimensions = vectors[0]?.length ?? 0;
  const inverseNorms = Float64Array.from(vectors, (vector) => 1 / Math.max(1e-9, Math.sqrt(dot(vector, vector))));
  const mean = new Float64Array(dimensions);
  for (const [index, vector] of vectors.entries()) {
    addScaled(mean, vector, (inverseNorms[index] ?? 0) / vectors.length);
  }
  const random = createRandom(SEED);
  const axes: Float64Array[] = [];
  const project = (axis: Float64Array) => {
    const offset = dot(mean, axis);
    return Float64Array.from(vectors, (vector, index) => dot(vector, axis) * (inverseNorms[index] ?? 0) - offset);
  };
  while (axes.length < 2) {
    let axis = normalise(Float64Array.from({ length: dimensions }, () => random() - 0.5));
    for (let iteration = 0; iteration < ITERATIONS; iteration++) {
      const scores = project(axis);
      const next = new Float64Array(dimensions);
      let sum = 0;
      for (const [index, vector] of vectors.entries()) {
        const score = scores[index] ?? 0;
        sum += score;
        addScaled(next, vector, score * (inverseNorms[index] ?? 0));
      }
      addScaled(next, mean, -sum);
      for (const other of axes) addScaled(next, other, -dot(next, other));
      axis = normalise(next);
    }
    axes.push(axis);
  }
  const [xs, ys] = axes.map(project);
  return vectors.map((_, index) => ({ x: xs?.[index] ?? 0, y: ys?.[index] ?? 0 }));
}

type Numbers = Float64Array | Int8Array;

function dot(one: Numbers, other: Numbers): number {
  let sum = 0;
  for (let index = 0; index < one.length; index++) sum += (one[index] as number) * (other[index] as number);
  return sum;
}

function addScaled(target: Float64Array, vector: Numbers, factor: number): void {
  for (let index = 0; index < target.length; index++) {
    target[index] = (target[index] as number) + (vector[index] as number) * factor;
  }
}

function normalise(vector: Float64Array): Float64Array {
  const length = Math.sqrt(dot(vector, vector));
  return length === 0 ? vector : vector.map((component) => component / length);
}
