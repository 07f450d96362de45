// What a tool call is answered with that nobody could judge: no. Whatever guards must not open by failing.

import type { HostReply } from '../protocol/host-event.js';

export type Denied = Required<Pick<HostReply, 'refusal' | 'message'>>;

export function cannotJudge(why: string): Denied {
  return {
    refusal: `ctx could not judge this call, so it must not run: ${why}. The user can find out more with \`ctx doctor\`.`,
    message: `ctx: a tool call was denied because it could not be judged: ${why}`,
  };
}

/** Hooks guarded this project before, so its memory was taken away. */
export function memoryGone(root: string): Denied {
  const gone = `the rules of this project are gone: ${root}/.context is not there any more`;
  return {
    refusal: `ctx guards this project, and ${gone}. No tool runs until the user restores it, or runs \`ctx hooks pause\` there.`,
    message: `ctx: a tool call was denied because ${gone}. Restore it (git, \`ctx init\`), or run \`ctx hooks pause\` there.`,
  };
}
