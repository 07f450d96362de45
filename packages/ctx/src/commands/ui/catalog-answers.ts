// What the repository is made of and what would help there, by the commands that say it.

import type { Services } from '../../cli/command.js';
import { projectRoot } from '../../project/root.js';
import type { RunCommand } from './own-command.js';
import { passedOn } from './passed-on.js';

export async function catalogAnswer(
  task: string,
  services: Services,
  run: RunCommand,
  signal: AbortSignal,
): Promise<object> {
  const root = projectRoot(services);
  const words = task.slice(0, 2000).trim();
  const [scan, recommended] = await Promise.all([
    run(['scan-repo', root], root, signal),
    run(['recommend', '--dir', root, '--', ...(words === '' ? [] : [words])], root, signal),
  ]);
  const { root: _, task: __, ...found } = passedOn(recommended);
  return { ...passedOn(scan), task: words, recommended: found };
}
