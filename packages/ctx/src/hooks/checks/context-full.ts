// The model's context, when little of it is left: what is only in it will be lost soon.

import { check } from '../check.js';

const nearly = 0.8;

export const contextFull = check({
  name: 'context-full',
  on: 'prompt',
  throttle: 60,
  words: {
    context:
      'The context holds about {used} tokens of {window} ({percent} %). What the next session needs can be kept outside of it: ctx handover write, ctx learning add, ctx decision add.',
    message:
      'the context is {percent} % full ({used} of {window} tokens); a handover would keep what matters',
  },
  look({ contextUse, settings }) {
    const use = contextUse();
    if (use === undefined) return undefined;
    // More than fits cannot be in it, so the window must be a larger one.
    const window = use.window ?? (use.used > settings.contextWindow ? 1_000_000 : settings.contextWindow);
    const share = use.used / window;
    if (share < nearly) return undefined;
    const percent = Math.min(100, Math.floor(share * 100));
    return { key: String(Math.floor(percent / 10)), facts: { used: use.used, window, percent } };
  },
});
