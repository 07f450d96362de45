import { existsSync, linkSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { callTool } from '../../../test/called-tool.js';
import { temporaryFolder } from '../../../test/folder.js';
import { recordsOf, rehearse } from '../rehearsal.fixture.js';
import { builtinTools } from './builtin.js';
import { toolsOnPaths } from './on-paths.js';

function workspace(): string {
  const root = temporaryFolder({ 'private/key': 'hidden', 'src/a.txt': 'open' });
  symlinkSync('private/key', join(root, 'alias'));
  symlinkSync('private', join(root, 'folder'));
  return root;
}

describe('a rule on paths', () => {
  it.each([
    ['read', { path: 'alias' }],
    ['read', { path: 'folder/key' }],
    ['read', { path: 'src/../folder/key' }],
    ['write', { path: 'alias', content: 'x' }],
    ['write', { path: 'folder/new', content: 'x' }],
    ['edit', { path: 'folder/key', old_string: 'hidden', new_string: 'x' }],
    ['list', { path: 'folder' }],
    ['glob', { path: 'folder', pattern: '*' }],
    ['grep', { path: 'folder', pattern: 'hidden' }],
  ])('holds for what a link leads to: %s %j', async (tool, input) => {
    const root = workspace();
    const rule = `${tool}(private*)`;
    expect(await callTool(root, tool, input, { deny: [rule] })).toMatchObject({
      is_error: true,
      denied: { rule, reason: `the rule ${rule} denies it` },
    });
    expect(readFileSync(join(root, 'private/key'), 'utf8')).toBe('hidden');
    expect(existsSync(join(root, 'private/new'))).toBe(false);
  });

  it.each([
    ['read', { path: 'src/b.txt' }],
    ['write', { path: 'src/b.txt', content: 'x' }],
    ['edit', { path: 'src/b.txt', old_string: 'hidden', new_string: 'x' }],
  ])('holds for a file by its other names: %s %j', async (tool, input) => {
    const root = workspace();
    linkSync(join(root, 'private/key'), join(root, 'src/b.txt'));
    const rule = `${tool}(private/*)`;
    expect(await callTool(root, tool, input, { deny: [rule] })).toMatchObject({ denied: { rule } });
    const allow = [`${tool}(src/*)`];
    expect(await callTool(root, tool, input, { allow })).toMatchObject({ denied: { rule: allow[0] } });
    expect(readFileSync(join(root, 'private/key'), 'utf8')).toBe('hidden');
    expect((await callTool(root, tool, input)).is_error).toBe(false);
  });

  it('keeps a file with another name out of a search', async () => {
    const root = workspace();
    linkSync(join(root, 'private/key'), join(root, 'src/b.txt'));
    const search = { pattern: 'hidden|open', path: 'src' };
    const { output } = await callTool(root, 'grep', search, { deny: ['grep(private/*)'] });
    expect(output).toBe('src/a.txt:1: open\n');
    expect((await callTool(root, 'grep', search)).output).toContain('src/b.txt');
  });

  it('leaves a file whose other name lies outside the workspace', async () => {
    const elsewhere = temporaryFolder({ store: 'shared' });
    const root = workspace();
    mkdirSync(join(root, 'lib'));
    linkSync(join(elsewhere, 'store'), join(root, 'lib/c.txt'));
    writeFileSync(join(root, 'lib/d.txt'), 'own');
    const deny = ['read(private/*)'];
    expect((await callTool(root, 'read', { path: 'lib/c.txt' }, { deny })).output).toBe('shared');
    expect((await callTool(root, 'read', { path: 'lib/d.txt' }, { deny })).output).toBe('own');
  });

  it('allows by what a link leads to, not by its name', async () => {
    const root = workspace();
    expect(
      (await callTool(root, 'read', { path: 'folder/key' }, { allow: ['read(folder/*)'] })).denied,
    ).toBeDefined();
    expect((await callTool(root, 'read', { path: 'src/a.txt' }, { allow: ['read(src/*)'] })).output).toBe(
      'open',
    );
  });

  it('denies a search of a folder in which there may be something that it denies', async () => {
    const root = workspace();
    const deny = ['grep(private/*)'];
    for (const input of [{}, { path: '.' }, { path: 'private' }, { path: root }]) {
      expect((await callTool(root, 'grep', { pattern: 'x', ...input }, { deny })).denied).toBeDefined();
    }
    expect((await callTool(root, 'grep', { pattern: 'open', path: 'src' }, { deny })).output).toBe(
      'src/a.txt:1: open\n',
    );
    const allow = ['grep(src/*)'];
    expect((await callTool(root, 'grep', { pattern: 'open', path: 'src' }, { allow })).is_error).toBe(false);
    expect((await callTool(root, 'grep', { pattern: 'open' }, { allow })).denied).toBeDefined();
  });

  it('is in the log and told to the model where a link leads to what it denies, and can stop the run', async () => {
    const root = workspace();
    const script = 'replies: [{ call: [{ tool: read, input: { path: alias } }] }, { say: Done. }]';
    const tools = builtinTools(root, {});
    const policy = { deny: ['read(private/*)'] };
    const { records, outcome } = await rehearse({ script, tools, policy });
    expect(recordsOf(records, 'tool.returned')[0]).toMatchObject({
      denied: { rule: 'read(private/*)', reason: 'the rule read(private/*) denies it' },
      output: 'The call of read was denied: the rule read(private/*) denies it. It was not run.',
      is_error: true,
    });
    expect(outcome.turns[0]?.permission_denials).toEqual([
      { tool_name: 'read', reason: 'the rule read(private/*) denies it' },
    ]);
    const stopped = await rehearse({ script, tools, policy: { ...policy, on_deny: 'stop' } });
    expect(stopped.outcome.stop_reason).toBe('tool_denied');
  });
});

describe('rules on paths', () => {
  it('are known to be about these tools', () => {
    const onPaths = builtinTools(temporaryFolder(), {}).filter(({ subject }) => subject?.kind !== 'command');
    expect(onPaths.map(({ name }) => name).sort()).toEqual([...toolsOnPaths].sort());
  });
});
