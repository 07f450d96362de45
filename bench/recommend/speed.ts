// How fast: recommend on a catalog of everything, building its index, scanning small and large trees.

import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { median, timed } from '../figures.js';
import { benchEnvironment, limited, processRatios, type Row } from '../measure.js';
import { ctx, inFolder } from '../place.js';
import { readCases, writeFiles } from './cases.js';
import { largeEdges, largeNodes, writeLargeCatalog } from './large-catalog.js';

export function recommendSpeed(): Promise<readonly Row[]> {
  return inFolder((folder) => {
    const small = smallRepositories(folder);
    const env = { HOME: join(folder, 'home'), XDG_DATA_HOME: join(folder, 'data') };
    mkdirSync(env.HOME);
    writeLargeCatalog(join(env.XDG_DATA_HOME, 'ctx/catalog/sources/large.jsonl'));
    return [
      ...buildRows(env),
      ...processRatios(
        [
          {
            name: 'recommend, cold, large catalog',
            argv: [ctx, 'recommend'],
            cwd: small.fastapi,
            env,
            limit: 3,
          },
          {
            name: 'recommend for a task, cold, large catalog',
            argv: [ctx, 'recommend', 'slow postgres queries'],
            cwd: small.rails,
            env,
            limit: 3,
          },
          ...Object.entries(small).map(([name, cwd]) => ({
            name: `scan-repo, small: ${name}`,
            argv: [ctx, 'scan-repo'],
            cwd,
            env,
            limit: 2,
          })),
        ],
        15,
      ),
      ...installRows(join(folder, 'installing')),
      memoryRow('recommend, memory', [ctx, 'recommend'], small.fastapi, env, 150),
      ...largeTreeRows(folder, env),
    ];
  });
}

/** Each round installs and takes out again, so that every round finds the same. */
function installRows(folder: string): readonly Row[] {
  const cwd = join(folder, 'project');
  const env = { HOME: join(folder, 'home'), XDG_DATA_HOME: join(folder, 'data') };
  const skill = join(folder, 'zoo/skills/tortoise');
  for (const made of [join(cwd, '.git'), env.HOME, skill]) mkdirSync(made, { recursive: true });
  const text = '---\nname: tortoise\ndescription: Feeds tortoises.\nlicense: MIT\n---\nUse lettuce.\n';
  writeFileSync(join(skill, 'SKILL.md'), text);
  spawnSync(process.execPath, [ctx, 'catalog', 'import', join(folder, 'zoo')], {
    env: benchEnvironment(env),
  });
  const call = (name: string, ...words: string[]) => {
    return { name, argv: [ctx, 'catalog', ...words], cwd, env, limit: 4 };
  };
  const host = ['--host', 'claude-code', '--yes'];
  return processRatios(
    [
      call('catalog install, a skill', 'install', 'skill:zoo/tortoise', ...host),
      call('catalog uninstall, a skill', 'uninstall', 'skill:zoo/tortoise'),
      call('catalog install, an MCP server', 'install', 'mcp:microsoft/playwright-mcp', ...host),
      call('catalog uninstall, an MCP server', 'uninstall', 'mcp:microsoft/playwright-mcp'),
    ],
    15,
  );
}

function smallRepositories(folder: string) {
  const place = (name: string) => {
    const files = readCases().find((one) => one.name === name)?.files ?? {};
    const root = join(folder, name);
    writeFiles(root, files);
    run(['init', '-q', root], folder, {}, 'git');
    return root;
  };
  return {
    fastapi: place('fastapi-postgres'),
    rails: place('rails-shop'),
    go: place('go-service'),
    pnpm: place('pnpm-monorepo'),
  };
}

function buildRows(env: Readonly<Record<string, string>>): Row[] {
  const start = performance.now();
  const { stdout, megabytes } = measured([ctx, 'catalog', 'build', '--output-format', 'json'], tmpdir(), env);
  const seconds = (performance.now() - start) / 1000;
  const { nodes, edges } = JSON.parse(stdout).data;
  return [
    {
      name: 'catalog for the bench',
      measured: `${nodes} entries, ${edges} edges`,
      limit: `≥ ${largeNodes}, ${largeEdges}`,
      holds: nodes >= largeNodes && edges >= largeEdges,
    },
    limited('catalog build', seconds, 90, 's'),
    limited('catalog build, memory', megabytes, 2048, 'MB'),
  ];
}

/** 100,000 files in 2,000 folders, tracked, with a few manifests. */
function largeTreeRows(folder: string, env: Readonly<Record<string, string>>): Row[] {
  const root = join(folder, 'large');
  for (let i = 0; i < 2000; i++) {
    const own = join(root, `packages/group-${i % 40}/part-${i}`);
    mkdirSync(own, { recursive: true });
    for (let j = 0; j < 50; j++) writeFileSync(join(own, `module-${j}.ts`), '');
    if (i % 20 === 0)
      writeFileSync(
        join(own, 'package.json'),
        JSON.stringify({ name: `p${i}`, dependencies: { react: '19' } }),
      );
  }
  run(['init', '-q', root], folder, env, 'git');
  run(['-C', root, 'add', '.'], folder, env, 'git');
  const words = ['-C', root, 'ls-files', '-co', '--exclude-standard', '-z'];
  const times = { git: [] as number[], node: [] as number[], scan: [] as number[] };
  for (let round = 0; round < 7; round++) {
    times.git.push(timed(() => run(words, root, env, 'git')));
    times.node.push(timed(() => run(['-e', '0'], root, env)));
    times.scan.push(timed(() => run([ctx, 'scan-repo'], root, env)));
  }
  const allowed = 3 * median(times.git) + median(times.node);
  return [
    limited(
      `scan-repo, 100,000 files (git ls-files: ${median(times.git).toFixed(0)} ms)`,
      median(times.scan),
      Math.round(allowed),
      'ms',
    ),
  ];
}

function run(
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  program = process.execPath,
) {
  return spawnSync(program, argv, { cwd, env: benchEnvironment(env), encoding: 'utf8', maxBuffer: 1 << 30 });
}

function memoryRow(
  name: string,
  argv: readonly string[],
  cwd: string,
  env: Readonly<Record<string, string>>,
  limit: number,
): Row {
  return limited(name, measured(argv, cwd, env).megabytes, limit, 'MB');
}

/** Runs Node with a hook that tells the most memory that the process ever held. */
function measured(argv: readonly string[], cwd: string, env: Readonly<Record<string, string>>) {
  const hook = `data:text/javascript,process.on('exit',()=>process.stderr.write('RSS '+process.resourceUsage().maxRSS))`;
  const { stdout, stderr } = run(['--import', hook, ...argv], cwd, env);
  return { stdout, megabytes: Number(/RSS (\d+)/.exec(stderr)?.[1] ?? Number.NaN) / 1024 };
}
