/** Chinese. */
import type { en } from "./en";

export const zh: Record<keyof typeof en, string> = {
  // --- shell ---
  "shell.skip": "跳到正文",
  "shell.views": "视图",
  "shell.languages": "语言",
  "shell.theme": "深色或浅色",
  "shell.api": "接口",
  "error.unreachable": "服务器没有回答。grundy serve 还在运行吗？",
  "error.suggestion": "是不是 {text}？",

  // --- position ---
  "position.game": "游戏或规则",
  "position.heaps": "各堆",
  "position.misere": "反常规则：取走最后一颗者输",
  "position.choose": "选择游戏",
  "position.go": "确定",
  "games.search": "搜索",
  "games.close": "关闭",
  "games.none": "没有这个名字的游戏。也可以直接输入规则，如 take 1, 3, 4。",

  // --- explain ---
  "explain.title": "讲解",
};
