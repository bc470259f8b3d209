import type { Text } from "../en.ts";
import { count, memoryCount } from "./format.ts";

export const map: Text["map"] = {
  label: "记忆地图",
  keys: "方向键移动地图，+ 和 − 缩放，0 显示全部。旁边的列表包含相同的记忆。",
  hint: "拖动以移动，滚动以缩放，按住 Shift 拖动以选择。",
  group: "地图",
  list: "按簇排列的记忆",
  show: "显示",
  views: { map: "地图", list: "列表" },
  colour: "着色依据",
  colours: { domain: "项目", namespace: "类型" },
  others: "其他",
  legend: "颜色",
  highlight: (name) => `突出显示 ${name}`,
  shown: (shown, total) => `显示 ${memoryCount(total)}中的 ${count(shown)} 条`,
  used: (times) => `采用 ${count(times)} 次`,
  cluster: (words, size) => `${words.join("、")}（${count(size)}）`,
  unnamed: (size) => `没有特征词（${count(size)}）`,
  apart: (size) => `零散（${count(size)}）`,
  zoomIn: "放大",
  zoomOut: "缩小",
  showAll: "显示全部",
  computing: "正在按相似度排列记忆，可能需要几秒钟。",
  missing: "部分所选记忆已不存在。",
  few: {
    title: "记忆太少，无法生成地图",
    text: (least, present) => `地图显示哪些记忆相似，至少需要 ${least} 条；现在有 ${count(present)} 条。`,
  },
  embedding: {
    title: "正在为地图读取记忆",
    text: "按含义比较完成后，地图会出现。你可以继续工作。",
    label: "已读取的记忆",
    progress: (done, total) => `${count(done)} / ${count(total)}`,
  },
  noModel: {
    title: "地图需要模型",
    text: "地图按含义比较记忆。当前没有使用嵌入模型，因此只能按词搜索。",
    choose: "选择模型",
  },
  noMatch: "地图上没有此项目和命名空间的记忆",
};
