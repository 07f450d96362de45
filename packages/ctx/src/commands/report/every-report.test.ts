import { execFileSync } from 'node:child_process';
import { chmodSync, existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, it } from 'vitest';
import { temporaryFolder } from '../../../test/folder.js';
import { appears } from '../../../test/held-clock.js';
import { recordSession } from '../../../test/recorded-session.js';
import { jsonOf } from '../../../test/scripted.js';
import { sessionKinds } from '../../../test/sessions-of-every-kind.js';
import { recordsIn, writeResealed } from '../../evidence/verify/resealed.fixture.js';

const page = (cwd: string, name: string) => readFileSync(join(cwd, name), 'utf8');
const textOf = (html: string) =>
  html
    .slice(html.indexOf('<main>'))
    .replace(/<[^>]*>/g, ' ')
    .replace(/\s+/g, ' ');

it('is made without --out, under a free name', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  for (const out of ['report-s', 'report-s-2']) {
    expect((await jsonOf(['report', 's'], { cwd })).data?.['out']).toBe(join(cwd, out));
    expect(statSync(join(cwd, out)).mode & 0o777).toBe(0o700);
  }
  expect((await jsonOf(['export', 's'], { cwd })).data?.['out']).toBe(join(cwd, 'export-s'));
});

it('has the task as its title, rendered Markdown, colours, who approved what, how it was fenced, and what commands changed', async () => {
  const red = '\\u001b[31mbad\\u001b[0m';
  const { cwd } = await recordSession({
    prompts: ['## Fix the **parser**\n\nIt fails on `a|b`.'],
    replies: [
      {
        say: '1. one\n2. **two**\n\n| a | b |\n| - | - |\n| c | [d](https://example.com/x) |',
        call: [{ tool: 'bash', input: { command: `printf '${red} \\u001b[2K'; echo made > made.txt` } }],
      },
      { say: 'Done: <b>x</b> [y](javascript:alert(1)) ![z](https://evil.example/p.png)' },
    ],
    flags: ['--deny-tool', 'bash(rm *)'],
  });
  await jsonOf(['report', 's', '--out', 'out'], { cwd });
  const html = page(cwd, 'out/run-r1.html');
  for (const said of [
    '<title>Fix the **parser**: completed · s</title>',
    '<h1>Fix the **parser**</h1>',
    '<p class="h2">Fix the <strong>parser</strong></p>',
    '<code>a|b</code>',
    '<span class="mark">2.</span><span><strong>two</strong></span>',
    '<a href="https://example.com/x" rel="noreferrer nofollow">d</a>',
    '<span class="c1">bad</span> ␛[2K',
    '&lt;b&gt;x&lt;/b&gt;',
    '<code>made.txt</code> added by <code>printf',
    'Policy and sandbox',
    '<dt>signature</dt><dd>none when this page was made</dd>',
  ])
    expect(html).toContain(said);
  expect(html).not.toMatch(/href="javascript|<img|<b>x/);
  expect(textOf(html)).toContain('denied bash(rm *)');
});

it('says who approved each call, and what nobody answered', async () => {
  const asked = sessionKinds['calls that a program allows, denies, allows for good and does not answer for'];
  const { cwd } = (await asked?.()) ?? { cwd: '' };
  await jsonOf(['report', 's', '--out', 'out'], { cwd });
  const text = textOf(page(cwd, 'out/run-r1.html'));
  expect(text).toContain('Who approved what');
  for (const said of [/allowed \S+ \(program\) bash echo yes/, /denied \S+ \(program\) bash echo no/])
    expect(text).toMatch(said);
});

it('tells of the signature that lies beside the session, and is made again from both', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  const key = join(temporaryFolder(), 'id');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-f', key]);
  await jsonOf(['report', 's', '--out', 'before'], { cwd });
  const signed = await jsonOf(['sign', 's', '--key', key], { cwd });
  expect(signed.error).toBeUndefined();
  await jsonOf(['report', 's', '--out', 'after'], { cwd });
  expect(textOf(page(cwd, 'after/run-r1.html'))).toContain(`signed by ${signed.data?.['key']}`);
  for (const out of ['before', 'after'])
    expect((await jsonOf(['verify', out, '--session', 's'], { cwd })).data).toMatchObject({
      verdict: 'pass',
      proves: 'made_from_session',
    });
});

it('makes all sessions below one index with totals, and says which could not be read', async () => {
  const { cwd, path } = await recordSession({
    replies: [{ say: 'Done.', usage: { input_tokens: 700, output_tokens: 7 } }],
  });
  const second = ['run', '--task', 'Say <hello>.', '--model', 'script:s.yaml', '--session-id', 'second'];
  await jsonOf(second, { cwd });
  writeFileSync(join(dirname(path), 'broken.jsonl'), 'nothing\n');
  const { data } = await jsonOf(['report', '--all', '--out', 'all'], { cwd });
  expect(data).toMatchObject({ sessions: 2, files: 5, unreadable: [{ session_id: 'broken' }] });
  const index = page(cwd, 'all/index.html');
  expect(index).toContain('href="second/index.html"');
  expect(index).toContain('Say &lt;hello&gt;.');
  for (const said of ['2 of 2 completed', 'tokens 1,414', 'Not readable', 'broken'])
    expect(textOf(index)).toContain(said);
  expect((await jsonOf(['verify', 'all/s', '--session', 's'], { cwd })).data).toMatchObject({
    verdict: 'pass',
  });
  await jsonOf(['report', '--all', '--out', 'again'], { cwd });
  expect(page(cwd, 'again/index.html')).toBe(index);
});

it('opens the index in the browser, and says where it is if there is none', async () => {
  const { cwd } = await recordSession({ replies: [{ say: 'Done.' }] });
  const bin = temporaryFolder();
  const opener = join(bin, process.platform === 'darwin' ? 'open' : 'xdg-open');
  writeFileSync(`${opener}.new`, `#!/bin/sh\nprintf %s "$1" > ${bin}/part && mv ${bin}/part ${bin}/opened\n`);
  chmodSync(`${opener}.new`, 0o755);
  renameSync(`${opener}.new`, opener);
  const env = { PATH: `${bin}:/usr/bin:/bin` };
  await jsonOf(['report', 's', '--open', '--out', 'shown'], { cwd, env });
  await appears(join(bin, 'opened'));
  expect(page(bin, 'opened')).toBe(join(cwd, 'shown/index.html'));
  mkdirSync(join(bin, 'empty'));
  const none = await jsonOf(['report', 's', '--open', '--out', 'unshown'], {
    cwd,
    env: { PATH: join(bin, 'empty') },
  });
  expect(none.error).toMatchObject({ code: 'page_not_opened', details: { session_id: 's' } });
  expect(existsSync(join(cwd, 'unshown/index.html'))).toBe(true);
});

it('is not led out of its folder by a log that names a run so', async () => {
  const { cwd, path } = await recordSession({ replies: [{ say: 'Done.' }] });
  const evil = (text: string) => text.replaceAll('"run_id":"r1"', '"run_id":"../../../r1"');
  const records = recordsIn(path).map((record) => JSON.parse(evil(JSON.stringify(record))));
  writeResealed(join(cwd, 'evil.jsonl'), records);
  for (const argv of [['report'], ['export'], ['export', '--format', 'atif']])
    expect((await jsonOf([...argv, './evil.jsonl', '--out', 'out'], { cwd })).error?.code).toBe(
      'session_broken',
    );
  expect(existsSync(join(cwd, 'out'))).toBe(false);
});
