/** A sentence of a labelled session. */
export interface LabelledSentence {
  readonly features: Readonly<Record<string, number>>;
  readonly isItem: boolean;
  /** As how many sentences it counts. */
  readonly weight: number;
}

export interface FittedModel {
  readonly constant: number;
  readonly weights: Readonly<Record<string, number>>;
}

const NEVER_AGAINST =
  /^(?:(?:cue|user|brief)\.(?:explicit|rule|decision|wish|cause|contrast|correction|notice|setting)|start\.(?:explicit|rule|cause|wish|design)|user\+startDesign|heading\.(?:cause|decision|rule)|code|identifiers|newTerms|laterTerms|restatedLater|restatedOther|afterNarration|afterHeading|cause\+code|rule\+contrast|decision\+code|contrast\+code|setting\+code|capitals|user\+notice|assistant\+notice|cause\+afterFault|user\+code|reactionPraise)$/;
const NEVER_FOR =
  /^(?:cue\.(?:hedge|narration|offer|praise|passing|condition|option|task|error)|start\.(?:narration|task|praise|offer)|(?:user|brief)\.task|heading\.(?:option|offer|state)|quote|pasted|short|local|emoji|check|cause\+hedge|command|reactionCorrection|user\+fault|pointer|omitted|turnSentences|condition|assistant\+passing|assistant\+option|repeated|item\+change|asks|blockIntroduces)$/;

/** The penalty on the square of each weight of a standardised feature. Chosen by cross-validation among 50 to 2,000. */
const PENALTY = 600;
const STEPS = 150;
/** A feature that hardly varies is not amplified further. */
const MIN_DEVIATION = 0.05;

/**
 * Fits logistic regression with signs that are known before: a cue for a memory never has a negative weight, narration
 * never a positive one. Accelerated projected gradient descent (Beck and Teboulle 2009) with a fixed number of steps, so
 * the same data give the same weights.
 */
export function fitModel(sentences: readonly LabelledSentence[]): FittedModel {
  const names = Object.keys(sentences[0]?.features ?? {});
  const { means, deviations, rows } = standardise(sentences, names);
  const signs = names.map((name) => (NEVER_AGAINST.test(name) ? 1 : NEVER_FOR.test(name) ? -1 : 0));
  const count = sentences.length;
  const items = sentences.filter(({ isItem }) => isItem).length;
  const step = 1 / (0.15 * largestCurvature(rows, names.length) + 1.5 * PENALTY);
  let weights = new Float64Array(names.length);
  let constant = Math.log(items / (count - items));
  let ahead = { weights: new Float64Array(names.length), constant };
  let momentum = 1;
  for (let iteration = 0; iteration < STEPS; iteration++) {
    const gradient = new Float64Array(names.length);
    let constantGradient = 0;
    rows.forEach((row, index) => {
      let sum = ahead.constant;
      for (let column = 0; column < row.length; column++) sum += (row[column] ?? 0) * (ahead.weights[column] ?? 0);
      const { isItem, weight } = sentences[index] as LabelledSentence;
      const error = weight * ((isItem ? 1 : 0) - 1 / (1 + Math.exp(-sum)));
      constantGradient += error;
      for (let column = 0; column < row.length; column++) {
        gradient[column] = (gradient[column] ?? 0) + error * (row[column] ?? 0);
      }
    });
    const next = ahead.weights.map((weight, column) => {
      const moved = weight + step * ((gradient[column] ?? 0) - PENALTY * weight);
      const sign = signs[column] ?? 0;
      return sign > 0 ? Math.max(0, moved) : sign < 0 ? Math.min(0, moved) : moved;
    });
    const nextConstant = ahead.constant + (1.6 * constantGradient) / count;
    const nextMomentum = (1 + Math.sqrt(1 + 4 * momentum ** 2)) / 2;
    const factor = (momentum - 1) / nextMomentum;
    const previous = weights;
    ahead = {
      weights: next.map((weight, column) => weight + factor * (weight - (previous[column] ?? 0))),
      constant: nextConstant + factor * (nextConstant - constant),
    };
    weights = next;
    constant = nextConstant;
    momentum = nextMomentum;
  }
  const plain = names.map((_, column) => (weights[column] ?? 0) / (deviations[column] ?? 1));
  return {
    constant: constant - plain.reduce((sum, weight, column) => sum + weight * (means[column] ?? 0), 0),
    weights: Object.fromEntries(names.map((name, column) => [name, plain[column] ?? 0])),
  };
}

function standardise(sentences: readonly LabelledSentence[], names: readonly string[]) {
  const count = sentences.length;
  const values = sentences.map(({ features }) => names.map((name) => features[name] ?? 0));
  const means = names.map((_, column) => values.reduce((sum, row) => sum + (row[column] ?? 0), 0) / count);
  const deviations = names.map((_, column) => {
    const variance = values.reduce((sum, row) => sum + ((row[column] ?? 0) - (means[column] ?? 0)) ** 2, 0) / count;
    return Math.max(MIN_DEVIATION, Math.sqrt(variance));
  });
  const rows = values.map((row) =>
    Float32Array.from(row, (value, column) => (value - (means[column] ?? 0)) / (deviations[column] ?? 1)),
  );
  return { means, deviations, rows };
}

/** The largest eigenvalue of the features' products, by the power method. */
function largestCurvature(rows: readonly Float32Array[], columns: number): number {
  let direction = new Float64Array(columns).fill(1 / Math.sqrt(columns));
  let length = 1;
  for (let iteration = 0; iteration < 8; iteration++) {
    const image = new Float64Array(columns);
    for (const row of rows) {
      let sum = 0;
      for (let column = 0; column < columns; column++) sum += (row[column] ?? 0) * (direction[column] ?? 0);
      for (let column = 0; column < columns; column++) image[column] = (image[column] ?? 0) + sum * (row[column] ?? 0);
    }
    length = Math.sqrt(image.reduce((sum, value) => sum + value ** 2, 0));
    direction = image.map((value) => value / length);
  }
  return length;
}
