import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, neutral, type Style, styled } from '../cli/terminal.js';
import { wordsOf } from '../cli/wording.js';
import { agentChecks } from '../doctor/agent-checks.js';
import { type Check, type CheckState, states } from '../doctor/check.js';
import { examination } from '../doctor/examination.js';
import { hookChecks } from '../doctor/hook-checks.js';
import { machineChecks } from '../doctor/machine-checks.js';
import { padChecks } from '../doctor/pad-checks.js';
import { projectChecks } from '../doctor/project-checks.js';
import { sandboxChecks } from '../doctor/sandbox-checks.js';
import { trustChecks } from '../doctor/trust-checks.js';
import { userChecks } from '../doctor/user-checks.js';
import { openContext } from '../memory/context.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { sessionsFolder } from '../session/sessions-folder.js';

const answer = t.Object(
  {
    healthy: t.Boolean(),
    checks: t.Array(
      t.Object(
        {
          name: t.String(),
          state: t.Enum(states),
          says: t.String(),
          fix: t.Optional(t.String()),
          fixable: t.Boolean(),
          fixed: t.Boolean(),
        },
        closed,
      ),
    ),
  },
  closed,
);

export default clawable({
  name: 'doctor',
  group: 'about',
  summary: 'Check this project and this machine, and say how to fix what is wrong',
  description:
    'Checks the .context folder, its config and files, what git ignores and how it merges, your key and your own config, the pad and its history, sessions, locks, .mcp.json, what you trust here, installed hooks and their errors, Node, disk, memory pressure, clock and the sandbox, which it tries once. --fix repairs what can be repaired without losing anything: permissions, missing lines of .gitignore, the merge driver, what merges left in the memory (conflicts, duplicate items and numbers) and what killed processes left behind. The exit code is 1 if a check finds an error and 0 if there are only warnings; --exit-zero always exits 0.',
  examples: [
    { line: 'ctx doctor', says: 'is everything as it should be?' },
    { line: 'ctx doctor --fix', says: 'fix what is safe to fix' },
    { line: 'ctx doctor --output-format json', says: 'for a program: healthy, and each check' },
  ],
  arguments: {},
  flags: {
    fix: flag.switch('fix what is safe to fix'),
    'exit-zero': flag.switch('exit 0 even if a check finds an error'),
  },
  returns: answer,
  details: answer,
  showsDetails: true,
  async run({ flags }, services) {
    const { words } = await import('../cli/words.js');
    const say = (failure: Parameters<typeof wordsOf>[1]) => wordsOf(words, failure, services.program.name);
    const now = services.clock.now();
    const project: Check[] = [];
    try {
      const context = openContext(services);
      project.push(
        ...projectChecks(context, {
          sessions: sessionsFolder(services),
          env: services.env,
          now,
          shippedFolder: services.program.shippedFolder,
        }),
        ...padChecks(context, services),
        ...hookChecks(context, services.env),
        ...agentChecks(context.root, services.env),
        ...trustChecks({ root: context.root, env: services.env }),
      );
    } catch (error) {
      // The failure is what the check finds.
      project.push({ name: 'context', examine: () => Promise.reject(error) });
    }
    const facts = { folder: services.cwd, nodeVersion: process.version, now, platform: process.platform };
    const machine = machineChecks({ ...facts, psiFile: '/proc/pressure/memory' });
    const checks = await examination(
      [
        ...project,
        ...userChecks(projectRoot(services), services.env),
        ...machine,
        ...sandboxChecks(services.env, say),
      ],
      say,
      flags.fix,
    );
    const errors = checks.filter(({ state }) => state === 'error');
    const healthy = errors.length === 0;
    if (healthy || flags['exit-zero']) return { healthy, checks };
    throw fail('unhealthy', {
      operation: 'examine',
      target: services.cwd,
      checks: errors.map(({ name }) => name),
      fixable: errors.some(({ fixable }) => fixable),
      details: { healthy, checks },
    });
  },
  render({ healthy, checks }, terminal) {
    const styles: Record<CheckState, Style> = {
      ok: 'green',
      warning: 'yellow',
      error: 'red',
      skipped: 'dim',
    };
    const rows = checks.flatMap(({ name, state, says, fix, fixable, fixed }) => {
      const shown = styled(terminal, styles[state], fixed ? 'fixed' : state);
      const row = [name, shown, neutral(says)];
      const hint = fixable ? `${fix} (or: ctx doctor --fix)` : fix;
      return fix === undefined ? [row] : [row, ['', '', styled(terminal, 'dim', `→ ${neutral(hint ?? '')}`)]];
    });
    return `${columns(rows)}\n${healthy ? 'All is well enough to work.' : 'Some checks need your attention.'}`;
  },
});
