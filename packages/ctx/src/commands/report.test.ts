import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../../test/built.js';
import { envelopeOf } from '../../test/envelope.js';
import { runCtx } from '../../test/in-process.js';
import { looksFirst, recordSession } from '../../test/recorded-session.js';
import { jsonOf } from '../../test/scripted.js';
import { sessionKinds } from '../../test/sessions-of-every-kind.js';

const evil = `</pre></div><script>alert(1)</script><img src=x onerror=alert(2)>"' onload=alert(3) \u202e\u0000`;

async function reported(cwd: string, ...flags: readonly string[]): Promise<Map<string, string>> {
  const { data } = await jsonOf(['report', 's', '--out', 'out', ...flags], { cwd });
  const files = readdirSync(join(cwd, 'out')).sort();
  expect(data?.['files']).toEqual(files);
  return new Map(files.map((name) => [name, readFileSync(join(cwd, 'out', name), 'utf8')]));
}

/** The page as a reader without CSS sees it. */
function textOf(page: string): string {
  return page
    .slice(page.indexOf('<main>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');
}

describe('a report', () => {
  it('is an index and a page for each run, and says all that the log says', async () => {
    const { cwd } = await recordSession({
      replies: [
        looksFirst,
        { call: [{ tool: 'write', input: { path: './a.txt', content: 'alpha\nomega\n' } }] },
        { call: [{ tool: 'bash', input: { command: 'exit 3' } }] },
        { say: 'All done.' },
      ],
      script: { price: { input_usd_per_mtok: 3, output_usd_per_mtok: 15 } },
      flags: ['--deny-tool', 'bash(rm *)'],
    });
    const pages = await reported(cwd);
    expect([...pages.keys()]).toEqual(['index.html', 'run-r1.html']);
    const text = textOf(pages.get('run-r1.html') ?? '');
    for (const said of [
      'Run r1 completed',
      'Every prompt was answered.',
      'Do it.',
      'I look first.',
      'All done.',
      'by the policy (record 7): the rule bash(rm *) denies it. Rule: bash(rm *)',
      'Policy: allowed, no rule denies it (record 5)',
      '$ exit 3',
      '[exit code 3]',
      'a.txt +1 −0',
      '+ omega',
      'input tokens: 1,200',
      'cost: $0.0040',
      'script:s.yaml',
      'scripted : answered from a script',
      'max_model_calls_per_turn 25',
      'ctx replay ./s.jsonl --verify',
    ])
      expect(text).toContain(said);
    const verified = await jsonOf(['verify', 's'], { cwd });
    expect(text).toContain(`ctx verify ./s.jsonl --head ${verified.data?.['chain_head']}`);
    const index = pages.get('index.html') ?? '';
    expect(index).toContain('href="run-r1.html"');
    expect(textOf(index)).toContain('1 of 1 runs completed');
  });

  it.each(Object.entries(sessionKinds))('tells of %s', async (_, record) => {
    const { cwd } = await record();
    const pages = await reported(cwd);
    const { data } = await jsonOf(['verify', 's'], { cwd });
    for (const run of Object(data?.['runs']))
      expect(textOf(pages.get(`run-${run.run_id}.html`) ?? '')).toContain(
        `Run ${run.run_id} ${run.stop_reason}`,
      );
    expect((await jsonOf(['verify', 'out'], { cwd })).data).toMatchObject({
      kind: 'report',
      verdict: 'pass',
    });
  });

  it('is the same bytes each time, and one run’s page alone is the page of the whole', async () => {
    const { cwd } =
      (await sessionKinds['two runs']?.()) ?? (await recordSession({ replies: [{ say: 'Hi.' }] }));
    const pages = await reported(cwd);
    await jsonOf(['report', 's', '--out', 'again'], { cwd });
    for (const [name, page] of pages) expect(readFileSync(join(cwd, 'again', name), 'utf8')).toBe(page);
    await jsonOf(['report', 's', '--out', 'one', '--run-id', 'r1'], { cwd });
    expect(readdirSync(join(cwd, 'one'))).toEqual(['run-r1.html']);
    expect(readFileSync(join(cwd, 'one/run-r1.html'), 'utf8')).toBe(pages.get('run-r1.html'));
  });

  it('says of a file that was never read that the log does not show what was there', async () => {
    const { cwd } = await recordSession({
      replies: [{ call: [{ tool: 'write', input: { path: 'new.txt', content: 'x' } }] }, { say: 'Done.' }],
    });
    expect(textOf((await reported(cwd)).get('run-r1.html') ?? '')).toContain(
      'new.txt +1 −0 before: not in the log',
    );
  });

  it('clips a text that is long, and says how much is left out', async () => {
    const { cwd } = await recordSession({ replies: [{ say: `start ${'x'.repeat(50_000)} end` }] });
    const page = (await reported(cwd)).get('run-r1.html') ?? '';
    expect(page).toContain('bytes, in the log …]');
    expect(page.length).toBeLessThan(70_000);
  });

  it('tells of a run that is still open', async () => {
    const { cwd, path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const lines = readFileSync(path, 'utf8').split('\n');
    writeFileSync(path, `${lines.slice(0, 4).join('\n')}\n{"torn`);
    const text = textOf((await reported(cwd)).get('run-r1.html') ?? '');
    expect(text).toContain('Run r1 open');
    expect(text).toContain('and an incomplete last line');
  });
});

describe('a page', () => {
  const evilSession = () =>
    recordSession({
      replies: [
        {
          say: evil,
          call: [{ tool: 'write', input: { path: `${evil.replaceAll('\u0000', '')}`, content: evil } }],
        },
        { call: [{ tool: 'bash', input: { command: `echo '</pre><script>alert(1)</script>'` } }] },
        { fault: 'malformed_call', call: [{ tool: 'bash', input_text: evil }] },
        { say: 'Done.' },
      ],
      prompts: [evil],
      flags: ['--system', evil],
    });

  it('can do nothing, whatever a model or a tool wrote into it', async () => {
    for (const page of (await reported((await evilSession()).cwd)).values()) {
      expect(page).not.toMatch(
        /<(?!\/?(?:a|b|body|code|dd|details|div|dl|dt|footer|h[123]|head|html|i|li|line|main|meta|nav|p|path|pre|rect|section|span|style|summary|svg|table|tbody|td|th|thead|title|tr|ul)\b)(?!!doctype html>)/,
      );
      expect(page).not.toMatch(/<[^>]*\s(?:on\w+|style|src|srcset|action|formaction)=/i);
      for (const [, target = ''] of page.matchAll(/href="([^"]*)"/g))
        expect(target).toMatch(/^(#[\w-]+|index\.html|run-[\w-]+\.html)$/);
    }
  });

  it('forbids everything but its own style sheet', async () => {
    const page = (await reported((await evilSession()).cwd)).get('run-r1.html') ?? '';
    const sheet = /<style>([\s\S]*?)<\/style>/.exec(page)?.[1] ?? '';
    const digest = createHash('sha256').update(sheet).digest('base64');
    expect(page).toContain(
      `<meta http-equiv="Content-Security-Policy" content="default-src &#39;none&#39;; style-src &#39;sha256-${digest}&#39;; base-uri &#39;none&#39;; form-action &#39;none&#39;">`,
    );
    expect(sheet).not.toMatch(/url\(|@import|http/);
  });
});

describe('a report is refused', () => {
  it('where the folder is not empty, is a file, or has no parent; and nothing is written', async () => {
    const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
    mkdirSync(join(cwd, 'full'));
    writeFileSync(join(cwd, 'full', 'x'), '');
    for (const [out, code] of [
      ['full', 'out_not_empty'],
      ['a.txt', 'out_not_folder'],
      ['none/out', 'out_parent_missing'],
    ] as const) {
      const { error, exit_code } = await jsonOf(['report', 's', '--out', out], { cwd });
      expect([exit_code, error?.code]).toEqual([1, code]);
    }
    expect(readdirSync(join(cwd, 'full'))).toEqual(['x']);
    expect(existsSync(join(cwd, 'none'))).toBe(false);
  });

  it('for a run or a session that is not there, and for a broken chain; and no folder is left', async () => {
    const { cwd, path } = await recordSession({ replies: [{ say: 'Done.' }] });
    const refused = async (...argv: readonly string[]) =>
      (await jsonOf(['report', ...argv, '--out', 'out'], { cwd })).error;
    expect(await refused('s', '--run-id', 'r9')).toMatchObject({
      code: 'run_unknown',
      kind: 'run_not_found',
      hint: 'Its runs: r1.',
    });
    expect(await refused('nobody')).toMatchObject({ code: 'session_unknown' });
    writeFileSync(path, readFileSync(path, 'utf8').replace('Done.', 'Gone.'));
    expect(await refused('s')).toMatchObject({ code: 'session_broken' });
    expect(readdirSync(cwd).filter((name) => name.includes('out'))).toEqual([]);
  });

  it('with --all beside a session', async () => {
    const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
    expect((await jsonOf(['report', 's', '--all'], { cwd })).error?.code).toBe('flags_contradict');
    expect((await jsonOf(['report', '--all', '--run-id', 'r1'], { cwd })).error?.code).toBe(
      'flags_contradict',
    );
  });
});

it('takes an empty folder that is there', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  mkdirSync(join(cwd, 'out'));
  expect((await runCtx(['report', 's', '--out', 'out'], { cwd })).stdout).toContain('out/run-r1.html');
});

it('is in the built program', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  const answer = await runBuilt('ctx', ['report', 's', '--out', 'out', '--output-format', 'json'], { cwd });
  expect(envelopeOf(answer).data).toMatchObject({ runs: ['r1'], files: ['index.html', 'run-r1.html'] });
});
