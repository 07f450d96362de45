import { execFileSync } from 'node:child_process';
import { mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { catalogCalls } from '../../test/catalog-call.js';
import { writeFiles } from '../../test/folder.js';
import { colourTerminal, runCtx } from '../../test/in-process.js';

const files = {
  'requirements.txt': 'fastapi\nasyncpg\n',
  'app.py': '',
  '.git/HEAD': 'ref: refs/heads/main\n',
};

describe('ctx recommend', () => {
  it('gives a small bundle with reasons and costs', async () => {
    const { json } = catalogCalls(files);
    const { data } = await json('recommend');
    expect(data?.['recommendations']).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          id: 'agent:voltagent/fastapi-developer',
          kind: 'agent',
          reason: expect.stringMatching(/^requirements\.txt depends on fastapi.*\.$/),
          context_tokens: { always: null, used: null, basis: 'unknown' },
          licence: 'MIT',
        }),
      ]),
    );
  });

  it('says that parts of the repository could not be read', async () => {
    const { cwd, json } = catalogCalls(files);
    const before = await json('recommend');
    expect(before.data).toMatchObject({ catalog_notes: [] });
    // A link to itself: there, and not to be read.
    symlinkSync('package.json', join(cwd, 'package.json'));
    mkdirSync(join(cwd, '.gitignore'));
    writeFileSync(join(cwd, 'pyproject.toml'), 'no = [toml');
    const { data } = await json('recommend');
    expect(data?.['catalog_notes']).toEqual([expect.stringContaining('of the repository could not be read')]);
  });

  it('scans the repository around the working folder, or the one that is named', async () => {
    const { cwd, home, data } = catalogCalls({ ...files, 'deep/er/a.txt': '' });
    const inside = await runCtx(['recommend', '--output-format', 'json'], {
      cwd: join(cwd, 'deep/er'),
      env: { HOME: home, XDG_DATA_HOME: data },
    });
    expect(JSON.parse(inside.stdout).data.root).toBe(cwd);
    const named = await runCtx(['recommend', '--dir', 'deep', '--output-format', 'json'], {
      cwd,
      env: { HOME: home, XDG_DATA_HOME: data },
    });
    expect(JSON.parse(named.stdout).data).toMatchObject({ root: join(cwd, 'deep'), recommendations: [] });
  });

  it('follows the task', async () => {
    const { json } = catalogCalls(files);
    const { data } = await json('recommend', 'our', 'postgres queries are slow', '--each', '1');
    expect(data).toMatchObject({ task: 'our postgres queries are slow' });
    expect(data?.['recommendations']).toHaveLength(3);
    expect(JSON.stringify(data?.['recommendations'])).toContain('The task says');
  });

  it('begins each kind with what the task names, and gives a Cargo workspace no Nx', async () => {
    const { json, text } = catalogCalls({
      '.git/HEAD': 'ref: refs/heads/main\n',
      'Cargo.toml': '[package]\nname = "rg"\n[[bin]]\nname = "rg"\n[workspace]\nmembers = ["crates/a"]\n',
      'crates/a/Cargo.toml': '[package]\nname = "a"\n',
      '.github/workflows/ci.yml': 'on: push\njobs: { a: { steps: [{ uses: actions/checkout@v4 }] } }\n',
      'src/main.rs': '',
    });
    const { data } = await json('recommend', 'add login');
    const ids = JSON.stringify(data?.['recommendations']).match(/(?<="id":")[^"]+/g) ?? [];
    expect(ids.find((id) => id.startsWith('skill:'))).toBe('skill:wshobson/auth-implementation-patterns');
    expect(ids[0]).toBe('mcp:auth0/auth0-mcp-server');
    const { stdout } = await text('recommend');
    expect(stdout).toContain('rust-engineer');
    expect(stdout).not.toMatch(/\bnx\b|turborepo/i);
  });

  it('shows text that a person can use, with colours on a terminal', async () => {
    const { text, cwd, home, data } = catalogCalls(files);
    const { stdout } = await text('recommend');
    expect(stdout).toMatch(/Skills\n {2}fastapi-templates {2}at most 272 tokens\n {4}FastAPI projects/);
    expect(stdout).toMatch(/MCP servers\n {2}\S+ {2}tokens: known once it runs/);
    const coloured = await runCtx(['recommend'], {
      cwd,
      env: { HOME: home, XDG_DATA_HOME: data },
      terminal: colourTerminal,
    });
    expect(coloured.stdout).toContain('\u001b[36m');
  });

  it('names what is installed already', async () => {
    const { text, cwd, home } = catalogCalls(files);
    writeFileSync(
      join(cwd, '.mcp.json'),
      JSON.stringify({ mcpServers: { db: { command: 'uvx', args: ['postgres-mcp'] } } }),
    );
    writeFiles(home, {
      '.claude/skills/fastapi-templates/SKILL.md': 'x',
      '.claude/agents/fastapi-developer.md': 'x',
      '.cursor/mcp.json': 'broken',
    });
    const { stdout } = await text('recommend');
    expect(stdout).toMatch(/Already installed: [\s\S]*fastapi-developer/);
    expect(stdout).toMatch(/Already installed: [\s\S]*postgres-mcp/);
    expect(stdout).not.toContain('skill:wshobson/fastapi-templates');
  });

  it('is not held up by a pipe or a huge file where a project keeps its servers', async () => {
    const { text, cwd } = catalogCalls(files);
    execFileSync('mkfifo', [join(cwd, '.mcp.json')]);
    mkdirSync(join(cwd, '.vscode'));
    writeFileSync(join(cwd, '.vscode/mcp.json'), '{}');
    truncateSync(join(cwd, '.vscode/mcp.json'), 8 << 30);
    expect((await text('recommend')).exitCode).toBe(0);
  });

  it('explains one entry, recommended or not', async () => {
    const { text, json } = catalogCalls(files);
    const { stdout } = await text('recommend', '--explain', 'agent:voltagent/fastapi-developer');
    expect(stdout).toMatch(/^fastapi-developer is recommended here, as number \d+ of \d+\.\n/);
    expect(stdout).toContain('  requirements.txt depends on fastapi.\n');
    expect(stdout).toContain('  Its licence is MIT.\n');
    expect(stdout).toMatch(/ {2}Its score is 0\.\d+: /);
    const { data } = await json('recommend', '--explain', 'agent:voltagent/seo-specialist');
    expect(data?.['explanation']).toMatchObject({ recommended: false, score: 0, matches: [] });
    expect((await text('recommend', '--explain', 'agent:voltagent/seo-specialist')).stdout).toContain(
      'seo-specialist is not recommended here.\n  Nothing here matches it',
    );
  });

  it('explains by a name that only one entry has, else names one that may be meant', async () => {
    const { text } = catalogCalls(files);
    expect((await text('recommend', '--explain', 'postgres-mcp')).stdout).toContain(
      'mcp:crystaldba/postgres-mcp',
    );
    const { stderr, exitCode } = await text('recommend', '--explain', 'postgresmcp-crystal postgres');
    expect([exitCode, stderr]).toEqual([1, expect.stringMatching(/`ctx recommend --explain \w+:/)]);
  });

  it('fails on an entry that the catalog does not have', async () => {
    const { json } = catalogCalls(files);
    expect(await json('recommend', '--explain', 'skill:no/body')).toMatchObject({
      exit_code: 1,
      error: { kind: 'catalog_entry_not_found', code: 'catalog_entry_unknown', target: 'skill:no/body' },
    });
  });

  it('says so when nothing fits', async () => {
    const { text } = catalogCalls({ 'README.md': 'hello' });
    expect((await text('recommend')).stdout).toContain('Nothing in the catalog fits what is here.');
  });
});
