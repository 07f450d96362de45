// A pause that ends early when somebody wants the command to end.

import type { Services } from '../../cli/command.js';

export function waitingIn({ clock, signal }: Pick<Services, 'clock' | 'signal'>) {
  return (milliseconds: number): Promise<void> => (clock.wait ?? pause)(milliseconds, signal);
}

function pause(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const done = () => {
      clearTimeout(timer);
      signal.removeEventListener('abort', done);
      resolve();
    };
    const timer = setTimeout(done, milliseconds);
    signal.addEventListener('abort', done, { once: true });
  });
}
