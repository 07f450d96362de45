// What the repository is made of and what would help there, by the commands that say it.

import type { Services } from '../../cli/command.js';
import { projectRoot } from '../../project/root.js';
import { fail } from '../../protocol/codes.js';
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
  if (words.includes('\0'))
    throw fail('flag_value_invalid', {
      operation: 'parse',
      target: 'task',
      value: words.replaceAll('\0', '<NUL>').slice(0, 100),
      wanted: 'words without NUL',
    });
  const [scan, recommended] = await Promise.all([
    run(['scan-repo', root], root, signal),
    run(['recommend', '--dir', root, '--', ...(words === '' ? [] : [words])], root, signal),
  ]);
  const { root: _, task: __, ...found } = passedOn(recommended);
  return { ...passedOn(scan), task: words, recommended: found };
}
