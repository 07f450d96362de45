// Whether the desktop opens `ctx://` links with this ctx.

import { realpathSync } from 'node:fs';
import type { Services } from '../../cli/command.js';
import { neutral } from '../../cli/terminal.js';
import {
  desktopPlace,
  entryName,
  entryText,
  hasDesktop,
  register,
  scheme,
  unregister,
} from '../../links/desktop-entry.js';
import { fail } from '../../protocol/codes.js';

export async function registerLinks({ env }: Services): Promise<string> {
  if (!hasDesktop(env))
    throw fail('no_desktop', {
      operation: 'register',
      target:
        process.platform === 'linux'
          ? 'neither DISPLAY nor WAYLAND_DISPLAY is set'
          : `this is ${process.platform}`,
    });
  const place = desktopPlace(env);
  const [, program = ''] = process.argv;
  let isTold = false;
  await register(place, entryText([process.execPath, realpathSync(program)]), async () => {
    isTold = await tellDesktop(env);
  });
  const told = isTold
    ? ''
    : '\nxdg-mime is not installed: your desktop asks once which program opens ctx:// links\n';
  return `wrote ${neutral(place.entry)}\nctx:// links now open in a terminal, after a question; --unregister undoes this\n${told}`;
}

export async function unregisterLinks({ env }: Services): Promise<string> {
  const place = desktopPlace(env);
  return unregister(place) ? `removed ${neutral(place.entry)}\n` : 'ctx:// links were not registered here\n';
}

/** Whether there is a program that does that. */
function tellDesktop(env: Services['env']): Promise<boolean> {
  const { execFile } = process.getBuiltinModule('node:child_process');
  return new Promise((resolve) => {
    execFile('xdg-mime', ['default', entryName, scheme], { env: { ...env }, timeout: 30_000 }, (error) =>
      resolve(error === null),
    );
  });
}
