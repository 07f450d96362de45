import { chmodSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { builtFolder, repository, runBuilt, runFile } from './built.js';
import { fixtureProgram } from './fixture-program.js';
import { temporaryFolder, writeFiles } from './folder.js';
import { programVersion } from './program-version.js';

const page = readFileSync(join(repository, 'docs/error-handling.md'), 'utf8');

/** The code of the page in one language. */
function codeIn(language: string): string {
  const [found, more] = [...page.matchAll(new RegExp(`^\`\`\`${language}\\n(.*?)^\`\`\`$`, 'gms'))];
  if (found?.[1] === undefined || more !== undefined)
    throw new Error(`the page needs one block of ${language}`);
  return found[1];
}

/** What the handler of each language makes of each call. */
const calls: [name: string, words: string[], outcome: object][] = [
  ['success', ['version'], { data: { program: 'ctx', version: programVersion } }],
  ['success of a command of several words', ['help', 'sysinfo'], { data: { program: 'ctx' } }],
  ['not found', ['schema', 'sysinof'], { data: null }],
  ['parse error', ['sysinfo', '--bogus'], { code: 'flag_unknown', exit_code: 1 }],
  ['a call that only works the third time', ['busy', 'counter'], { data: { calls: 3 } }],
  ['timeout', ['too-slow'], { code: 'too_slow', exit_code: 2 }],
  ['a failure with details', ['stop-early'], { code: 'stopped_early', exit_code: 1, details: { turns: 3 } }],
  ['a bug', ['throw'], { code: 'internal_error', exit_code: 1 }],
];

/** A folder with a program `ctx` in front of the path: the built one, and for its own commands the fixture. */
function folderWith(files: Readonly<Record<string, string>>) {
  const folder = temporaryFolder({
    ...files,
    'bin/ctx': `#!/bin/sh
case "$3" in busy|too-slow|stop-early|throw) program=${fixtureProgram()} ;; *) program=${builtFolder()}/ctx.cjs ;; esac
exec ${process.execPath} "$program" "$@"
`,
  });
  chmodSync(join(folder, 'bin/ctx'), 0o755);
  return { cwd: folder, env: { HOME: folder, PATH: `${join(folder, 'bin')}:${process.env['PATH']}` } };
}

const words = JSON.stringify(calls.map(([, each]) => each));

describe('the handler on docs/error-handling.md', () => {
  it('in TypeScript', async () => {
    const surroundings = folderWith({
      'client.ts': codeIn('ts'),
      'main.ts': `import { ctx } from './client.ts';
(async () => {
  for (const words of JSON.parse(process.argv[2])) {
    try {
      console.log(JSON.stringify({ data: (await ctx(...words)) ?? null }));
    } catch (error) {
      console.log(JSON.stringify({ ...error.failure, exit_code: error.exitCode, said: error.message }));
    }
  }
})();`,
    });
    const main = ['--import', import.meta.resolve('tsx'), 'main.ts', words];
    check(await runFile(process.execPath, main, surroundings));
  });

  it('in Python', async () => {
    const surroundings = folderWith({
      'client.py': codeIn('python'),
      'main.py': `import json, sys
from client import ctx, CtxError
for words in json.loads(sys.argv[1]):
    try:
        print(json.dumps({"data": ctx(*words)}))
    except CtxError as error:
        print(json.dumps({**error.error, "exit_code": error.exit_code, "said": str(error)}))
`,
    });
    const answer = await runFile('python3', ['main.py', words], surroundings);
    if (answer.exitCode === 'ENOENT')
      throw new Error('python3 is not on this machine; install it: apt-get install -y python3');
    check(answer);
  });

  it('in shell', async () => {
    const surroundings = folderWith({ 'client.sh': codeIn('sh') });
    for (const [name, call, outcome] of calls) {
      const answer = await runFile(
        'sh',
        ['-uc', '. ./client.sh; ctx_json "$@"', 'sh', ...call],
        surroundings,
      );
      if (!('data' in outcome)) {
        expect(answer, name).toMatchObject({
          stdout: '',
          exitCode: 'exit_code' in outcome ? outcome.exit_code : 1,
        });
        expect(answer.stderr, name).toMatch(
          'code' in outcome ? new RegExp(`^${outcome.code}: \\S.*\\.`) : /./,
        );
      } else if (outcome.data === null) expect(answer, name).toEqual({ exitCode: 4, stdout: '', stderr: '' });
      else expect(JSON.parse(answer.stdout), name).toMatchObject(Object(outcome.data));
    }
  });

  it('in a shell says that ctx is not there', async () => {
    const folder = temporaryFolder({ 'client.sh': codeIn('sh') });
    const answer = await runFile('/bin/sh', ['-c', '. ./client.sh; ctx_json version'], {
      cwd: folder,
      env: { PATH: folder },
    });
    expect(answer.exitCode).toBe(127);
  });
});

describe('the page', () => {
  it('shows a line that ctx really prints', async () => {
    const shown = JSON.parse(codeIn('json'));
    const { stdout } = await runBuilt('ctx', ['--output-format', 'json', 'schema', 'sysinof']);
    expect({ ...JSON.parse(stdout), timestamp: shown.timestamp }).toEqual(shown);
  });

  it('has TypeScript that compiles at its strictest', async () => {
    const folder = temporaryFolder();
    writeFiles(folder, { 'client.ts': codeIn('ts') });
    const tsc = join(repository, 'node_modules/typescript/bin/tsc');
    const strict = [
      '--noEmit',
      '--strict',
      '--exactOptionalPropertyTypes',
      '--target',
      'es2022',
      '--module',
      'nodenext',
    ];
    const types = [
      '--skipLibCheck',
      '--types',
      'node',
      '--typeRoots',
      join(repository, 'node_modules/@types'),
    ];
    const answer = await runFile(process.execPath, [tsc, ...strict, ...types, 'client.ts'], { cwd: folder });
    expect(answer).toEqual({ exitCode: 0, stdout: '', stderr: '' });
  });
});

function check(answer: { readonly stdout: string; readonly stderr: string }) {
  expect(answer.stderr).toBe('');
  const outcomes = answer.stdout
    .trimEnd()
    .split('\n')
    .map((line) => JSON.parse(line));
  calls.forEach(([name, , outcome], i) => {
    expect(outcomes[i], name).toMatchObject(outcome);
    if ('said' in outcomes[i]) {
      const { message, hint, said } = outcomes[i];
      expect(said).toBe(hint === undefined ? message : `${message} ${hint}`);
    }
  });
  expect(outcomes).toHaveLength(calls.length);
}
