/** Explain: why a position is won or lost, with its numbers. */

import { isAbort, isLost } from "../api";
import { busy, idle } from "../busy";
import { h, refill } from "../dom";
import { opened } from "../games";
import { PositionForm } from "../position/form";
import { asked, askedRules } from "../position/position";
import type { State } from "../state";
import type { Body, Context } from "../view";
import type { Explanation } from "./explanation";
import { Nimbers } from "./nimbers";
import { shown } from "./shown";

let mounted: { ctx: Context; form: PositionForm; answer: HTMLElement; nimbers: Nimbers } | null = null;

export const view: Body = {
  mount(root, ctx) {
    const form = new PositionForm(ctx, { heaps: true });
    const answer = h("section", { class: "answer", "aria-live": "polite" });
    const nimbers = new Nimbers(ctx);
    root.append(form.element, answer, nimbers.element);
    mounted = { ctx, form, answer, nimbers };
  },

  update(state) {
    if (mounted) void ask(mounted.ctx, mounted.form, mounted.answer, state);
  },

  unmount() {
    mounted?.nimbers.close();
    mounted = null;
  },
};

/** A position in one text, its rules and its heaps each for their own field. */
function cutOf(position: string): State {
  const { game, heaps = "" } = askedRules({ game: position });
  return { game, heaps };
}

async function ask(ctx: Context, form: PositionForm, answer: HTMLElement, state: State): Promise<void> {
  // A position of a game in progress is explained without the game being left.
  const position = state["position"];
  const looked: State = position ? cutOf(position) : state;
  form.update(looked);
  if (!position && (await opened(ctx, state))) return;
  // What stands there answers the question before.
  busy(ctx.t, answer, answer);
  try {
    const explanation = await ctx.api.ask<Explanation>("explain", asked(looked));
    form.fail(null);
    idle(answer);
    refill(answer, shown(ctx, explanation, looked));
  } catch (error) {
    // A later question is on its way.
    if (isAbort(error)) return;
    idle(answer);
    if (isLost(error) && answer.hasChildNodes()) return;
    refill(answer);
    form.fail(error);
  }
}
