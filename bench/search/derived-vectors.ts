import { normalise } from "../../electron/search/embedding/pooling.ts";

/**
 * Creates a vector for stores whose embedding would take hours: a mix of a few real vectors with noise, so that vectors
 * are distributed as unevenly as real ones. For measurements of speed and quantisation only, not of quality.
 */
export function deriveVector(base: readonly Float32Array[], random: () => number): Float32Array {
  const pick = () => base[Math.floor(random() * base.length)] ?? new Float32Array(0);
  const [first, second, third] = [pick(), pick(), pick()];
  const shares = [0.6 + random() * 0.4, random() * 0.5, random() * 0.3];
  const noise = 0.5 / Math.sqrt(first.length);
  return normalise(
    Float32Array.from(
      first,
      (component, index) =>
        component * (shares[0] ?? 0) +
        (second[index] ?? 0) * (shares[1] ?? 0) +
        (third[index] ?? 0) * (shares[2] ?? 0) +
        (random() * 2 - 1) * noise,
    ),
  );
}
