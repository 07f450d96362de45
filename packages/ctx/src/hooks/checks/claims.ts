// What the agent said it did and the log of the session does not bear out, told to the person when it stops. Off unless a config wants it.

import { check } from '../check.js';

export const claims = check({
  name: 'claims',
  on: 'stop',
  throttle: 'always',
  words: { message: 'the agent said something that its log does not support: {short}' },
  async look({ event, host, context, settings, env, refuseIfLate }) {
    const { session, output, agent, again } = event;
    if (!settings.claims || again || agent !== undefined || session === undefined || !output)
      return undefined;
    // Few projects want it, and it reads the whole log.
    const { doubtfulClaims } = await import('../doubtful-claims.js');
    const doubtful = doubtfulClaims({ host, session, output, root: context.root, env }, refuseIfLate);
    if (doubtful.length === 0) return undefined;
    const more = doubtful.length > 3 ? `; and ${doubtful.length - 3} more` : '';
    return { facts: { count: doubtful.length, short: doubtful.slice(0, 3).join('; ') + more } };
  },
});
