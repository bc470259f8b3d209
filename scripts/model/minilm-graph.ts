import { type DenseLayer, denseLayerOf, joinLayers } from "./dense-layer.ts";
import type { EncoderLayer, MiniLmWeights, Normalisation } from "./minilm-weights.ts";
import { createGraph, type Graph, type OnnxModel } from "./onnx-graph.ts";
import { dequantise, type QuantisedWeight, zeroPointOf } from "./tfjs-weights.ts";

const DIMENSIONS = 384;
const HEADS = 12;
const NORMALISATION_EPSILON = 1e-12;

/**
 * Builds all-MiniLM-L6-v2 (BERT with six layers) as an ONNX model for ONNX Runtime: `input_ids` (int64, 1 × tokens) to
 * `embedding` (float32, 1 × 384), mean-pooled and L2-normalised like the sentence-transformers model. Dense layers
 * multiply in int8: weights have seven bits ({@link DenseLayer}), activations are quantised per run. One text per run
 * needs no padding and no mask (ADR 0011).
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
  const projected = addDense(graph, denseLayerOf(layer.attentionOutput), addAttention(graph, layer, input));
  const middle = addNormalisation(graph, layer.attentionNormalisation, node("Add", [projected, input]));
  const activated = node("com.microsoft.Gelu", [addDense(graph, denseLayerOf(layer.intermediate), middle)]);
  const output = addDense(graph, denseLayerOf(layer.output), activated);
  return addNormalisation(graph, layer.outputNormalisation, node("Add", [output, middle]));
}

/** One multiplication computes queries, keys and values. */
function addAttention(graph: Graph, { query, key, value }: EncoderLayer, input: string): string {
  const all = addDense(graph, joinLayers([query, key, value].map(denseLayerOf)), input);
  const parts = [`${all}_query`, `${all}_key`, `${all}_value`];
  graph.nodeWithOutputs("Split", [all], parts, { axis: { int: -1 }, num_outputs: { int: parts.length } });
  return graph.node("com.microsoft.MultiHeadAttention", parts, { num_heads: { int: HEADS } });
}

function addDense(graph: Graph, { shape, values, scales, zeroPoints, biases }: DenseLayer, input: string): string {
  const dimensions = [scales.length];
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
