/**
 * Values of one heap against its size, as SVG: dots, rings where the value is 0, the period as bands and dashed lines,
 * the part before it hatched. All colours stand in the picture itself, so that it is a file as it is.
 */

import { svg } from "../dom";
import { step } from "./brush";

/** What is drawn. */
export interface Plotted {
  readonly values: readonly number[];
  /** Null where no period is known. */
  readonly period: { readonly preperiod: number; readonly period: number } | null;
}

/** The words in a picture. */
export interface PlotWords {
  readonly title: string;
  readonly across: string;
  readonly up: string;
  readonly before: string;
}

/** Inks of a picture. */
export interface Inks {
  readonly paper: string;
  readonly ink: string;
  readonly line: string;
  readonly dot: string;
  readonly mark: string;
  readonly band: string;
}

export const LIGHT: Inks = { paper: "#ffffff", ink: "#1c2430", line: "#c9cdd3", dot: "#004488", mark: "#b34700", band: "#e9eef4" };
export const DARK: Inks = { paper: "#14181e", ink: "#e7e9ec", line: "#3d4653", dot: "#8ec1ff", mark: "#ff9f5a", band: "#202a35" };

const LEFT = 48;
const RIGHT = 14;
const TOP = 34;
const BOTTOM = 42;
/** Room between the frame and the least and greatest values. */
const PAD = 8;
/** No more rings than this: beyond, they would hide each other. */
const MOST_RINGS = 400;
/** No more turns of the period than this are marked. */
const MOST_TURNS = 60;

/** Where values are in a picture of this size. */
export class Layout {
  readonly last: number;
  readonly greatest: number;

  constructor(
    readonly width: number,
    readonly height: number,
    plotted: Plotted,
  ) {
    this.last = Math.max(plotted.values.length - 1, 1);
    this.greatest = plotted.values.reduce((most, value) => Math.max(most, value), 1);
  }

  x(heap: number): number {
    return LEFT + ((heap + 0.5) / (this.last + 1)) * (this.width - LEFT - RIGHT);
  }

  y(value: number): number {
    return this.height - BOTTOM - PAD - (value / this.greatest) * (this.height - TOP - BOTTOM - 2 * PAD);
  }

  /** The heap nearest to a place. */
  heapAt(x: number): number {
    const heap = Math.floor(((x - LEFT) / (this.width - LEFT - RIGHT)) * (this.last + 1));
    return Math.min(Math.max(heap, 0), this.last);
  }
}

/** The picture. */
export function plot(plotted: Plotted, layout: Layout, words: PlotWords, inks: Inks): SVGSVGElement {
  const { width, height } = layout;
  const frame = { x: LEFT, y: TOP, width: width - LEFT - RIGHT, height: height - TOP - BOTTOM };
  return svg(
    "svg",
    {
      xmlns: "http://www.w3.org/2000/svg",
      viewBox: `0 0 ${width} ${height}`,
      width,
      height,
      role: "img",
      "aria-label": words.title,
      "font-family": "system-ui, sans-serif",
      "font-size": 12,
    },
    svg("title", {}, words.title),
    svg("rect", { width, height, fill: inks.paper }),
    bands(plotted, layout, words, inks),
    ...axes(layout, words, inks),
    svg("rect", { ...frame, fill: "none", stroke: inks.ink }),
    dots(plotted, layout, inks),
  );
}

function bands(plotted: Plotted, layout: Layout, words: PlotWords, inks: Inks): SVGGElement {
  const group = svg("g", {});
  if (!plotted.period) return group;
  const { preperiod, period } = plotted.period;
  const [top, height] = [TOP, layout.height - TOP - BOTTOM];
  const [left, right] = [layout.x(-0.5), layout.x(layout.last + 0.5)];
  const edge = (heap: number) => Math.min(Math.max(layout.x(heap - 0.5), left), right);
  const rect = (from: number, to: number, fill: string) =>
    svg("rect", { x: edge(from), y: top, width: edge(to) - edge(from), height, fill });
  if (preperiod > 0) {
    const hatch = svg(
      "pattern",
      { id: "before", width: 6, height: 6, patternUnits: "userSpaceOnUse", patternTransform: "rotate(45)" },
      svg("path", { d: "M0 0V6", stroke: inks.line, "stroke-width": 2 }),
    );
    group.append(svg("defs", {}, hatch), rect(0, preperiod, "url(#before)"));
    // Above the frame, where no line crosses it, beside the name of the axis.
    if (edge(preperiod) - left > 9 * (words.up.length + words.before.length)) {
      group.append(svg("text", { class: "before", x: fixed(edge(preperiod)), y: top - 12, "text-anchor": "end", fill: inks.ink }, words.before));
    }
  }
  const turns = Math.ceil((layout.last + 1 - preperiod) / period);
  if (turns > MOST_TURNS) {
    if (preperiod <= layout.last) group.append(rect(preperiod, layout.last + 1, inks.band), dash(edge(preperiod), top, height, inks));
    return group;
  }
  for (let turn = 0; turn < turns; turn += 1) {
    const from = preperiod + turn * period;
    if (turn % 2 === 0) group.append(rect(from, from + period, inks.band));
    group.append(dash(edge(from), top, height, inks));
  }
  return group;
}

function dash(x: number, top: number, height: number, inks: Inks): SVGElement {
  return svg("path", { d: `M${fixed(x)} ${top}v${height}`, stroke: inks.mark, "stroke-dasharray": "5 4", "stroke-width": 1.3 });
}

/** One path for all dots, one for all rings; two that fall on one place are one. */
function dots(plotted: Plotted, layout: Layout, inks: Inks): SVGGElement {
  const room = (layout.width - LEFT - RIGHT) / (layout.last + 1);
  const radius = Math.min(Math.max(room * 0.4, 1.5), 4);
  const ring = radius + 1.5;
  const rings = plotted.values.reduce((count, value) => count + Number(value === 0), 0) <= MOST_RINGS;
  const places = new Set<string>();
  const circles: string[] = [];
  plotted.values.forEach((value, heap) => {
    const [x, y] = [fixed(layout.x(heap)), fixed(layout.y(value))];
    if (value !== 0 || !rings) places.add(`M${x} ${y}h0`);
    else circles.push(`M${fixed(Number(x) - ring)} ${y}a${ring} ${ring} 0 1 0 ${2 * ring} 0a${ring} ${ring} 0 1 0 ${-2 * ring} 0`);
  });
  return svg(
    "g",
    { fill: "none" },
    svg("path", { d: [...places].join(""), stroke: inks.dot, "stroke-width": fixed(2 * radius), "stroke-linecap": "round" }),
    svg("path", { d: circles.join(""), stroke: inks.mark, "stroke-width": 2 }),
  );
}

function axes(layout: Layout, words: PlotWords, inks: Inks): SVGElement[] {
  const { width, height } = layout;
  const out: SVGElement[] = [];
  const text = (x: number, y: number, anchor: string, content: string, more = {}) =>
    svg("text", { x: fixed(x), y: fixed(y), "text-anchor": anchor, fill: inks.ink, ...more }, content);
  const across = step(((layout.last + 1) * 60) / width);
  for (let heap = 0; heap <= layout.last; heap += across) {
    const x = layout.x(heap);
    out.push(svg("path", { d: `M${fixed(x)} ${height - BOTTOM}v5`, stroke: inks.ink }));
    out.push(text(x, height - BOTTOM + 17, "middle", String(heap)));
  }
  const up = step((layout.greatest * 26) / (height - TOP - BOTTOM));
  for (let value = 0; value <= layout.greatest; value += up) {
    const y = layout.y(value);
    out.push(svg("path", { d: `M${LEFT} ${fixed(y)}H${width - RIGHT}`, stroke: inks.line, "stroke-width": 0.7 }));
    out.push(text(LEFT - 7, y + 4, "end", String(value)));
  }
  out.push(text((LEFT + width - RIGHT) / 2, height - 7, "middle", words.across));
  out.push(text(LEFT, TOP - 12, "start", words.up));
  return out;
}

function fixed(number: number): string {
  return String(Math.round(number * 100) / 100);
}
