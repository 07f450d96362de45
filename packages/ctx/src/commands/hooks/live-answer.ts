// What live checks return and how they read.

import * as t from 'typebox';
import { styled, type Terminal } from '../../cli/terminal.js';
import { scopes } from '../../hosts/host.js';
import {
  type CheckResult,
  type LiveCheck,
  type LiveResult,
  liveChecks,
  liveStates,
} from '../../live/live-result.js';
import { closed } from '../../protocol/closed.js';

export const liveSchema = t.Object(
  {
    host: t.String(),
    /** As the host’s program says it. */
    version: t.String(),
    program: t.String(),
    scope: t.Enum([...scopes]),
    ctx_version: t.String(),
    at: t.String(),
    seconds: t.Number(),
    /** Whether nothing is broken. */
    sound: t.Boolean(),
    checks: t.Array(
      t.Object(
        { check: t.Enum([...liveChecks]), state: t.Enum([...liveStates]), says: t.Optional(t.String()) },
        closed,
      ),
    ),
  },
  closed,
);

export type LiveAnswer = t.Static<typeof liveSchema>;

export function liveAnswer({ checks, ...result }: LiveResult): LiveAnswer {
  return {
    ...result,
    checks: checks.map(({ check, state, says }) => ({ check, state, ...(says !== undefined && { says }) })),
  };
}

/** An event of ours. */
export function isLive(event: object): event is LiveAnswer {
  return 'type' in event && event.type === 'live';
}

const held: Readonly<Record<LiveCheck, string>> = {
  started: 'it starts',
  context: 'context arrives',
  deny: 'a deny holds',
  subagent: 'also in a subagent',
  capture: 'the session is captured',
};

/** One line a host, and one more for each check that is broken. */
export function liveLines({ host, version, scope, at, checks }: LiveAnswer, terminal: Terminal): string {
  const good = checks.filter(({ state }) => state === 'held').map(({ check }) => held[check]);
  const none = checks.some(({ state }) => state === 'not_offered') ? ['it has no subagents'] : [];
  const broken = checks.filter(({ state }) => state === 'broken').map((check) => brokenLine(check, terminal));
  const hooks = scope === 'user' ? '' : `, hooks of a ${scope}`;
  const head = `${host} ${version}, checked live ${at.slice(0, 10)}${hooks}: `;
  return `${head}${styled(terminal, broken.length === 0 ? 'green' : 'yellow', [...good, ...none].join(', ') || 'nothing held')}\n${broken.join('')}`;
}

function brokenLine({ check, says = '' }: CheckResult, terminal: Terminal): string {
  return `  ${styled(terminal, 'red', `not so: ${held[check]}`)}${says === '' ? '' : `; ${says}`}\n`;
}
