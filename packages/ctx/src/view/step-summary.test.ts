import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { recordSession } from '../../test/recorded-session.js';
import { stepSummary } from './step-summary.js';

it('lets nothing that a model or a file is called be markup on the page', async () => {
  const evil = '[x](https://evil.example) ![i](//evil.example/p.png) <img src=x> @octocat `a` | b \\';
  const { path } = await recordSession({
    prompts: ['Go.'],
    replies: [
      { call: [{ tool: 'bash', input: { command: `echo '${evil}'` } }] },
      { call: [{ tool: 'bash', input: { command: "touch '[x](y) `*a*`.txt'" } }] },
      { say: 'Done.' },
    ],
    flags: ['--deny-tool', 'bash(echo *)'],
  });
  const page = join(temporaryFolder({ 'page.md': '' }), 'page.md');
  const summary = stepSummary(page);
  const lines = readFileSync(path, 'utf8').trim().split('\n');
  for (const line of lines) summary.take(JSON.parse(line));
  summary.end();
  const html = micromark(readFileSync(page, 'utf8'), {
    allowDangerousHtml: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });
  const tags = new Set(Array.from(html.matchAll(/<([a-z]\w*)/gi), ([, tag]) => tag));
  expect([...tags].sort()).toEqual([
    'code',
    'h3',
    'li',
    'p',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ]);
  expect(html.replace(/<code>.*?<\/code>/g, '')).not.toMatch(/evil|octocat|\*/);
  expect(html).toContain('<code>[x](y) `*a*`.txt</code> added');
});
