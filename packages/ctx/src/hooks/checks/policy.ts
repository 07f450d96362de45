// Tools that the project's config denies, with the reason. Rules are those of a session's policy.

import { check } from '../check.js';
import { plain } from '../plain.js';

export const policy = check({
  name: 'policy',
  on: 'before-tool',
  throttle: 'always',
  words: { refusal: 'This project does not allow it: {reason} (.context/config.yaml, hooks.deny).' },
  async look({ event, settings }) {
    if (settings.deny.length === 0) return undefined;
    // Reading shell commands takes more code than all other checks together.
    const { judgeCall } = await import('../../policy/policy.js');
    for (const { rule, because } of settings.deny) {
      const one = { allow: [], deny: [rule], on_deny: 'tell' as const };
      const verdict = judgeCall(one, event.tool, event.tool.input);
      if (!verdict.allowed) {
        return { facts: { reason: plain(because ?? verdict.reason), rule, tool: event.tool.name } };
      }
    }
    return undefined;
  },
});
