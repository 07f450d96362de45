import { join, resolve } from 'node:path';
import * as t from 'typebox';
import { clawable, type Services } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { planFrom, planFromFile } from '../../config/plan.js';
import { closed } from '../../protocol/closed.js';
import { defaultRules, sandboxRulesOf } from '../../sandbox/rules.js';
import { sessionsFolder } from '../../session/sessions-folder.js';

const sights = ['readable', 'writable', 'private', 'hidden', 'absent'] as const;

const says: Readonly<Record<(typeof sights)[number], string>> = {
  readable: 'A command can read it, and cannot change it.',
  writable: 'A command can read and change it.',
  private:
    'A command sees a folder of the session in its place: empty at first, there again when the session is resumed, gone when it is deleted.',
  hidden: 'A command sees that it is there, and can neither read nor change it. Neither can the file tools.',
  absent: 'A command finds nothing there.',
};

export default clawable({
  name: 'sandbox explain',
  group: 'tools',
  summary: 'Explain what a command in the sandbox would see at a path',
  description:
    'Works out the sandbox that `ctx run` would use here, and says what a command would find at PATH: readable, writable, private, hidden or absent. Starts nothing, so it works without bubblewrap; `ctx doctor` tries the sandbox itself. With --config it uses the rules of a session config’s first run.',
  examples: [
    { line: 'ctx sandbox explain .env', says: 'is it hidden?' },
    { line: 'ctx sandbox explain ~/.ssh', says: 'does it exist in the sandbox?' },
    { line: 'ctx sandbox explain ../lib --config session.yaml', says: 'by the rules of a config' },
  ],
  arguments: { path: argument.one('a file or folder; it need not exist') },
  flags: { config: flag.text('a session config with rules for the sandbox', 'FILE') },
  returns: t.Object(
    {
      path: t.String(),
      sight: t.Enum(sights),
      says: t.String(),
      network: t.Union([t.Enum(['none', 'open']), t.Array(t.String())]),
    },
    closed,
  ),
  async run({ args: { path }, flags: { config } }, services) {
    const { root, workspace, rules } = await placeOf(config, services);
    const { explainPath } = await import('../../sandbox/explain.js');
    const { env, cwd } = services;
    const place = { workspace, root, env, logs: [sessionsFolder(services)], programs: [process.execPath] };
    const explained = explainPath(rules, place, resolve(cwd, path));
    const network = typeof rules.network === 'string' ? rules.network : [...rules.network];
    return { ...explained, says: says[explained.sight], network };
  },
  render: ({ path, sight, says: words }) => `${sight}  ${neutral(path)}\n${words}`,
});

async function placeOf(config: string | undefined, { cwd, env }: Services) {
  const made = { runs: [{ run_id: 'r1', task: '-', model: 'script:echo' }] };
  const plan =
    config === undefined ? planFrom(made, cwd, cwd, env, {}) : await planFromFile(config, cwd, env, {});
  const settings = plan.runs[0]?.settings;
  const rules = (settings && sandboxRulesOf(settings)) ?? defaultRules;
  return { root: plan.root, workspace: join(plan.root, settings?.workspace ?? '.'), rules };
}
