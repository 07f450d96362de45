// What axe objects to in a page, with the element and how to mend it.

import axe from 'axe-core';
import type { Page } from 'playwright-core';

/** The page's own policy keeps scripts out; the tools of a developer may come in by the debugger. */
export async function axeSays(page: Page): Promise<string[]> {
  await page.evaluate(axe.source);
  const { violations } = await page.evaluate<{
    violations: { id: string; nodes: { html: string; failureSummary: string }[] }[];
  }>('axe.run({ resultTypes: ["violations"] })');
  return violations.flatMap(({ id, nodes }) =>
    nodes.map(({ html, failureSummary }) => `${id}: ${html.slice(0, 200)} ${failureSummary.slice(0, 300)}`),
  );
}
