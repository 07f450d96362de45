// What a ctx elsewhere wants of a session that it opens here. The server's own flags are the widest: whatever a client says can only narrow them,
// except which model answers and what it is told.

import { countOf, listOf, membersOf, textOf } from '../../acp/fields.js';
import { invalidParams } from '../../acp/rpc-error.js';
import { type ProfileName, profileNames } from '../../policy/profiles.js';
import { efforts } from '../../protocol/efforts.js';
import { isMembers, type Members } from '../../protocol/members.js';
import { type Budget, limits } from '../../protocol/records.js';
import type { AcpFlags } from './acp-flags.js';

export interface Terms {
  readonly flags: AcpFlags;
  /** Whether somebody is at the other end who could be asked. */
  readonly asks: boolean;
}

/** The flags that a client's command line passes on, by their names there. */
export const passedTexts = ['model', 'system'] as const;
export const passedLists = ['allow-tool', 'deny-tool', 'deny-prefix', 'ask-tool'] as const;
export const passedLimits = [
  'max-turns',
  'max-model-calls-per-turn',
  'max-tool-calls',
  'max-tokens',
  'max-usd',
  'timeout-seconds',
] as const;
export const passedSwitches = ['no-context', 'sandbox', 'no-mcp'] as const;

export function termsWithin(own: AcpFlags, asked: unknown): Terms {
  if (asked === undefined) return { flags: own, asks: true };
  if (!isMembers(asked)) throw invalidParams('_meta.ctx must be an object');
  const given = membersOf(asked['flags']);
  const flags: AcpFlags = {
    ...own,
    ...Object.fromEntries(passedTexts.flatMap((name) => entry(name, textOf(given[name])))),
    ...Object.fromEntries(passedLimits.flatMap((name) => entry(name, lowest(own[name], given[name], name)))),
    ...Object.fromEntries(passedSwitches.map((name) => [name, own[name] === true || given[name] === true])),
    ...(picksScript(textOf(given['model']), own) && { sandbox: true }),
    ...Object.fromEntries(entry('seed', countOf(given['seed']))),
    ...effortOf(given),
    ...profileWithin(own.profile, given['profile']),
    ...allowedWithin(own, given),
    'deny-tool': [...(own['deny-tool'] ?? []), ...listOfTexts(given, 'deny-tool')],
    'deny-prefix': [...(own['deny-prefix'] ?? []), ...listOfTexts(given, 'deny-prefix')],
    'ask-tool': [...(own['ask-tool'] ?? []), ...listOfTexts(given, 'ask-tool')],
    ...(given['on-deny'] === 'stop' && { 'on-deny': 'stop' as const }),
  };
  return { flags, asks: asked['unattended'] !== true };
}

/** A script calls whatever it likes, and has no sandbox unless somebody says so: one that only the client names gets one. */
export function picksScript(model: string | undefined, own: AcpFlags): boolean {
  if (model === undefined || model === own.model || own['no-sandbox'] === true) return false;
  return /^(script|replay):/.test(model) && model !== 'script:echo';
}

/** The limits of the command line, where a session that is there has wider ones or none. */
export function narrowedLimits(own: Partial<Budget>, had: Partial<Budget> = {}): Partial<Budget> {
  const lower = limits.flatMap((limit) => {
    const most = own[limit];
    return most === undefined || (had[limit] ?? Number.POSITIVE_INFINITY) <= most ? [] : [[limit, most]];
  });
  return Object.fromEntries(lower);
}

function entry<T>(name: string, value: T | undefined): [string, T][] {
  return value === undefined ? [] : [[name, value]];
}

function listOfTexts(given: Members, name: string): readonly string[] {
  const list = listOf(given[name]);
  return list.map((item) => {
    if (typeof item === 'string') return item;
    throw invalidParams(`${name} must be a list of strings`);
  });
}

function lowest(own: number | undefined, asked: unknown, name: string): number | undefined {
  if (asked === undefined) return own;
  if (typeof asked !== 'number' || !Number.isFinite(asked) || asked < 0)
    throw invalidParams(`${name} must be a number`);
  return own === undefined ? asked : Math.min(own, asked);
}

function effortOf({ effort: asked }: Members): Pick<AcpFlags, 'effort'> {
  const effort = efforts.find((one) => one === asked);
  return effort === undefined ? {} : { effort };
}

function profileWithin(own: ProfileName | undefined, asked: unknown): Pick<AcpFlags, 'profile'> {
  if (asked === undefined) return {};
  const wanted = profileNames.find((name) => name === asked);
  const widest = own === undefined ? profileNames.length - 1 : profileNames.indexOf(own);
  if (wanted === undefined || profileNames.indexOf(wanted) > widest)
    throw invalidParams(`profile must be one of ${profileNames.slice(0, widest + 1).join(', ')}`);
  return { profile: wanted };
}

/** A rule that allows can widen a profile, so where the server has one, or rules of its own, a client can only leave some of those out. */
function allowedWithin(own: AcpFlags, given: Members): Pick<AcpFlags, 'allow-tool'> {
  const wanted = listOfTexts(given, 'allow-tool');
  const widest = own['allow-tool'] ?? [];
  if (wanted.length === 0) return { 'allow-tool': widest };
  const isOpen = widest.length === 0 && (own.profile === undefined || own.profile === 'full');
  if (!isOpen && wanted.some((rule) => !widest.includes(rule)))
    throw invalidParams(
      `allow-tool: the server allows ${widest.length === 0 ? `what its profile ${own.profile} does` : widest.join(', ')}, and no more`,
    );
  return { 'allow-tool': wanted };
}
