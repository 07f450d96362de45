import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { micromark } from 'micromark';
import { gfm, gfmHtml } from 'micromark-extension-gfm';
import { expect, it } from 'vitest';
import { runCtx } from '../../../test/in-process.js';
import { looksFirst, recordSession } from '../../../test/recorded-session.js';
import { jsonOf } from '../../../test/scripted.js';

async function commented(cwd: string, ...flags: readonly string[]): Promise<string> {
  const { exitCode, stdout } = await runCtx(['export', 's', '--format', 'markdown', ...flags], { cwd });
  expect(exitCode).toBe(0);
  return stdout;
}

it('says the result, what changed and by what, commands with their exit codes, denials, cost, links and how to check', async () => {
  const { cwd } = await recordSession({
    prompts: ['# Fix the *test*\n\nIt fails.'],
    replies: [
      looksFirst,
      { call: [{ tool: 'write', input: { path: 'a.txt', content: 'alpha\nomega\n' } }] },
      { call: [{ tool: 'bash', input: { command: 'echo made > made.txt; exit 3' } }] },
      { call: [{ tool: 'bash', input: { command: 'node --test none.test.mjs' } }] },
      { say: 'All tests pass now.' },
    ],
    script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
    flags: ['--deny-tool', 'bash(rm *)'],
  });
  const text = await commented(cwd, '--link', 'Report=https://example.com/r?a=1&b=(2)');
  for (const said of [
    '### ✅ Fix the &#42;test&#42;\n',
    '| `r1` | `completed` | `script:s.yaml` |',
    '$0.0040',
    'What changed: 2 files',
    '- `a.txt` changed (+1 −0)',
    '- `made.txt` added, by `echo made > made.txt; exit 3`',
    '- `echo made > made.txt; exit 3` → 3',
    'Denied: 1 call',
    '- `bash rm -rf x` by the rule `bash(rm *)`',
    'All tests pass now.',
    'Claims to look at',
    '[Report](<https://example.com/r?a=1&b=(2)>)',
    'ctx verify s.jsonl --head sha256:',
  ])
    expect(text).toContain(said);
});

/** As a forge renders it: GitHub's Markdown, with raw HTML let through for its sanitizer. */
const rendered = (markdown: string) =>
  micromark(markdown, {
    allowDangerousHtml: true,
    allowDangerousProtocol: true,
    extensions: [gfm()],
    htmlExtensions: [gfmHtml()],
  });

it('lets nothing that others wrote be markup, a mention, a link, a command or an invisible character', async () => {
  const evil = [
    '</pre></code></details><img src=x onerror=1> <!-- @octocat/team @octocat #1 GH-1 !1 ~2 owner/name#3',
    '[x](https://evil.example) ![i](https://evil.example/p.png) <https://evil.example> https://evil.example www.evil.example',
    'mail@evil.example [ref] | `a` ``` ~~~ **b** ::error:: \u202e\u0007\u2066 \\` \\',
    '```',
    '````',
    '[ref]: https://evil.example',
    '/close',
    '- [ ] task',
    '| a | b |',
    '<script>alert(1)</script>',
  ].join('\n');
  const { cwd } = await recordSession({
    prompts: [evil],
    files: { 'a|b`.txt': '' },
    replies: [
      { say: `${evil}\n\n${evil}`, call: [{ tool: 'bash', input: { command: `echo '${evil}'` } }] },
      { call: [{ tool: evil, input: { path: evil } }] },
      { say: `${evil}\n\n\n# ${evil}\n\`` },
    ],
  });
  const text = await commented(cwd);
  for (const steering of ['\u202e', '\u0007', '\u2066']) expect(text).not.toContain(steering);
  const html = rendered(text);
  const tags = new Set(Array.from(html.matchAll(/<\/?([a-z]\w*)[^>]*>/gi), ([, tag = '']) => tag));
  const own = [
    'code',
    'details',
    'h3',
    'li',
    'p',
    'pre',
    'summary',
    'table',
    'tbody',
    'td',
    'th',
    'thead',
    'tr',
    'ul',
  ];
  expect([...tags].sort()).toEqual(own);
  expect(html).not.toContain('<!--');
  const outside = html.replace(/<(code|pre)[^>]*>[\s\S]*?<\/\1>/g, '').replaceAll('&#8203;', '\u200b');
  expect(outside).not.toMatch(
    /@octocat|@evil|https?:\/\/|www\.evil\.example(?!\w)\b(?=<)|#1|#3|GH-1|!1|~2|\]\(/,
  );
  // A forge that obeys lines looks for them outside of code.
  expect(text.replace(/^(`{3,})text\n[\s\S]*?\n\1$/gm, '')).not.toMatch(/^\/close/m);
  // Each text of theirs is there, whole, in code.
  expect(html).toContain('&lt;script&gt;alert(1)&lt;/script&gt;');
});

it('stays small enough for a comment, whatever a session holds', async () => {
  const { cwd } = await recordSession({
    prompts: ['x'.repeat(100_000)],
    replies: [
      {
        call: Array.from({ length: 200 }, (_, i) => ({
          tool: 'bash',
          input: { command: `false ${i} ${'<'.repeat(500)}` },
        })),
      },
      { say: '<'.repeat(100_000) },
    ],
  });
  const text = await commented(cwd);
  expect(text.length).toBeLessThan(65_536);
  expect(text).toContain('ctx verify s.jsonl --head sha256:');
});

it('is written as privately as the session, where a folder is named, and refuses links that are none', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Hi.' }] });
  const { data } = await jsonOf(['export', 's', '--format', 'markdown', '--out', 'md'], { cwd });
  expect(data?.['files']).toEqual(['summary.md']);
  expect(statSync(join(cwd, 'md/summary.md')).mode & 0o777).toBe(0o600);
  expect(readFileSync(join(cwd, 'md/summary.md'), 'utf8')).toBe(await commented(cwd));
  mkdirSync(join(cwd, 'full/x'), { recursive: true });
  const refused = async (...argv: readonly string[]) =>
    (await jsonOf(['export', 's', '--format', 'markdown', ...argv], { cwd })).error?.code;
  expect(await refused('--out', 'full')).toBe('out_not_empty');
  expect(await refused('--link', 'Report=javascript:alert(1)')).toBe('flag_value_invalid');
  expect(await refused('--link', 'https://example.com')).toBe('flag_value_invalid');
});
