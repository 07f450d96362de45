// What the scripted model does with a host: in the session a call that must be denied and one that must run, then a subagent with a
// task of its own, which does the same. Each step is played once: hosts ask about other things beside the session.

import type { DrivenHost } from './driven-host.js';
import type { Script } from './model-server.js';
import type { ModelAsked, ToolCall } from './wires/wire.js';

/** What the files are called that tell what ran. */
export const made = {
  denied: 'ctx-live-denied',
  allowed: 'ctx-live-allowed',
  deniedInSubagent: 'ctx-live-denied-in-subagent',
  allowedInSubagent: 'ctx-live-allowed-in-subagent',
} as const;

export const prompt = 'Please make the files of the ctx live check.';
const task = 'Please make the other files, as its subagent.';
const closing = 'The files of the live check are made.';

type Step = (asked: ModelAsked, request: string) => ToolCall | undefined;

export function liveScript(host: DrivenHost): Script {
  const touch = (file: string) => () => host.shell(`touch ${file}`);
  const delegated = (index: number) => (asked: ModelAsked, request: string) =>
    host.delegate(task, asked.tools, request)[index];
  const session = played([touch(made.denied), touch(made.allowed), delegated(0), delegated(1)]);
  const finish = (asked: ModelAsked) => host.finish?.(closing, asked.tools);
  const subagent = played([touch(made.deniedInSubagent), touch(made.allowedInSubagent), finish]);
  return (asked, request) => {
    // The session's own requests hold the task as well, once it has been given.
    const play = request.includes(prompt) ? session : request.includes(task) ? subagent : undefined;
    const call = play?.(asked, request);
    return call === undefined ? { text: closing } : { call, text: '' };
  };
}

/** The next step, once the results of those before are there and if its tool is offered. */
function played(steps: readonly Step[]): Step {
  let next = 0;
  return (asked, request) => {
    if (asked.results < next) return undefined;
    const call = steps[next]?.(asked, request);
    if (call === undefined || !asked.tools.some(({ name }) => name === call.name)) return undefined;
    next += 1;
    return call;
  };
}
