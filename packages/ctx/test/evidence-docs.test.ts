// Every command of docs/evidence.md, as it stands there, in one project from the first to the last.

import { execFileSync } from 'node:child_process';
import { appendFileSync, cpSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { cleanEnvironment } from './built.js';
import { blocksOf, programs, type Ran, runScript } from './documented-scripts.js';
import { temporaryFolder } from './folder.js';
import { jsonOf, scriptedFolder, task } from './scripted.js';
import { timeStampAuthority } from './time-stamp-authority.js';
import { wireServer } from './wire-server.js';

const page = 'docs/evidence.md';
/** The contracts' own tests run these (packages/ctxctl/src/versioned-contracts, npm run contract:session). */
const isOfContracts = (block: string) => /^(ctxctl|npm) /m.test(block);
const blocks = blocksOf(page, 'sh').filter((block) => !isOfContracts(block));

async function project() {
  const cwd = scriptedFolder([
    { say: 'Looking.', call: [{ tool: 'bash', input: { command: 'echo found' } }] },
    { say: 'Found.' },
  ]);
  const HOME = temporaryFolder();
  mkdirSync(join(HOME, '.ssh'), { mode: 0o700 });
  const key = join(HOME, '.ssh/id_ed25519');
  execFileSync('ssh-keygen', ['-q', '-t', 'ed25519', '-N', '', '-C', 'you', '-f', key]);
  const [type, encoded] = readFileSync(`${key}.pub`, 'utf8').split(' ');
  const signers = `you@example.com namespaces="ctx-session,git" ${type} ${encoded}\n`;
  writeFileSync(join(HOME, '.ssh/allowed_signers'), signers);
  writeFileSync(
    join(HOME, '.gitconfig'),
    `[user]\nname = You\nemail = you@example.com\nsigningkey = ${key}\n[gpg]\nformat = ssh\n[init]\ndefaultBranch = main\n`,
  );
  const { data } = await jsonOf(['run', ...task('Look.'), '--session-id', 'fix-the-test'], {
    cwd,
    env: { HOME },
  });
  cpSync(join(cwd, '.context/sessions/fix-the-test.jsonl'), join(cwd, 's.jsonl'));
  return { cwd, HOME, head: String(data?.['chain_head']) };
}

describe('docs/evidence.md', () => {
  it('begins with what a reader wants', () => {
    expect(blocks.length).toBeGreaterThan(15);
    expect(readFileSync(join(import.meta.dirname, '../../..', page), 'utf8')).toMatch(
      /^# Evidence\n\n## Show a colleague what your agent did\n/,
    );
  });

  it('has commands that all do what they say', async () => {
    const { cwd, HOME, head } = await project();
    const collector = await wireServer((response) => response.end());
    const tsa = await timeStampAuthority();
    const sessions = join(cwd, '.context/sessions');
    writeFileSync(join(sessions, 'tsa.pem'), tsa.pem);
    const said = join(HOME, 'said');
    const bin = programs({
      gh: `echo "$@" >> '${said}'; cat >> '${said}'`,
      'xdg-open': `echo "$@" >> '${said}'`,
    });
    const path = `${bin}:${process.env['PATH'] ?? ''}`;
    const env = { ...cleanEnvironment(HOME), PATH: path, TSA_URL: tsa.url };
    const run = (script: string, where = cwd): Promise<Ran> => runScript(script, where, env);
    const before = (block: string): string =>
      [
        // What an earlier block made stands in the way of the next.
        ...Array.from(block.matchAll(/--out (\w+)/g), ([, out]) => `rm -rf ${out}`),
        ...(/verify export/.test(block) ? ['ctx export fix-the-test --out export > /dev/null'] : []),
        ...(/--commit main/.test(block)
          ? [
              'git init -q; git add s.yaml; git commit -q -m First; git checkout -q -b work; echo x > x; git add x; ctx run --task Other --model script:s.yaml',
            ]
          : []),
        ...(/golden/.test(block) ? ['rm -rf golden; cp -r report golden'] : []),
      ].join('\n');
    const printed: string[] = [];
    for (const block of blocks) {
      const script = block
        .replace('sha256:9f86d08…', head)
        .replace('http://127.0.0.1:4318', collector.url)
        // The hook is there once it is installed; the next commit names the session.
        .replace(/^(ctx init --hooks --git).*$/m, '$1\ngit commit -q -m Second');
      await run(before(block));
      const where = /^(ssh-keygen|openssl) /.test(block) ? sessions : cwd;
      const ran = await run(script, where);
      expect(ran.code, `${block}\n${ran.printed}`).toBe(0);
      printed.push(ran.printed);
    }
    const all = printed.join('\n');
    expect(all).toContain('Good "ctx-session" signature for you@example.com');
    expect(all).toMatch(/Verification: OK[\s\S]*Time stamp: \w+ +\d+/);
    expect(all).toContain('signed by');
    expect(all).toMatch(/pass: every session that is named holds what the commit names/);
    expect(readFileSync(said, 'utf8')).toMatch(/index\.html[\s\S]*pr comment 7 --body-file -\n### ✅ Other/);
    expect(collector.requests.length).toBe(1);
  });

  it('shows an RFC 3161 time stamp that openssl refuses once a byte of the signature is changed', async () => {
    const { cwd, HOME } = await project();
    const tsa = await timeStampAuthority();
    const sessions = join(cwd, '.context/sessions');
    writeFileSync(join(sessions, 'tsa.pem'), tsa.pem);
    const env = {
      ...cleanEnvironment(HOME),
      PATH: `${programs()}:${process.env['PATH'] ?? ''}`,
      TSA_URL: tsa.url,
    };
    const [stamp = ''] = blocks.filter((block) => block.startsWith('openssl ts -query'));
    expect((await runScript('ctx sign fix-the-test', cwd, env)).code).toBe(0);
    expect((await runScript(stamp, sessions, env)).code).toBe(0);
    appendFileSync(join(sessions, 'fix-the-test.statement.json.sig'), '\n');
    const verify = stamp
      .split('\n')
      .filter((line) => line.startsWith('openssl ts -verify'))
      .join('\n');
    expect((await runScript(verify, sessions, env)).code).not.toBe(0);
  });
});
