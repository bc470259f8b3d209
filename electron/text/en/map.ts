import { count, counted, memoryCount } from "./format.ts";

export const map = {
  /** The name of the area with the points. */
  label: "Map of memories",
  keys: "Arrow keys move the map, + and − zoom, 0 shows all of it. The list next to it has the same memories.",
  hint: "Drag to move, scroll to zoom, Shift and drag to select.",
  group: "Map",
  list: "Memories by cluster",
  show: "Show",
  views: { map: "Map", list: "List" },
  colour: "Colour by",
  colours: { domain: "Project", namespace: "Kind" },
  /** The colour of the values that have none of their own. */
  others: "Others",
  legend: "Colours",
  highlight: (name: string) => `Highlight ${name}`,
  shown: (shown: number, total: number) => `Shows ${count(shown)} of ${memoryCount(total)}`,
  used: (times: number) => `used ${counted(times, "time")}`,
  cluster: (words: readonly string[], size: number) => `${words.join(", ")} (${count(size)})`,
  unnamed: (size: number) => `Without distinguishing words (${count(size)})`,
  apart: (size: number) => `Apart (${count(size)})`,
  zoomIn: "Zoom in",
  zoomOut: "Zoom out",
  showAll: "Show all",
  computing: "Arranging memories by similarity. This can take some seconds.",
  missing: "Some selected memories no longer exist.",
  few: {
    title: "Not enough memories for a map",
    text: (least: number, present: number) =>
      `The map shows which memories are similar. It needs ${least} of them; there are ${count(present)}.`,
  },
  embedding: {
    title: "Reading memories for the map",
    text: "The map appears when they have been compared by meaning. You can continue to work.",
    label: "Memories read",
    progress: (done: number, total: number) => `${count(done)} of ${count(total)}`,
  },
  noModel: {
    title: "The map needs a model",
    text: "The map compares memories by meaning. No embedding model is in use, so search is by words only.",
    choose: "Choose a model",
  },
  noMatch: "No memories of this project and namespace on the map",
};
