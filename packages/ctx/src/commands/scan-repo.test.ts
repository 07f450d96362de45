import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { runBuilt } from '../../test/built.js';
import { catalogCalls } from '../../test/catalog-call.js';
import { colourTerminal, runCtx } from '../../test/in-process.js';

const files = {
  'package.json': JSON.stringify({
    name: 'shop',
    dependencies: { fastify: '^5', pg: '^8' },
    devDependencies: { vitest: '^4' },
  }),
  'src/a.ts': '',
};

describe('ctx scan-repo', () => {
  it('says what is there, each with the evidence, as text', async () => {
    const { text, cwd } = catalogCalls(files);
    const { exitCode, stdout, stderr } = await text('scan-repo');
    expect([exitCode, stderr]).toEqual([0, '']);
    expect(stdout).toContain(`${cwd}  2 files`);
    expect(stdout).toMatch(/Frameworks and libraries\n {2}fastify +package\.json depends on fastify\n/);
    expect(stdout).toMatch(/Data stores\n {2}postgresql +package\.json depends on pg\n/);
    expect(stdout).not.toContain('Skills');
  });

  it('answers in JSON, and takes another folder', async () => {
    const { json, cwd } = catalogCalls({ 'sub/go.mod': 'module a\n', ...files });
    const { data } = await json('scan-repo', 'sub');
    expect(data).toMatchObject({
      root: join(cwd, 'sub'),
      files: { count: 1, source: 'walk' },
      findings: [
        {
          name: 'go',
          category: 'language',
          confidence: 1,
          evidence: [{ file: 'go.mod', line: 1, value: 'module a' }],
        },
        { name: 'go-modules' },
      ],
      packages: [{ path: '.', name: 'a', aside: false }],
      notes: [],
    });
  });

  it('recommends what fits when it is asked to', async () => {
    const { text, json } = catalogCalls(files);
    const { stdout } = await text('scan-repo', '--recommend');
    expect(stdout).toMatch(/MCP servers\n[\s\S]*package\.json depends on pg/);
    expect(stdout).toContain('ctx catalog install ID');
    expect((await json('scan-repo', '--recommend')).data?.['recommended']).toMatchObject({
      catalog: { nodes: 402 },
    });
  });

  it('gives the same bytes twice', async () => {
    const { text } = catalogCalls(files);
    const first = await text('scan-repo', '--recommend');
    expect(await text('scan-repo', '--recommend')).toEqual(first);
  });

  it('keeps the whole answer in a file', async () => {
    const { text, cwd } = catalogCalls(files);
    const { stdout } = await text('scan-repo', '--output', 'scan.json');
    expect(stdout).toContain(`Written to ${join(cwd, 'scan.json')}`);
    expect(JSON.parse(readFileSync(join(cwd, 'scan.json'), 'utf8'))).toMatchObject({ root: cwd });
  });

  it('shows the packages of a monorepo', async () => {
    const { text } = catalogCalls({
      ...files,
      'api/go.mod': 'module api\n',
      'examples/x/package.json': '{"name":"x"}',
    });
    const { stdout } = await text('scan-repo');
    expect(stdout).toMatch(
      /3 packages\n {2}\. +shop +typescript, fastify, postgresql, vitest\n {2}api +api +go\n {2}examples\/x +x +\(an example\)/,
    );
  });

  it('tells broken files on stderr, with names that cannot steer the terminal', async () => {
    const { text, cwd } = catalogCalls(files);
    mkdirSync(join(cwd, 'a\u001b[2Jb'));
    writeFileSync(join(cwd, 'a\u001b[2Jb', 'package.json'), '{');
    const { stdout, stderr } = await text('scan-repo');
    expect(stderr).toContain('warning: a␛[2Jb/package.json: not valid JSON');
    expect(stdout + stderr).not.toContain('\u001b');
  });

  it('has colours on a terminal, and a word for an empty folder', async () => {
    const { cwd } = catalogCalls({});
    const { stdout } = await runCtx(['scan-repo'], { cwd, terminal: colourTerminal });
    expect(stdout).toContain('\u001b[1m');
    expect(stdout).toContain('Nothing that a scan knows by name.');
  });

  it('fails on a folder that is not there, and on an output that cannot be written', async () => {
    const { json } = catalogCalls(files);
    expect(await json('scan-repo', 'nowhere')).toMatchObject({
      exit_code: 1,
      error: { kind: 'filesystem', code: 'folder_missing' },
    });
    expect((await json('scan-repo', '--output', 'no/such/folder/x.json')).error).toMatchObject({
      code: 'file_unwritable',
    });
  });

  it('works as it ships, the starter catalog included', async () => {
    const { cwd } = catalogCalls(files);
    const { exitCode, stdout } = await runBuilt('ctx', ['scan-repo', '--recommend'], { cwd });
    expect(exitCode).toBe(0);
    expect(stdout).toContain('From 402 entries');
  });
});
