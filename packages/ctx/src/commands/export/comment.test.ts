import { mkdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { runCtx } from '../../../test/in-process.js';
import { jsonOf } from '../../../test/scripted.js';
import { recordSession } from '../../../test/sessions-of-every-kind.js';

async function commented(cwd: string, ...flags: readonly string[]): Promise<string> {
  const { exitCode, stdout } = await runCtx(['export', 's', '--format', 'markdown', ...flags], { cwd });
  expect(exitCode).toBe(0);
  return stdout;
}

it('says the result, what changed and by what, commands with their exit codes, denials, cost, links and how to check', async () => {
  const { cwd } = await recordSession({
    prompts: ['# Fix the *test*\n\nIt fails.'],
    replies: [
      {
        say: 'I look first.',
        call: [
          { tool: 'read', input: { path: 'a.txt' } },
          { tool: 'bash', input: { command: 'rm -rf x' } },
        ],
        usage: { input_tokens: 1200, output_tokens: 30 },
      },
      { call: [{ tool: 'write', input: { path: 'a.txt', content: 'alpha\nomega\n' } }] },
      { call: [{ tool: 'bash', input: { command: 'echo made > made.txt; exit 3' } }] },
      { say: 'All tests pass now.' },
    ],
    script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
    flags: ['--deny-tool', 'bash(rm *)'],
  });
  const text = await commented(cwd, '--link', 'Report=https://example.com/r?a=1&b=(2)');
  for (const said of [
    '### ✅ Fix the &#42;test&#42;\n',
    '| <code>r1</code> | <code>completed</code> | <code>script:s.yaml</code> |',
    '$0.0040',
    'What changed: 2 files',
    '- <code>a.txt</code> changed (+1 −0)',
    '- <code>made.txt</code> added, by <code>echo made &gt; made.txt; exit 3</code>',
    '- <code>echo made &gt; made.txt; exit 3</code> → 3',
    'Denied: 1 call',
    '- <code>bash rm -rf x</code> by the rule <code>bash(rm *)</code>',
    'All tests pass now.',
    'Claims to look at',
    '[Report](<https://example.com/r?a=1&b=(2)>)',
    'ctx verify s.jsonl --head sha256:',
  ])
    expect(text).toContain(said);
});

it('lets nothing that others wrote be markup, a mention, a link or an invisible character', async () => {
  const evil =
    '</pre></code><img src=x onerror=1> @octocat #1 [x](https://evil.example) | `a` ::error:: \u202e\u0007';
  const { cwd } = await recordSession({
    prompts: [evil],
    files: { 'a|b`.txt': '' },
    replies: [
      { say: `${evil}\n\n${evil}`, call: [{ tool: 'bash', input: { command: `echo '${evil}'` } }] },
      { call: [{ tool: evil, input: { path: evil } }] },
      { say: `${evil}\n\n\n# ${evil}` },
    ],
  });
  const text = await commented(cwd);
  // Outside of code there is no mark of others at all.
  const outside = text.replace(/<(code|pre)>[^<]*<\/\1>/g, '');
  expect(
    outside.match(/<[^>]*>/g)?.filter((tag) => !/^<\/?(?:details(?: open)?|summary)>$/.test(tag)) ?? [],
  ).toEqual([]);
  expect(outside).not.toMatch(/@octocat|https?:|\]\(|#1/);
  for (const steering of ['\u202e', '\u0007']) expect(text).not.toContain(steering);
  for (const pre of text.match(/<pre>[\s\S]*?<\/pre>/g) ?? []) expect(pre).not.toMatch(/\n\s*\n/);
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
