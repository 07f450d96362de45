// A home and a project for one trial of a host: a memory with a due reminder, a rule that denies, the hooks of this ctx, and an
// environment that holds nothing of the user's but where programs are.

import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { markVariable } from '../agent/tools/leftover-processes.js';
import { makeTemporaryFolder } from '../disk/temporary-folder.js';
import type { Host, Scope } from '../hosts/host.js';
import { installHooks } from '../hosts/settings/install.js';
import { programFor } from '../hosts/settings/registration.js';
import { initialise } from '../memory/initialise.js';
import { addReminder } from '../memory/remind.js';
import type { LivePlace } from './driven-host.js';
import { made } from './script.js';

/** What must reach the model, and nobody else would say. */
export const reminder = 'ctx-live-check: this reminder must reach the model';
export const refusal = 'ctx-live-check: this call must not run';

export interface ThrowAwayPlace extends LivePlace {
  /** The file that the hooks are registered in. */
  readonly hooks: string;
  remove(): void;
}

export interface WantedPlace {
  readonly host: Host;
  readonly scope: Scope;
  /** Where this program and its hooks are. */
  readonly shipped: string;
  readonly path: string;
  /** Everything that the host starts carries it. */
  readonly mark: string;
  readonly now: number;
}

export async function throwAwayPlace(wanted: WantedPlace): Promise<ThrowAwayPlace> {
  const folder = makeTemporaryFolder('live');
  const remove = () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
  try {
    return { ...(await furnished(folder, wanted)), remove };
  } catch (error) {
    remove();
    throw error;
  }
}

async function furnished(
  folder: string,
  { host, scope, shipped, path, mark, now }: WantedPlace,
): Promise<Omit<ThrowAwayPlace, 'remove'>> {
  const home = join(folder, 'home');
  const root = join(home, 'project');
  const temporary = join(folder, 'tmp');
  for (const each of [root, temporary]) mkdirSync(each, { recursive: true });
  const env = {
    HOME: home,
    // Its launcher may name Node, and the user may have started ours by its path.
    PATH: [path, dirname(process.execPath)].filter((part) => part !== '').join(delimiter),
    LANG: 'C.UTF-8',
    TERM: 'xterm-256color',
    TMPDIR: temporary,
    [markVariable]: mark,
  };
  initialise({ cwd: root, env });
  await addReminder({ root }, reminder, now, 0);
  const rule = `hooks:\n  deny:\n    - rule: "Bash(touch ${made.denied}*)"\n      because: "${refusal}"\n`;
  writeFileSync(join(root, '.context', 'config.yaml'), rule);
  const hooks = host.settingsFiles({ root, env })[scope] ?? '';
  await installHooks(host, hooks, programFor(scope, shipped), env, false);
  return { home, root, env, hooks };
}
