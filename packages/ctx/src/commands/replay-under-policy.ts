// `ctx replay --policy`: what rules would have said of recorded calls, of one session or of all.

import { basename, dirname, resolve } from 'node:path';
import * as t from 'typebox';
import type { Services } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { columns, counted, neutral } from '../cli/terminal.js';
import { readDocument } from '../document/read-document.js';
import { judgedSession } from '../evidence/replay/every-agent.js';
import { requireReadable } from '../policy/useless-rules.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import type { Policy } from '../protocol/records.js';
import { eachSessionFile, oneSessionFile, sessionPlaces } from '../session/every-session.js';
import { findSession } from '../session/sessions-folder.js';
import { recordShapes } from '../session/shape.js';
import { sessionFrom } from './session-flags.js';
import { refuseTranscript } from './whose-transcript.js';

/** What a person writes: the rules of a policy, and nothing else. */
export const policyRules = t.Object(
  {
    allow: t.Optional(t.Array(t.String())),
    deny: t.Optional(t.Array(t.String())),
    ask: t.Optional(t.Array(t.String())),
  },
  closed,
);

export const underPolicyAnswer = t.Object(
  {
    policy: t.String(),
    /** Sessions that were judged, calls in them, and sessions that could not be read. */
    sessions: t.Integer(),
    calls: t.Integer(),
    unreadable: t.Integer(),
    denied: t.Array(
      t.Object(
        {
          session_id: t.String(),
          agent: t.String(),
          project: t.String(),
          run_id: t.String(),
          turn: t.Integer(),
          seq: t.Integer(),
          call_id: t.String(),
          tool: t.String(),
          /** The command or the path, cut to 400 characters. */
          subject: t.String(),
          rule: t.String(),
          reason: t.String(),
        },
        closed,
      ),
    ),
  },
  closed,
);

type UnderPolicyAnswer = t.Static<typeof underPolicyAnswer>;

interface Given {
  readonly policy: string | undefined;
  readonly all: boolean;
  readonly last: boolean;
  readonly 'sessions-dir': string | undefined;
}

export async function underPolicyOf(
  session: string | undefined,
  given: Given,
  services: Services,
): Promise<UnderPolicyAnswer> {
  if (given.policy === undefined)
    throw fail('flag_value_invalid', {
      operation: 'argparse',
      target: '--all',
      value: 'true',
      wanted: '--policy FILE beside it',
    });
  if (given.all && (session !== undefined || given.last)) throw contradiction('--all', session ?? '--last');
  const policy = policyIn(resolve(services.cwd, given.policy), given.policy);
  const shapes = recordShapes();
  const denied: UnderPolicyAnswer['denied'] = [];
  const told = new Set<string>();
  let calls = 0;
  const judge = (descriptor: number, { id, project }: { readonly id: string; readonly project: string }) => {
    const found = judgedSession(descriptor, policy, shapes, told);
    if (found === undefined) return false;
    calls += found.calls;
    denied.push(...found.denied.map((one) => ({ session_id: id, project, ...one })));
    return true;
  };
  const one = given.all ? undefined : fileOf(session, given, services);
  const { read, unreadable } =
    one === undefined
      ? eachSessionFile(sessionPlaces(services, true, given['sessions-dir']), judge)
      : oneSessionFile(one, judge);
  if (one !== undefined && unreadable > 0) {
    await refuseTranscript(one.path);
    throw fail('session_broken', { operation: 'read', target: one.path, seq: 0, reason: 'not_opened' });
  }
  return { policy: given.policy, sessions: read, calls, unreadable, denied };
}

function fileOf(session: string | undefined, given: Given, services: Services) {
  const named = sessionFrom(session, given, 'replay');
  const path = findSession(named, services, given['sessions-dir']);
  return { path, folder: dirname(path), id: basename(path, '.jsonl'), project: projectRoot(services) };
}

function policyIn(file: string, shown: string): Policy {
  return policyOf(readDocument(file, shown, policyRules));
}

export function policyOf({ allow = [], deny = [], ask }: t.Static<typeof policyRules>): Policy {
  requireReadable({ allow, deny, ...(ask !== undefined && { ask }) }, 'plan');
  return { allow, deny, on_deny: 'tell', ...(ask !== undefined && { ask }) };
}

export function underPolicyText({ denied, calls, sessions }: UnderPolicyAnswer): string {
  const over = `${counted(calls, 'call')} of ${counted(sessions, 'session')}`;
  if (denied.length === 0) return `These rules would have denied none of ${over}.`;
  const rows = denied.map(({ session_id, agent, seq, tool, subject, rule }) => [
    neutral(session_id),
    neutral(agent),
    `record ${seq}`,
    neutral(rule),
    neutral(`${tool} ${subject.split('\n', 1)[0] ?? ''}`.slice(0, 100)),
  ]);
  return `These rules would have denied ${denied.length} of ${over}:\n${columns(rows, '  ')}`;
}

export function underPolicyWarnings({ unreadable }: UnderPolicyAnswer): string[] {
  return unreadable === 0 ? [] : [`${counted(unreadable, 'session')} could not be read`];
}
