import type { EncoderLayer, Linear, MiniLmWeights, Normalisation } from "./minilm-weights.ts";
import { createGraph, DATA_TYPES, type Graph, type OnnxModel } from "./onnx-graph.ts";
import { dequantise, type QuantisedWeight, zeroPointOf } from "./tfjs-weights.ts";

const DIMENSIONS = 384;
const HEADS = 12;
const HEAD_DIMENSIONS = DIMENSIONS / HEADS;
const NORMALISATION_EPSILON = 1e-12;
/** Added to the attention of padding, as BERT does: after softmax it is nothing. */
const PADDING_BIAS = -10_000;

/**
 * all-MiniLM-L6-v2 (a BERT of six layers) as an ONNX model: `input_ids` and `attention_mask` (int64, batch × tokens) to
 * `embedding` (float32, batch × 384), mean-pooled and L2-normalised as the sentence-transformers model prescribes.
 * Dense layers multiply in int8: the weights keep their quantisation, activations are quantised as they come.
 */
export function buildMiniLm(weights: MiniLmWeights, weightsFile: string): OnnxModel {
  const graph = createGraph(weightsFile);
  const { node } = graph;
  const ids = graph.input("input_ids", "int64", ["batch", "tokens"]);
  const mask = graph.input("attention_mask", "int64", ["batch", "tokens"]);
  const floatMask = node("Cast", [mask], { to: { int: DATA_TYPES.float32 } });
  const attentionBias = node("Mul", [
    node("Sub", [scalar(graph, 1), node("Unsqueeze", [floatMask, integers(graph, [1, 2])])]),
    scalar(graph, PADDING_BIAS),
  ]);
  let hidden = addEmbeddings(graph, weights, ids);
  for (const layer of weights.layers) hidden = addLayer(graph, layer, hidden, attentionBias);
  const mean = addMeanPooling(graph, hidden, floatMask);
  const norm = node("ReduceL2", [mean, integers(graph, [1])], { keepdims: { int: 1 } });
  graph.nodeWithOutputs("Div", [mean, node("Max", [norm, scalar(graph, 1e-12)])], ["embedding"]);
  graph.output("embedding", "float32", ["batch", DIMENSIONS]);
  return graph.toModel("all-MiniLM-L6-v2", "recollect");
}

function addEmbeddings(graph: Graph, weights: MiniLmWeights, ids: string): string {
  const { node } = graph;
  const length = node("Gather", [node("Shape", [ids]), integer(graph, 1)]);
  const positions = node("Range", [integer(graph, 0), length, integer(graph, 1)]);
  const sentence = graph.tensor("float32", [DIMENSIONS], dequantise(weights.tokenTypes).subarray(0, DIMENSIONS));
  const words = addLookup(graph, weights.words, ids);
  const sum = node("Add", [node("Add", [words, addLookup(graph, weights.positions, positions)]), sentence]);
  return addNormalisation(graph, weights.normalisation, sum);
}

/** Rows of a table stay uint8 in the file and in memory; only those looked up become floats. */
function addLookup(graph: Graph, table: QuantisedWeight, indices: string): string {
  const rows = graph.node("Gather", [graph.tensor("uint8", table.shape, table.quantised), indices]);
  const zeroPoint = graph.tensor("uint8", [], Uint8Array.of(zeroPointOf(table)));
  return graph.node("DequantizeLinear", [rows, scalar(graph, table.scale), zeroPoint]);
}

function addLayer(graph: Graph, layer: EncoderLayer, input: string, attentionBias: string): string {
  const { node } = graph;
  const attended = addAttention(graph, layer, input, attentionBias);
  const projected = addLinear(graph, layer.attentionOutput, quantise(graph, attended));
  const middle = addNormalisation(graph, layer.attentionNormalisation, node("Add", [projected, input]));
  const activated = addGelu(graph, addLinear(graph, layer.intermediate, quantise(graph, middle)));
  const output = addLinear(graph, layer.output, quantise(graph, activated));
  return addNormalisation(graph, layer.outputNormalisation, node("Add", [output, middle]));
}

function addAttention(graph: Graph, layer: EncoderLayer, input: string, attentionBias: string): string {
  const { node } = graph;
  const quantised = quantise(graph, input);
  const heads = integers(graph, [0, 0, HEADS, HEAD_DIMENSIONS]);
  const split = (linear: Linear, order: readonly number[]) =>
    node("Transpose", [node("Reshape", [addLinear(graph, linear, quantised), heads])], { perm: { ints: order } });
  const query = split(layer.query, [0, 2, 1, 3]);
  const key = split(layer.key, [0, 2, 3, 1]);
  const value = split(layer.value, [0, 2, 1, 3]);
  const scores = node("Mul", [node("MatMul", [query, key]), scalar(graph, 1 / Math.sqrt(HEAD_DIMENSIONS))]);
  const shares = node("Softmax", [node("Add", [scores, attentionBias])], { axis: { int: -1 } });
  const mixed = node("Transpose", [node("MatMul", [shares, value])], { perm: { ints: [0, 2, 1, 3] } });
  return node("Reshape", [mixed, integers(graph, [0, 0, DIMENSIONS])]);
}

interface QuantisedValue {
  readonly value: string;
  readonly scale: string;
  readonly zeroPoint: string;
}

function quantise(graph: Graph, input: string): QuantisedValue {
  const [value, scale, zeroPoint] = [`${input}_quantised`, `${input}_scale`, `${input}_zero`];
  graph.nodeWithOutputs("DynamicQuantizeLinear", [input], [value, scale, zeroPoint]);
  return { value, scale, zeroPoint };
}

/** Weights move from uint8 to int8 (128 less, and the zero point with them): processors multiply uint8 by int8. */
function addLinear(graph: Graph, { weight, bias }: Linear, input: QuantisedValue): string {
  const { node } = graph;
  const signed = graph.tensor(
    "int8",
    weight.shape,
    Int8Array.from(weight.quantised, (value) => value - 128),
  );
  const zeroPoint = graph.tensor("int8", [], Int8Array.of(zeroPointOf(weight) - 128));
  const product = node("MatMulInteger", [input.value, signed, input.zeroPoint, zeroPoint]);
  const scale = node("Mul", [input.scale, scalar(graph, weight.scale)]);
  const scaled = node("Mul", [node("Cast", [product], { to: { int: DATA_TYPES.float32 } }), scale]);
  return node("Add", [scaled, floats(graph, bias)]);
}

/** x · (1 + erf(x / √2)) / 2 (Hendrycks and Gimpel 2016, arXiv 1606.08415). */
function addGelu(graph: Graph, input: string): string {
  const { node } = graph;
  const error = node("Erf", [node("Mul", [input, scalar(graph, Math.SQRT1_2)])]);
  return node("Mul", [node("Mul", [input, node("Add", [error, scalar(graph, 1)])]), scalar(graph, 0.5)]);
}

function addNormalisation(graph: Graph, { scale, bias }: Normalisation, input: string): string {
  return graph.node("LayerNormalization", [input, floats(graph, scale), floats(graph, bias)], {
    axis: { int: -1 },
    epsilon: { float: NORMALISATION_EPSILON },
  });
}

/** The mean over tokens that are not padding. */
function addMeanPooling(graph: Graph, hidden: string, floatMask: string): string {
  const { node } = graph;
  const weights = node("Unsqueeze", [floatMask, integers(graph, [2])]);
  const overTokens = { keepdims: { int: 0 } };
  const sum = node("ReduceSum", [node("Mul", [hidden, weights]), integers(graph, [1])], overTokens);
  const count = node("ReduceSum", [weights, integers(graph, [1])], overTokens);
  return node("Div", [sum, node("Max", [count, scalar(graph, 1e-9)])]);
}

const scalar = (graph: Graph, value: number) => graph.tensor("float32", [], Float32Array.of(value));
const integer = (graph: Graph, value: number) => graph.tensor("int64", [], BigInt64Array.of(BigInt(value)));
const integers = (graph: Graph, values: readonly number[]) =>
  graph.tensor("int64", [values.length], BigInt64Array.from(values, BigInt));
const floats = (graph: Graph, weight: QuantisedWeight) => graph.tensor("float32", weight.shape, dequantise(weight));
