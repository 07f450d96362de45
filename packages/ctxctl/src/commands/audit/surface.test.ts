import { describe, expect, it } from 'vitest';
import { envelopeOf } from '../../../../ctx/test/envelope.js';
import { auditedRepository } from '../../../test/audited.js';
import { ctxTable, runCtxctl } from '../../../test/repository.js';

type Table = ReturnType<typeof ctxTable>;

/** The table of ctx with three commands only, changed by `change`. */
function table(change: (table: Table) => void = () => {}): string {
  const whole = ctxTable();
  const small = {
    ...whole,
    commands: whole.commands.filter(({ name }) => ['brief', 'pad', 'run'].includes(name)),
  };
  change(small);
  return JSON.stringify(small);
}

function flagOf(name: string) {
  return { name, kind: 'switch' as const, says: 'something new' };
}

function commandOf(small: Table, name: string) {
  const found = small.commands.find((each) => each.name === name);
  if (found === undefined) throw new Error(`no ${name}`);
  return found;
}

const page = (name: string, more = '') => `# \`ctx ${name}\`\n\n${more}\n`;
const base = {
  'schemas/commands.json': table(),
  'CHANGELOG.md': '# Changelog\n\n- `ctx brief`, `pad`, `run`.\n',
  'docs/cli/brief.md': page('brief'),
  'docs/cli/pad.md': page('pad'),
  'docs/cli/run.md': page('run'),
};

function repository() {
  const made = auditedRepository(base);
  made.git('checkout', '--quiet', '-b', 'feature');
  const audit = async (...words: string[]) => {
    const answer = await runCtxctl(['audit', 'surface', ...words, '--output-format', 'json'], made.root);
    const { data, error } = envelopeOf(answer);
    return { data, error };
  };
  return { ...made, audit };
}

/** A new command `zap`, as `brief` is. */
const withZap = table((small) => {
  small.commands.push({
    ...commandOf(small, 'brief'),
    name: 'zap',
    examples: [{ line: 'ctx zap', says: 'zap' }],
  });
});

describe('a new command', () => {
  it('is a finding for each place where it is not told', async () => {
    const { commit, audit, read } = repository();
    commit({ 'schemas/commands.json': withZap });
    expect((await audit()).data).toMatchObject({
      status: 'findings',
      findings: ['docs page', 'recipe', 'skill text', 'changelog line'].map(
        (what) => `added command \`ctx zap\`: no ${what}`,
      ),
    });
    const report = read('.context/audit/surface.md');
    expect(report).toContain('status: findings\n');
    expect(report).toContain('## Changes\n\n- added command `ctx zap`\n');
  });

  it('is clean when all tell of it, and what was found before is noted as resolved', async () => {
    const { commit, audit, read } = repository();
    commit({ 'schemas/commands.json': withZap });
    await audit();
    commit({
      'docs/cli/zap.md': page('zap'),
      'docs/zapping.md': 'Call `ctx zap` first.\n',
      '.claude/skills/zap/SKILL.md': 'Use ctx zap.\n',
      'CHANGELOG.md': `${base['CHANGELOG.md']}- \`ctx zap\` zaps.\n`,
    });
    const { data } = await audit();
    expect(data).toMatchObject({ status: 'clean', findings: [] });
    expect(data?.['resolved']).toHaveLength(4);
    expect(read('.context/audit/surface.md')).toContain(
      '## Findings\n\nNone.\n\n## Resolved since the last report\n\n- added command `ctx zap`: no docs page\n',
    );
    expect((await audit()).data).toMatchObject({ resolved: [] });
  });

  it('takes no word of an earlier report that was tampered with', async () => {
    const { commit, audit, write, read } = repository();
    commit({ 'schemas/commands.json': withZap });
    await audit();
    write({
      '.context/audit/surface.md': read('.context/audit/surface.md').replace('no recipe', 'no receipt'),
    });
    expect((await audit()).data).toMatchObject({ resolved: [] });
  });
});

describe('a flag, an argument or a behaviour', () => {
  it('is found where it was added, changed or removed', async () => {
    const { commit, audit, read } = repository();
    const changed = table((small) => {
      const brief = commandOf(small, 'brief');
      brief.flags[0] = { ...flagOf('budget'), kind: 'integer', default: 1 };
      brief.flags.push(flagOf('zap'));
      const run = commandOf(small, 'run');
      run.flags = run.flags.slice(1);
      run.arguments = [];
      run.description = 'Something else.';
      run.streams = !run.streams;
      commandOf(small, 'pad').surface = 'opted-out';
    });
    commit({ 'schemas/commands.json': changed, 'schemas/brief.json': '{}' });
    commit({ 'schemas/brief.json': '{"title": "new"}' });
    await audit();
    const text = read('.context/audit/surface.md');
    const [, changes] = text.split('## Changes\n\n');
    const run = commandOf(JSON.parse(base['schemas/commands.json']), 'run');
    expect(changes?.trim().split('\n')).toEqual([
      '- changed flag `--budget` of `ctx brief`',
      '- added flag `--zap` of `ctx brief`',
      '- changed behaviour `surface: clawable → opted-out` of `ctx pad`',
      `- removed flag \`--${run.flags[0]?.name}\` of \`ctx run\``,
      `- removed argument \`${run.arguments[0]?.name.toUpperCase()}\` of \`ctx run\``,
      '- changed behaviour `its events in stream-json` of `ctx run`',
      '- changed behaviour `what it says that it does` of `ctx run`',
    ]);
  });

  it('is a behaviour too when only the schema of its JSON changed', async () => {
    const made = repository();
    made.git('checkout', '--quiet', 'main');
    made.commit({ 'schemas/brief.json': '{}' });
    made.git('checkout', '--quiet', '-b', 'second');
    made.commit({ 'schemas/brief.json': '{"title": "new"}' });
    await made.audit();
    expect(made.read('.context/audit/surface.md')).toContain('- changed behaviour `its JSON` of `ctx brief`');
  });

  it('must be told by name: a flag on its page, in a recipe, an example and the changelog', async () => {
    const { commit, audit } = repository();
    const withFlag = table((small) => {
      const brief = commandOf(small, 'brief');
      brief.flags.push(flagOf('zap'));
      brief.examples.push({ line: 'ctx brief --zap', says: 'zap' });
    });
    commit({
      'schemas/commands.json': withFlag,
      'docs/cli/brief.md': page('brief', '| `--zap` | zap |'),
      'docs/memory.md': 'ctx brief --zapper\n',
      'skills/brief/SKILL.md': 'Run `ctx brief` first.\n',
      'CHANGELOG.md': `${base['CHANGELOG.md']}- \`ctx brief --zap\`.\n`,
    });
    expect((await audit()).data?.['findings']).toEqual(['added flag `--zap` of `ctx brief`: no recipe']);
  });
});

describe('what is gone', () => {
  it('leaves nothing behind but a line of the changelog', async () => {
    const { commit, audit, git } = repository();
    const without = table((small) => {
      small.commands = small.commands.filter(({ name }) => name !== 'pad');
    });
    commit({
      'schemas/commands.json': without,
      'docs/memory.md': 'see\nctx pad\n',
      'examples/a/run.sh': 'ctx pad\n',
    });
    expect((await audit()).data?.['findings']).toEqual([
      'removed command `ctx pad`: still has its docs page',
      'removed command `ctx pad`: still in docs/memory.md',
      'removed command `ctx pad`: still in examples/a/run.sh',
      'removed command `ctx pad`: no changelog line',
    ]);
    git('rm', '--quiet', 'docs/cli/pad.md', 'docs/memory.md', 'examples/a/run.sh');
    commit({ 'CHANGELOG.md': `${base['CHANGELOG.md']}- \`undo|pad\`: removed.\n` });
    expect((await audit()).data).toMatchObject({ status: 'clean' });
  });
});

describe('the range', () => {
  it('is told from where its ends went apart: what the other branch did meanwhile is not of this one', async () => {
    const { commit, audit, git } = repository();
    git('checkout', '--quiet', 'main');
    commit({ 'schemas/commands.json': withZap });
    git('checkout', '--quiet', 'feature');
    expect((await audit()).data).toMatchObject({ status: 'clean' });
    expect((await audit('feature..main')).data).toMatchObject({ status: 'findings' });
    expect((await audit('main')).data).toMatchObject({ status: 'clean' });
    expect((await audit('main..')).data).toMatchObject({ status: 'clean' });
  });

  it('may begin before there was a table', async () => {
    const made = auditedRepository();
    made.git('branch', 'start');
    made.commit(base);
    const answer = await runCtxctl(['audit', 'surface', 'start..HEAD', '--output-format', 'json'], made.root);
    expect(envelopeOf(answer).data).toMatchObject({ status: 'findings' });
  });

  it.each(['nowhere..HEAD', 'main...HEAD', 'main..HEAD..HEAD', '..HEAD', '--all..HEAD'])(
    'is refused as %s',
    async (range) => {
      const { root } = repository();
      const answer = await runCtxctl(['audit', 'surface', '--output-format', 'json', '--', range], root);
      expect(envelopeOf(answer).error?.code).toBe('range_unknown');
    },
  );

  it('is refused where its ends have nothing in common, or its table is no table', async () => {
    const { commit, audit, git } = repository();
    git('checkout', '--quiet', '--orphan', 'other');
    commit({ other: 'x' });
    expect((await audit()).error).toMatchObject({ code: 'range_unknown' });
    git('checkout', '--quiet', 'feature');
    commit({ 'schemas/commands.json': '{}' });
    expect((await audit()).error).toMatchObject({ code: 'file_unreadable' });
  });
});

describe('a work tree that is not committed', () => {
  it.each([
    ['a changed file', { 'CHANGELOG.md': 'x' }],
    ['a new file', { 'notes/new.md': 'x' }],
  ])('is refused for %s, and no report is written', async (_, files) => {
    const { audit, write, read } = repository();
    write(files);
    expect((await audit()).error).toMatchObject({ code: 'tree_dirty', kind: 'usage' });
    expect(() => read('.context/audit/surface.md')).toThrow('ENOENT');
  });

  it('may hold reports, also where git does not ignore them', async () => {
    const { commit, audit } = repository();
    commit({ '.context/.gitignore': '' });
    await audit();
    expect((await audit()).data).toMatchObject({ status: 'clean' });
  });

  it('is named with its first paths', async () => {
    const { root, write } = repository();
    write(Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`f${i}`, 'x'])));
    const { stderr } = await runCtxctl(['audit', 'surface'], root);
    expect(stderr).toContain('not committed: f0, f1, f2, f3, f4 and 2 more.');
  });
});

it('says in text what was found and where it is written', async () => {
  const { root, commit } = repository();
  expect((await runCtxctl(['audit', 'surface'], root)).stdout).toBe(
    'Clean.\nWritten to .context/audit/surface.md.\n',
  );
  commit({ 'schemas/commands.json': withZap });
  expect((await runCtxctl(['audit', 'surface'], root)).stdout).toMatch(
    /^4 findings:\n {2}added command `ctx zap`/,
  );
});
