import type { QuantisedWeight } from "./tfjs-weights.ts";

/** A dense layer. */
export interface Linear {
  readonly weight: QuantisedWeight;
  readonly bias: QuantisedWeight;
}
export interface Normalisation {
  readonly scale: QuantisedWeight;
  readonly bias: QuantisedWeight;
}
export interface EncoderLayer {
  readonly query: Linear;
  readonly key: Linear;
  readonly value: Linear;
  readonly attentionOutput: Linear;
  readonly attentionNormalisation: Normalisation;
  readonly intermediate: Linear;
  readonly output: Linear;
  readonly outputNormalisation: Normalisation;
}
export interface MiniLmWeights {
  readonly words: QuantisedWeight;
  readonly positions: QuantisedWeight;
  readonly tokenTypes: QuantisedWeight;
  readonly normalisation: Normalisation;
  readonly layers: readonly EncoderLayer[];
}

const LAYERS = 6;
const BERT = "StatefulPartitionedCall/model/tf_bert_model/bert/";

/** Finds the weights of all-MiniLM-L6-v2 by their TensorFlow names. @throws if one is missing */
export function nameWeights(weights: ReadonlyMap<string, QuantisedWeight>): MiniLmWeights {
  const find = (name: string): QuantisedWeight => {
    const weight = weights.get(name);
    if (weight === undefined) throw new Error(`The model does not contain the weight "${name}".`);
    return weight;
  };
  const normalisation = (path: string): Normalisation => ({
    scale: find(`${path}LayerNorm/batchnorm/mul/ReadVariableOp`),
    bias: find(`${path}LayerNorm/batchnorm/ReadVariableOp`),
  });
  const linear = (path: string): Linear => ({
    weight: find(`${path}Tensordot/ReadVariableOp`),
    bias: find(`${path}BiasAdd/ReadVariableOp`),
  });
  const layer = (index: number): EncoderLayer => {
    const path = `${BERT}encoder/layer_._${index}/`;
    return {
      query: linear(`${path}attention/self/query/`),
      key: linear(`${path}attention/self/key/`),
      value: linear(`${path}attention/self/value/`),
      attentionOutput: linear(`${path}attention/output/dense/`),
      attentionNormalisation: normalisation(`${path}attention/output/`),
      intermediate: linear(`${path}intermediate/dense/`),
      output: linear(`${path}output/dense/`),
      outputNormalisation: normalisation(`${path}output/`),
    };
  };
  return {
    words: find("unknown"),
    positions: find("unknown_0"),
    tokenTypes: find("unknown_1"),
    normalisation: normalisation(`${BERT}embeddings/`),
    layers: Array.from({ length: LAYERS }, (_, index) => layer(index)),
  };
}
