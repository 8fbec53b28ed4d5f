/** An automated check of accessibility. */

import { readFileSync } from "node:fs";
import { createRequire } from "node:module";
import type { Page } from "playwright-core";

const axe = readFileSync(createRequire(import.meta.url).resolve("axe-core/axe.min.js"), "utf8");

interface Finding {
  id: string;
  nodes: { target: string[]; failureSummary: string }[];
}

/** What it finds wrong on a page. */
export async function findings(page: Page): Promise<string[]> {
  // Evaluated by the debugger, so the policy of the page need not allow it.
  await page.evaluate(axe);
  const found = await page.evaluate(async () => {
    const { axe } = globalThis as unknown as { axe: { run(): Promise<{ violations: Finding[] }> } };
    return (await axe.run()).violations;
  });
  return found.flatMap(({ id, nodes }) => nodes.map((node) => `${id} ${node.target.join(" ")}: ${node.failureSummary}`));
}
