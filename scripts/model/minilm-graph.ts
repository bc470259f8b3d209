import type { EncoderLayer, Linear, MiniLmWeights, Normalisation } from "./minilm-weights.ts";
import { createGraph, type Graph, type OnnxModel } from "./onnx-graph.ts";
import { dequantise, type QuantisedWeight, zeroPointOf } from "./tfjs-weights.ts";

const DIMENSIONS = 384;
const HEADS = 12;
const NORMALISATION_EPSILON = 1e-12;

/**
 * Builds all-MiniLM-L6-v2 (BERT with six layers) as an ONNX model for ONNX Runtime: `input_ids` (int64, 1 × tokens) to
 * `embedding` (float32, 1 × 384), mean-pooled and L2-normalised like the sentence-transformers model. Dense layers
 * multiply in int8: the weights keep their quantisation, activations are quantised per run. One text per run needs no
 * padding and no mask (ADR 0011).
 */
export function buildMiniLm(weights: MiniLmWeights, weightsFile: string): OnnxModel {
  const graph = createGraph(weightsFile);
  const { node } = graph;
  const ids = graph.input("input_ids", "int64", [1, "tokens"]);
  let hidden = addEmbeddings(graph, weights, ids);
  for (const layer of weights.layers) hidden = addLayer(graph, layer, hidden);
  const mean = node("ReduceMean", [hidden, integers(graph, [1])], { keepdims: { int: 0 } });
  const norm = node("ReduceL2", [mean, integers(graph, [1])], { keepdims: { int: 1 } });
  graph.nodeWithOutputs("Div", [mean, node("Max", [norm, scalar(graph, 1e-12)])], ["embedding"]);
  graph.output("embedding", "float32", [1, DIMENSIONS]);
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

/** The rows of a table stay uint8 in the file and in memory; only those looked up are converted to float. */
function addLookup(graph: Graph, table: QuantisedWeight, indices: string): string {
  const rows = graph.node("Gather", [graph.tensor("uint8", table.shape, table.quantised), indices]);
  const zeroPoint = graph.tensor("uint8", [], Uint8Array.of(zeroPointOf(table)));
  return graph.node("DequantizeLinear", [rows, scalar(graph, table.scale), zeroPoint]);
}

function addLayer(graph: Graph, layer: EncoderLayer, input: string): string {
  const { node } = graph;
  const projected = addDense(graph, denseOf(layer.attentionOutput), addAttention(graph, layer, input));
  const middle = addNormalisation(graph, layer.attentionNormalisation, node("Add", [projected, input]));
  const activated = node("com.microsoft.Gelu", [addDense(graph, denseOf(layer.intermediate), middle)]);
  const output = addDense(graph, denseOf(layer.output), activated);
  return addNormalisation(graph, layer.outputNormalisation, node("Add", [output, middle]));
}

/** One multiplication computes queries, keys and values. */
function addAttention(graph: Graph, { query, key, value }: EncoderLayer, input: string): string {
  const all = addDense(graph, concatenate([query, key, value].map(denseOf)), input);
  const parts = [`${all}_query`, `${all}_key`, `${all}_value`];
  graph.nodeWithOutputs("Split", [all], parts, { axis: { int: -1 }, num_outputs: { int: parts.length } });
  return graph.node("com.microsoft.MultiHeadAttention", parts, { num_heads: { int: HEADS } });
}

/** A dense layer as the runtime multiplies it, with one scale and zero point for all columns or one per column. */
interface Dense {
  readonly shape: readonly [rows: number, columns: number];
  readonly values: Int8Array;
  readonly scales: readonly number[];
  readonly zeroPoints: readonly number[];
  readonly biases: Float32Array;
}

/**
 * Converts weights from uint8 to int8, since processors multiply uint8 by int8: subtracts 128, also from the zero
 * point.
 */
function denseOf({ weight, bias }: Linear): Dense {
  const [rows = 0, columns = 0] = weight.shape;
  return {
    shape: [rows, columns],
    values: Int8Array.from(weight.quantised, (value) => value - 128),
    scales: [weight.scale],
    zeroPoints: [zeroPointOf(weight) - 128],
    biases: dequantise(bias),
  };
}

/** Combines layers with the same input. */
function concatenate(layers: readonly Dense[]): Dense {
  const rows = layers[0]?.shape[0] ?? 0;
  const columns = layers.reduce((sum, { shape }) => sum + shape[1], 0);
  const values = new Int8Array(rows * columns);
  let left = 0;
  for (const { shape, values: own } of layers) {
    for (let row = 0; row < rows; row++) {
      values.set(own.subarray(row * shape[1], (row + 1) * shape[1]), row * columns + left);
    }
    left += shape[1];
  }
  const forEachColumn = (of: (layer: Dense) => readonly number[]) =>
    layers.flatMap((layer) => Array<number>(layer.shape[1]).fill(of(layer)[0] ?? 0));
  return {
    shape: [rows, columns],
    values,
    scales: forEachColumn(({ scales }) => scales),
    zeroPoints: forEachColumn(({ zeroPoints }) => zeroPoints),
    biases: Float32Array.from(layers.flatMap(({ biases }) => [...biases])),
  };
}

function addDense(graph: Graph, { shape, values, scales, zeroPoints, biases }: Dense, input: string): string {
  const dimensions = scales.length === 1 ? [] : [scales.length];
  return graph.node("com.microsoft.DynamicQuantizeMatMul", [
    input,
    graph.tensor("int8", shape, values),
    graph.tensor("float32", dimensions, Float32Array.from(scales)),
    graph.tensor("int8", dimensions, Int8Array.from(zeroPoints)),
    graph.tensor("float32", [biases.length], biases),
  ]);
}

function addNormalisation(graph: Graph, { scale, bias }: Normalisation, input: string): string {
  return graph.node("LayerNormalization", [input, floats(graph, scale), floats(graph, bias)], {
    axis: { int: -1 },
    epsilon: { float: NORMALISATION_EPSILON },
  });
}

const scalar = (graph: Graph, value: number) => graph.tensor("float32", [], Float32Array.of(value));
const integer = (graph: Graph, value: number) => graph.tensor("int64", [], BigInt64Array.of(BigInt(value)));
const integers = (graph: Graph, values: readonly number[]) =>
  graph.tensor("int64", [values.length], BigInt64Array.from(values, BigInt));
const floats = (graph: Graph, weight: QuantisedWeight) => graph.tensor("float32", weight.shape, dequantise(weight));
