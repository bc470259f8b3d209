import { bytesField, floatField, integerField, message } from "./protobuf.ts";

/** `TensorProto.DataType` (onnx.proto3). */
const DATA_TYPES = { float32: 1, uint8: 2, int8: 3, int64: 7 } as const;
export type DataType = keyof typeof DATA_TYPES;

/** `AttributeProto.AttributeType` (onnx.proto3). */
const ATTRIBUTE_TYPES = { float: 1, int: 2, ints: 7 } as const;

/** Intermediate representation 8 and operator set 18: supported by ONNX Runtime 1.14 and later. */
const IR_VERSION = 8;
const OPERATOR_SET = 18;
/** ONNX Runtime's own operators, each of which replaces several of ONNX (its docs/ContribOperators.md). */
const RUNTIME_OPERATORS = { domain: "com.microsoft", version: 1 } as const;

/** Tensors of at least this size are stored in the weights file, at offsets that every system can map into memory. */
const EXTERNAL_BYTES = 65_536;
/** `TensorProto.DataLocation.EXTERNAL` (onnx.proto3). */
const EXTERNAL = 1;

export type Attribute = { readonly float: number } | { readonly int: number } | { readonly ints: readonly number[] };
export type Attributes = Readonly<Record<string, Attribute>>;
/** A number, or the name of a dimension that varies between runs. */
export type Dimension = number | string;

/** A model, and its large weights for the file named in its graph, which a runtime maps into memory. */
export interface OnnxModel {
  readonly model: Uint8Array;
  readonly weights: Uint8Array;
}

/**
 * Creates a builder for an ONNX model. Values are referred to by name; names are numbered, so the bytes are
 * reproducible.
 */
export function createGraph(weightsFile: string) {
  const nodes: Uint8Array[] = [];
  const initializers: Uint8Array[] = [];
  const inputs: Uint8Array[] = [];
  const outputs: Uint8Array[] = [];
  const weights: Uint8Array[] = [];
  let weightsLength = 0;
  let count = 0;

  /** Returns the fields of a tensor that contain or locate its values. */
  function placeData(data: ArrayBufferView): Uint8Array {
    const bytes = new Uint8Array(data.buffer, data.byteOffset, data.byteLength);
    if (bytes.byteLength < EXTERNAL_BYTES) return bytesField(9, bytes);
    const place = { location: weightsFile, offset: String(weightsLength), length: String(bytes.byteLength) };
    const padding = new Uint8Array((EXTERNAL_BYTES - (bytes.byteLength % EXTERNAL_BYTES)) % EXTERNAL_BYTES);
    weights.push(bytes, padding);
    weightsLength += bytes.byteLength + padding.byteLength;
    const entries = Object.entries(place).map(([key, value]) => message(bytesField(1, key), bytesField(2, value)));
    return message(...entries.map((entry) => bytesField(13, entry)), integerField(14, EXTERNAL));
  }

  function nodeWithOutputs(
    operator: string,
    operands: readonly string[],
    results: readonly string[],
    attributes: Attributes = {},
  ): void {
    const own = operator.startsWith(`${RUNTIME_OPERATORS.domain}.`);
    const name = own ? operator.slice(RUNTIME_OPERATORS.domain.length + 1) : operator;
    nodes.push(
      message(
        ...operands.map((operand) => bytesField(1, operand)),
        ...results.map((result) => bytesField(2, result)),
        bytesField(3, `${name}_${nodes.length}`),
        bytesField(4, name),
        ...Object.entries(attributes).map(([key, attribute]) => bytesField(5, encodeAttribute(key, attribute))),
        ...(own ? [bytesField(7, RUNTIME_OPERATORS.domain)] : []),
      ),
    );
  }

  return {
    /** Adds a constant and returns its name. */
    tensor(type: DataType, dimensions: readonly number[], data: ArrayBufferView): string {
      const name = `constant_${initializers.length}`;
      initializers.push(
        message(
          ...dimensions.map((dimension) => integerField(1, dimension)),
          integerField(2, DATA_TYPES[type]),
          bytesField(8, name),
          placeData(data),
        ),
      );
      return name;
    },

    /** Adds an operation with one result and returns its name. Names of ONNX Runtime operators include their domain. */
    node(operator: string, operands: readonly string[], attributes?: Attributes): string {
      const result = `value_${count++}`;
      nodeWithOutputs(operator, operands, [result], attributes);
      return result;
    },

    /** Adds an operation with named results. */
    nodeWithOutputs,

    input(name: string, type: DataType, dimensions: readonly Dimension[]): string {
      inputs.push(encodeValue(name, type, dimensions));
      return name;
    },

    output(name: string, type: DataType, dimensions: readonly Dimension[]): void {
      outputs.push(encodeValue(name, type, dimensions));
    },

    toModel(name: string, producer: string): OnnxModel {
      const graph = message(
        ...nodes.map((node) => bytesField(1, node)),
        bytesField(2, name),
        ...initializers.map((initializer) => bytesField(5, initializer)),
        ...inputs.map((input) => bytesField(11, input)),
        ...outputs.map((output) => bytesField(12, output)),
      );
      const model = message(
        integerField(1, IR_VERSION),
        bytesField(2, producer),
        bytesField(7, graph),
        bytesField(8, message(bytesField(1, ""), integerField(2, OPERATOR_SET))),
        bytesField(8, message(bytesField(1, RUNTIME_OPERATORS.domain), integerField(2, RUNTIME_OPERATORS.version))),
      );
      return { model, weights: message(...weights) };
    },
  };
}

export type Graph = ReturnType<typeof createGraph>;

function encodeAttribute(name: string, attribute: Attribute): Uint8Array {
  if ("float" in attribute) {
    return message(bytesField(1, name), floatField(2, attribute.float), integerField(20, ATTRIBUTE_TYPES.float));
  }
  if ("int" in attribute) {
    return message(bytesField(1, name), integerField(3, attribute.int), integerField(20, ATTRIBUTE_TYPES.int));
  }
  return message(
    bytesField(1, name),
    ...attribute.ints.map((value) => integerField(8, value)),
    integerField(20, ATTRIBUTE_TYPES.ints),
  );
}

function encodeValue(name: string, type: DataType, dimensions: readonly Dimension[]): Uint8Array {
  const shape = dimensions.map((dimension) =>
    bytesField(1, typeof dimension === "string" ? bytesField(2, dimension) : integerField(1, dimension)),
  );
  const tensorType = message(integerField(1, DATA_TYPES[type]), bytesField(2, message(...shape)));
  return message(bytesField(1, name), bytesField(2, bytesField(1, tensorType)));
}
