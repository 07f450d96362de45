// Each step catches what it is for: a fault is planted in the package, and that very step fails and says what to look at.

import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, vi } from 'vitest';
import { temporaryFolder } from '../../../../ctx/test/folder.js';
import { appears } from '../../../../ctx/test/held-clock.js';
import { checkout, config, contractOn, failureOf } from '../../../test/contract-on.js';
import {
  before,
  changedManifest,
  listOnly,
  onHook,
  placedPackage,
  plantedPackage,
} from '../../../test/planted-package.js';
import { runningBelow } from '../../../test/running-below.js';
import { ctxSteps } from './contract.js';
import { liveGate } from './live-claude.js';

describe('a fault that is planted in the package', () => {
  it('everything that is wrong with a package is listed by the step pack', async () => {
    const given = plantedPackage((folder) => {
      rmSync(join(folder, 'dist/schemas/commands.json'));
      rmSync(join(folder, 'LICENSE'));
      mkdirSync(join(folder, 'src'));
      writeFileSync(join(folder, 'src/main.ts'), '');
      writeFileSync(join(folder, 'dist/ctxctl.cjs'), '');
      writeFileSync(join(folder, 'dist/ctx.cjs.map'), '{"sources":["/home/me/main.ts"]}');
      before(`require(${JSON.stringify(join(checkout, 'packages/ctx/package.json'))});`)(folder);
      changedManifest((manifest) => {
        manifest['bin'] = { ctx: 'dist/ctx.cjs', other: 'dist/other.cjs' };
      })(folder);
    });
    const { step, problems } = await failureOf(given, { only: 'pack' });
    expect(step).toBe('pack');
    expect(problems.split('\n').toSorted()).toEqual(
      [
        'missing: dist/schemas/commands.json was built and not packed',
        'missing: LICENSE, which the contract wants',
        'outside `files`: src/main.ts',
        'a source or a test: src/main.ts',
        'does not belong there: dist/ctxctl.cjs',
        'dist/ctx.cjs.map maps to absolute paths',
        `dist/ctx.cjs mentions ${checkout}`,
        'missing: dist/other.cjs is an entry point and not packed',
      ].toSorted(),
    );
  });

  it.each([
    [
      'a command that imports from outside',
      'programs',
      before("if (process.argv[2] === 'completion') require('typebox');"),
      'ctx completion bash',
    ],
    [
      'a hook that points into the source tree',
      'hooks',
      before(
        "if (process.argv.includes('--hooks')) process.on('exit', () => { const fs = require('fs'), f = process.env.HOME + '/.claude/settings.json'; fs.writeFileSync(f, fs.readFileSync(f, 'utf8').replaceAll(__dirname + '/hook.cjs', atob('PLANTED') + '/packages/ctx/dist/hook.cjs')); });".replace(
          'PLANTED',
          btoa(checkout),
        ),
      ),
      'points into the checkout',
    ],
    [
      'a hook that exits 2',
      'fake-host',
      onHook("process.stderr.write('no'); process.exit(2);"),
      'blocked: exit 2, no',
    ],
    [
      'a hook that prints half of its JSON',
      'fake-host',
      onHook("process.stdout.write('{'); process.exit(0);"),
      'no JSON',
    ],
    [
      'a catalog that is empty',
      'scan',
      (folder: string) => writeFileSync(join(folder, 'dist/starter-catalog/entries.jsonl'), ''),
      'recommend',
    ],
    [
      'a denied tool that runs',
      'session',
      before("{ const at = process.argv.indexOf('--deny-tool'); if (at > 0) process.argv.splice(at, 2); }"),
      'work/ran.txt is there, and must not be',
    ],
    [
      'a pad that forgets',
      'memory',
      before("if (process.argv[3] === 'add') { process.stdout.write('{\"data\":{}}'); process.exit(0); }"),
      'ctx pad show 1',
    ],
    [
      'hooks that stay',
      'uninstall',
      before("if (process.argv[3] === 'remove') { process.stdout.write('{\"data\":{}}'); process.exit(0); }"),
      'left behind in the home: ~/.claude/settings.json',
    ],
  ])('%s is caught by the step %s', async (_, step, plant, problem) => {
    const failure = await failureOf(placedPackage(plant), { only: step });
    expect(failure).toMatchObject({
      step,
      problems: expect.stringContaining(problem),
      triage: ctxSteps(config, checkout).find(({ name }) => name === step)?.triage,
    });
  });

  it('types that are wrong are caught by the step pack', async () => {
    const given = plantedPackage((folder) => {
      // The linters look at every file of it.
      const needed = ['lib', 'ctx.cjs', 'hook.cjs'];
      for (const name of readdirSync(join(folder, 'dist')).filter((entry) => !needed.includes(entry)))
        rmSync(join(folder, 'dist', name), { recursive: true });
      changedManifest((manifest) => {
        const swapped = JSON.stringify(manifest['exports']).replaceAll('.d.mts', '.d.cts');
        manifest['exports'] = JSON.parse(swapped);
      })(folder);
    });
    expect(await failureOf({ ...given, built: [], linted: true }, { only: 'pack' })).toMatchObject({
      step: 'pack',
      problems: expect.stringMatching(/^(publint|are-the-types-wrong): /),
    });
  });

  it('a command whose file imports from outside is caught by the step help', async () => {
    const given = placedPackage((folder) => {
      listOnly(folder, ['sysinfo', 'version']);
      const file = join(folder, 'dist/commands/sysinfo.cjs');
      writeFileSync(file, `require('typebox');${readFileSync(file, 'utf8')}`);
    });
    expect(await failureOf(given, { only: 'help' })).toMatchObject({
      step: 'help',
      problems: expect.stringMatching(/^ctx sysinfo --help: exit 1/),
    });
  });

  it('install scripts, its own and of a dependency, are caught by the step install, and none runs', async () => {
    const sentinel = join(temporaryFolder(), 'ran');
    const given = plantedPackage((folder) => {
      const dependency = join(folder, 'node_modules/eager');
      mkdirSync(dependency, { recursive: true });
      const scripts = { postinstall: `touch ${sentinel}` };
      writeFileSync(
        join(dependency, 'package.json'),
        JSON.stringify({ name: 'eager', version: '1.0.0', scripts }),
      );
      changedManifest((manifest) => {
        manifest['scripts'] = { prepare: `touch ${sentinel}` };
        manifest['dependencies'] = { eager: '1.0.0' };
        manifest['bundleDependencies'] = ['eager'];
        manifest['files'] = ['dist', 'node_modules/eager'];
      })(folder);
    });
    expect(await failureOf(given, { only: 'install' })).toMatchObject({
      step: 'install',
      problems:
        'a package has an install script: ctx-cli: prepare\na package has an install script: eager: postinstall',
    });
    expect(existsSync(sentinel)).toBe(false);
  });

  it('a write to the real home is caught by the step hooks', async () => {
    const home = temporaryFolder();
    const given = placedPackage(
      before(
        `require('fs').mkdirSync(${JSON.stringify(join(home, '.config/ctx'))}, { recursive: true }); require('fs').writeFileSync(${JSON.stringify(join(home, '.config/ctx/leak'))}, '');`,
      ),
    );
    expect(await failureOf(given, { only: 'hooks', homes: [home] })).toMatchObject({
      step: 'hooks',
      problems: expect.stringContaining(`new: ${join(home, '.config/ctx/leak')}`),
    });
  });
});

describe('the contract', () => {
  it('is not broken by somebody else who writes into the real home meanwhile', async () => {
    const home = temporaryFolder({ '.claude/settings.json': '{}\n' });
    let writes = 0;
    const { steps } = await contractOn(placedPackage(), {
      homes: [home],
      only: 'uninstall',
      onRecord: () => {
        writes += 1;
        writeFileSync(join(home, '.claude/settings.json'), `{"written":${writes}}\n`);
        mkdirSync(join(home, `.config/ctx/${writes}`), { recursive: true });
      },
    });
    expect(steps.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
    expect(writes).toBeGreaterThan(4);
    expect(readFileSync(join(home, '.claude/settings.json'), 'utf8')).toBe(`{"written":${writes}}\n`);
  });

  it('holds in its fast form, twice in the same root, and leaves the root, the home and the checkout as they were', async () => {
    const given = plantedPackage();
    const tempRoot = temporaryFolder();
    for (const only of [undefined, 'uninstall']) {
      const { steps } = await contractOn(given, { tempRoot, keepTemp: only === undefined, only });
      expect(steps.filter(({ verdict }) => verdict === 'failed')).toEqual([]);
      if (only !== undefined) continue;
      const leftOut = steps.filter(({ verdict }) => verdict === 'left_out').map(({ name }) => name);
      expect(leftOut).toEqual(['help', 'real-hosts']);
      expect(steps.at(-1)?.facts).toMatchObject({
        left: [
          '~/.config/ctx/identity.txt',
          '~/.local/share/ctx/catalog/index.bin',
          expect.stringContaining('.local/state/ctx/own-sessions/'),
          expect.stringContaining('.local/state/ctx/own-sessions/'),
          expect.stringMatching(/\.sessions\/\.ended\/claude-code-clean-host$/),
          expect.stringMatching(/\.sessions\/\.ended\/codex-clean-host$/),
          expect.stringMatching(/\.sessions\/claude-code-clean-host\.jsonl$/),
          expect.stringMatching(/\.sessions\/claude-code-clean-host\.jsonl\.state$/),
          expect.stringMatching(/\.sessions\/codex-clean-host\.jsonl$/),
          expect.stringMatching(/\.sessions\/codex-clean-host\.jsonl\.state$/),
        ],
      });
    }
    expect(readdirSync(tempRoot)).toEqual([]);
  });

  it('is called off by a signal: what runs is ended, and the root is gone', async () => {
    const controller = new AbortController();
    // It goes no further: else ctx would answer and end, sooner or later than this looks.
    const blocked = 'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0);';
    const hang = `require('fs').writeFileSync('started', ''); ${blocked}`;
    const given = placedPackage(before(`if (process.argv[2] === '--version') { ${hang} }`));
    const tempRoot = join(temporaryFolder(), 'fresh');
    const contract = contractOn(given, { tempRoot, only: 'programs', signal: controller.signal });
    await appears(join(tempRoot, 'work/programs/started'));
    expect(runningBelow(tempRoot)).not.toEqual([]);
    controller.abort('SIGINT');
    const { steps } = await contract;
    await vi.waitFor(() => expect(runningBelow(tempRoot)).toEqual([]), { timeout: 250_000 });
    expect(steps.find(({ name }) => name === 'programs')?.verdict).toBe('failed');
    expect(existsSync(tempRoot)).toBe(false);
  });
});

describe('the live gate', () => {
  it('opens only with the acknowledgement and with credentials of the environment', () => {
    expect(liveGate({ ANTHROPIC_API_KEY: 'sk' })).toBe('no_acknowledgement');
    expect(liveGate({ CTX_LIVE_CLAUDE_ACK: 'yes', ANTHROPIC_API_KEY: 'sk' })).toBe('no_acknowledgement');
    expect(liveGate({ CTX_LIVE_CLAUDE_ACK: 'uses_quota', ANTHROPIC_API_KEY: '' })).toBe('no_credentials');
    expect(liveGate({ CTX_LIVE_CLAUDE_ACK: 'uses_quota', CLAUDE_CODE_OAUTH_TOKEN: 'x' })).toBe('open');
  });

  /** A program in the place of claude, which writes down how it was called and runs the hooks of these events. */
  function pretended(events: readonly string[]) {
    const folder = temporaryFolder();
    const program = join(folder, 'claude');
    const calls = join(folder, 'calls');
    const run = events.map(
      (event) => `node -e '
        const { hooks } = JSON.parse(require("fs").readFileSync(".claude/settings.local.json", "utf8"));
        const input = JSON.stringify({ hook_event_name: "${event}", cwd: process.cwd() });
        require("child_process").execSync(hooks.${event}[0].hooks[0].command, { input });'\n`,
    );
    writeFileSync(
      program,
      `#!/bin/sh\necho "$ANTHROPIC_API_KEY $*" >> ${calls}\ncase "$1" in -p) ${run.join('') || ':'};; esac\n`,
      { mode: 0o755 },
    );
    return { program, calls: () => readFileSync(calls, 'utf8').trim().split('\n') };
  }

  it('asks for the version and the account first, sets the budget, and passes with both records', async () => {
    const { program, calls } = pretended(['PostToolUse', 'Stop']);
    const live = { program, maxUsd: 0.05, credentials: { ANTHROPIC_API_KEY: 'sk-nobody' } };
    const { steps } = await contractOn(placedPackage(), { live, only: 'live-claude' });
    expect(steps.find(({ name }) => name === 'live-claude')).toMatchObject({
      verdict: 'passed',
      facts: { max_usd: 0.05, events: ['PostToolUse', 'Stop'] },
    });
    expect(calls()).toEqual([
      'sk-nobody --version',
      'sk-nobody auth status',
      expect.stringMatching(/^sk-nobody -p .* --max-budget-usd 0\.05$/),
    ]);
  });

  it('fails if a hook did not run', async () => {
    const { program } = pretended(['Stop']);
    const live = { program, maxUsd: 0.05, credentials: {} };
    expect(await failureOf(placedPackage(), { live, only: 'live-claude' })).toMatchObject({
      step: 'live-claude',
      problems: expect.stringContaining('live-claude-hooks.jsonl has no PostToolUse'),
    });
  });
});
