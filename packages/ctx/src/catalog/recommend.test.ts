import { describe, expect, it, onTestFinished } from 'vitest';
import { smallCatalog, smallEntry } from '../../test/catalog-files.js';
import type { FoundTechnology } from '../scan/found-technology.js';
import type { Category } from '../scan/technology.js';
import type { Installed } from './installed.js';
import { interestsOf } from './interests.js';
import { openIndex } from './open-index.js';
import { costOf, pathTo, reasonFor } from './reasons.js';
import { recommend } from './recommend.js';

const found = (name: string, category: Category = 'framework'): FoundTechnology => ({
  name,
  category,
  confidence: 1,
  evidence_count: 1,
  evidence: [{ file: 'package.json', key: `dependencies.${name}` }],
});

async function ask(
  entries: readonly object[],
  findings: readonly FoundTechnology[],
  options: { task?: string; installed?: readonly Installed[]; each?: number } = {},
) {
  const { index } = await openIndex(smallCatalog(entries));
  onTestFinished(() => index.close());
  const bundle = recommend(index, {
    interests: interestsOf(findings, options.task ?? ''),
    installed: options.installed ?? [],
    each: options.each ?? 5,
  });
  const ids = bundle.chosen.map(({ entry }) => entry.id);
  return { index, bundle, ids };
}

const noise = Array.from({ length: 40 }, (_, i) =>
  smallEntry(`skill:noise/n${i}`, { tags: [`topic${i % 9}`] }),
);

describe('a recommendation', () => {
  it('is what the findings name, with the evidence as its reason', async () => {
    const { index, bundle, ids } = await ask(
      [...noise, smallEntry('skill:a/fast', { tags: ['fastify', 'node.js'] })],
      [found('fastify'), found('node.js')],
    );
    expect(ids).toEqual(['skill:a/fast']);
    const [first] = bundle.chosen;
    if (first === undefined) throw new Error('nothing');
    expect(reasonFor(index, bundle, first)).toBe('package.json depends on fastify and node.js.');
    expect(costOf(first)).toEqual({ always: 272, used: null, basis: 'at_most' });
  });

  it('matches tags, never words that only sound alike', async () => {
    const { ids } = await ask(
      [...noise, smallEntry('skill:a/market', { summary: 'Plans to go to market.' })],
      [found('go', 'language')],
    );
    expect(ids).toEqual([]);
  });

  it('reaches what belongs with it over the graph, and says how', async () => {
    const entries = [
      ...noise,
      smallEntry('agent:a/rails', { tags: ['rails'] }),
      smallEntry('skill:a/views', { with: [{ id: 'agent:a/rails', reason: 'they render together' }] }),
    ];
    const { index, bundle, ids } = await ask(entries, [found('rails')]);
    expect(ids).toEqual(['agent:a/rails', 'skill:a/views']);
    const second = bundle.chosen[1];
    if (second === undefined) throw new Error('nothing');
    expect(reasonFor(index, bundle, second)).toBe('It goes with rails: they render together.');
    expect(pathTo(index, bundle, second.node)).toEqual([
      { id: 'agent:a/rails', reason: 'they render together' },
    ]);
  });

  it('is not made for another framework on the same language, nor for another cloud', async () => {
    const entries = [
      ...noise,
      smallEntry('agent:a/react', { tags: ['react'] }),
      smallEntry('agent:a/next', { tags: ['next.js', 'react'] }),
      smallEntry('mcp:a/pg', { tags: ['postgresql'] }),
      smallEntry('mcp:a/aurora', { tags: ['postgresql', 'aws'] }),
      smallEntry('mcp:a/all', { tags: ['mysql', 'postgresql'] }),
    ];
    const { bundle } = await ask(entries, [found('react'), found('postgresql', 'data_store')]);
    const scoreOf = (id: string) =>
      [...bundle.scored.values()].find(({ entry }) => entry.id === id)?.score ?? 0;
    expect(scoreOf('agent:a/next')).toBeLessThan(scoreOf('agent:a/react') / 2);
    expect(scoreOf('mcp:a/aurora')).toBeLessThan(scoreOf('mcp:a/pg'));
    expect(scoreOf('mcp:a/all')).toBeGreaterThan(scoreOf('mcp:a/aurora'));
  });

  it('for a task is not made for a language or framework that the repository does without', async () => {
    const entries = [
      ...noise,
      smallEntry('skill:a/ruby', { tags: ['ruby', 'performance'] }),
      smallEntry('skill:a/python', { tags: ['python', 'performance'] }),
      smallEntry('skill:a/react', { tags: ['react', 'performance'] }),
      smallEntry('skill:a/sql', { tags: ['sql', 'performance'] }),
    ];
    const task = 'the checkout is slow';
    expect((await ask(entries, [found('ruby', 'language')], { task })).ids).toEqual([
      'skill:a/ruby',
      'skill:a/sql',
    ]);
    // A folder that says nothing rules nothing out.
    expect((await ask(entries, [], { task })).ids).toHaveLength(4);
  });

  it('reads a name that ends in s as it is written, and says so', async () => {
    const entries = [...noise, smallEntry('skill:a/cluster', { tags: ['kubernetes'] })];
    const { index, bundle } = await ask(entries, [], { task: 'move to kubernetes' });
    const [first] = bundle.chosen;
    if (first === undefined) throw new Error('nothing');
    expect(first.parts[0]?.interest).toMatchObject({ term: '#kubernetes', label: 'kubernetes' });
    expect(reasonFor(index, bundle, first)).toBe('The task says “kubernetes”.');
  });

  it('gives two reasons as one sentence', async () => {
    const there = (name: string, file: string): FoundTechnology => ({ ...found(name), evidence: [{ file }] });
    const reasonOf = async (...findings: FoundTechnology[]) => {
      const tags = findings.map(({ name }) => name);
      const { index, bundle } = await ask([...noise, smallEntry('skill:a/one', { tags })], findings);
      const [first] = bundle.chosen;
      return first === undefined ? undefined : reasonFor(index, bundle, first);
    };
    expect(await reasonOf(there('pytest', 'conftest.py'), there('django', 'manage.py'))).toBe(
      'The repository has conftest.py and manage.py.',
    );
    expect(await reasonOf(found('fastify'), there('express', 'package.json'))).toBe(
      'package.json depends on fastify.',
    );
    expect(await reasonOf(found('fastify'), there('docker', 'Dockerfile'))).toBe(
      'package.json depends on fastify and the repository has Dockerfile.',
    );
  });

  it('follows the words of the task before the repository', async () => {
    const entries = [
      ...noise,
      smallEntry('skill:a/e2e', { tags: ['testing', 'e2e'], summary: 'End-to-end suites.' }),
      smallEntry('skill:a/vue', { tags: ['vue'] }),
    ];
    const { index, bundle, ids } = await ask(entries, [found('vue')], { task: 'write end-to-end tests' });
    expect(ids[0]).toBe('skill:a/e2e');
    const [first] = bundle.chosen;
    if (first === undefined) throw new Error('nothing');
    expect(reasonFor(index, bundle, first)).toContain('“end-to-end”');
  });

  it('names what is installed in place of recommending it, by package or by name', async () => {
    const entries = [
      ...noise,
      smallEntry('mcp:a/drive', { tags: ['vue'], packages: ['npm:@a/drive'] }),
      smallEntry('skill:a/vue', { tags: ['vue'] }),
      smallEntry('agent:a/vue', { tags: ['vue'] }),
    ];
    const installed: Installed[] = [
      { kind: 'mcp', name: 'my-drive', packages: ['npm:@a/drive'], where: '.mcp.json' },
      { kind: 'skill', name: 'vue', packages: [], where: '.claude/skills/vue' },
    ];
    const { bundle, ids } = await ask(entries, [found('vue')], { installed });
    expect(ids).toEqual(['agent:a/vue']);
    expect(bundle.installed.map(({ entry }) => entry.id).sort()).toEqual(['mcp:a/drive', 'skill:a/vue']);
  });

  it('is at most so many of a kind, and not five times for the same reason', async () => {
    const same = Array.from({ length: 8 }, (_, i) => smallEntry(`skill:a/vue${i}`, { tags: ['vue'] }));
    const { ids } = await ask(
      [...noise, ...same, smallEntry('skill:a/redis', { tags: ['redis', 'cache'] })],
      [found('vue'), found('redis', 'data_store')],
      { each: 3 },
    );
    expect(ids).toHaveLength(3);
    expect(ids).toContain('skill:a/redis');
  });

  it('does not show two of one name', async () => {
    const { ids } = await ask(
      [...noise, smallEntry('skill:a/vue', { tags: ['vue'] }), smallEntry('skill:b/vue', { tags: ['vue'] })],
      [found('vue')],
    );
    expect(ids).toEqual(['skill:a/vue']);
  });

  it('recommends a harness only where agents’ files or the task ask for one', async () => {
    const entries = [...noise, smallEntry('harness:x', { tags: ['python', 'cursor'] })];
    expect((await ask(entries, [found('python', 'language')])).ids).toEqual([]);
    expect((await ask(entries, [found('cursor', 'ai_tooling')])).ids).toEqual(['harness:x']);
    expect((await ask(entries, [], { task: 'python cursor' })).ids).toEqual(['harness:x']);
  });

  it('prefers what is kept: licence known, not retired, changed lately', async () => {
    const entries = [
      ...noise,
      smallEntry('skill:a/old', { tags: ['vue'], updated: '2020-01-01' }),
      smallEntry('skill:a/new', { tags: ['vue'], updated: '2026-01-01', licence: 'MIT' }),
      smallEntry('skill:a/gone', { tags: ['vue'], retired: true }),
    ];
    const { ids } = await ask(entries, [found('vue')]);
    expect(ids).toEqual(['skill:a/new', 'skill:a/old', 'skill:a/gone']);
  });

  it('never puts first what its makers gave up, however well it fits', async () => {
    const gone = [
      smallEntry('skill:a/gone', { tags: ['vue', 'redis'], retired: true, licence: 'MIT' }),
      smallEntry('mcp:a/gone', { tags: ['vue', 'redis', 'archived'], licence: 'MIT' }),
    ];
    const kept = smallEntry('skill:a/kept', { tags: ['x', 'y', 'redis'] });
    const findings = [found('vue'), found('redis', 'data_store')];
    expect((await ask([...noise, ...gone, kept], findings)).ids).toEqual(['skill:a/kept', 'skill:a/gone']);
    // Nor alone in its kind, or alone at all.
    expect((await ask([...noise, ...gone], findings)).ids).toEqual([]);
  });

  it('for a task puts what the task names before what only fits the repository', async () => {
    const entries = [
      ...noise,
      smallEntry('skill:a/login', { tags: ['authentication', 'security'] }),
      smallEntry('skill:a/actions', { tags: ['github-actions', 'github', 'ci'] }),
      smallEntry('skill:a/additions', { name: 'add', tags: ['arithmetic'] }),
    ];
    const findings = [found('github-actions', 'infrastructure'), found('github', 'infrastructure')];
    for (const task of ['add login', 'please add a signup page', 'users need passwords'])
      expect((await ask(entries, findings, { task })).ids[0]).toBe('skill:a/login');
    expect((await ask(entries, [], { task: 'add login' })).ids).not.toContain('skill:a/additions');
  });

  it('is not made for the build systems of another ecosystem', async () => {
    const entries = [
      ...noise,
      smallEntry('mcp:a/nx', { tags: ['nx', 'monorepo', 'build'] }),
      smallEntry('skill:a/workspaces', { tags: ['monorepo', 'turborepo', 'nx', 'pnpm'] }),
    ];
    const monorepo = found('monorepo', 'project_type');
    const cargo = [monorepo, found('cargo', 'build_system'), found('cargo-workspace', 'build_system')];
    expect((await ask(entries, cargo)).ids).toEqual([]);
    expect((await ask(entries, [monorepo, found('nx', 'build_system')])).ids).toHaveLength(2);
  });

  it('knows what was measured at import', async () => {
    const { bundle } = await ask(
      [
        ...noise,
        smallEntry('skill:a/vue', { tags: ['vue'], context: { always: 20, used: 500 } }),
        smallEntry('mcp:a/vue', { tags: ['vue'] }),
      ],
      [found('vue')],
    );
    expect(bundle.chosen.map(costOf)).toEqual(
      [
        { always: null, used: null, basis: 'unknown' },
        { always: 20, used: 500, basis: 'measured' },
      ].toSorted((a, b) =>
        bundle.chosen[0]?.entry.kind === 'skill' ? Number(a.always === null) - Number(b.always === null) : 0,
      ),
    );
  });

  it('takes the best of very many, whatever the order in which they were read', async () => {
    const many = Array.from({ length: 600 }, (_, i) =>
      smallEntry(`skill:a/s${i}`, { tags: ['vue', `x${i}`, 'y'] }),
    );
    const best = smallEntry('skill:z/best', { tags: ['vue', 'redis'] });
    const { ids } = await ask([...many, best], [found('vue'), found('redis', 'data_store')]);
    expect(ids[0]).toBe('skill:z/best');
  });

  it('of nothing is nothing', async () => {
    const { ids, bundle } = await ask(noise, []);
    expect([ids, bundle.chosen, [...bundle.scored]]).toEqual([[], [], []]);
    expect((await ask([], [found('vue')])).ids).toEqual([]);
  });
});
