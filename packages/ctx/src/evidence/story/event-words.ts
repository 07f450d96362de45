// What an event says to a person: its name, a word for a badge, a sentence, and whether it is bad news.

import type { RecordOf } from '../../protocol/records.js';
import { byteSize, counted, grouped, money } from './amounts.js';
import type { EventRecord } from './story.js';

export interface EventWords {
  readonly name: string;
  readonly badge: string;
  readonly says: string;
  readonly bad?: true;
}

export function eventWords(record: EventRecord): EventWords {
  switch (record.type) {
    case 'output.rejected': {
      const next = record.will_repair ? 'The model was asked again.' : 'It was not asked again.';
      return {
        name: 'Answer rejected',
        badge: 'answer rejected',
        says: `${record.reasons.join('; ')}. ${next}`,
      };
    }
    case 'context.compacted':
      return {
        name: 'Context compacted',
        badge: 'compacted',
        says: compactionWords(record),
      };
    case 'approval.requested':
      return {
        name: 'Approval asked for',
        badge: 'asked',
        says: `The rule ${record.rule} asks before ${record.tool} runs; asked by ${record.via}.`,
      };
    case 'approval.given':
      return approvalWords(record);
    case 'sandbox.denied': {
      const times = record.times === 1 ? '' : `, ${record.times} times`;
      const says = `Refused a connection to ${record.host}:${record.port} (${record.reason}${times}).`;
      return { name: 'Sandbox', badge: 'connection refused', says, bad: true };
    }
    case 'sandbox.noticed': {
      const says = `The call created: ${record.appeared.join(', ')}.`;
      return { name: 'Sandbox', badge: 'appeared', says, bad: true };
    }
    case 'sandbox.served':
      return record.denied === undefined
        ? {
            name: 'Memory',
            badge: 'memory',
            says: `Run outside of the sandbox: ${record.command} (exit code ${record.exit_code ?? 0}).`,
          }
        : {
            name: 'Memory',
            badge: 'memory denied',
            says: `Not run: ${record.command} (${record.denied.reason}).`,
            bad: true,
          };
    case 'turn.interrupted': {
      const seen = record.cancel_observed
        ? 'what was under way acknowledged it'
        : 'what was under way did not acknowledge it in time';
      const says = `By ${record.signal ?? record.cause}; ${seen}.`;
      return { name: 'Interrupted', badge: 'interrupted', says, bad: true };
    }
    case 'workspace.changed':
      return changeWords(record);
    case 'workspace.snapshot':
      return {
        name: 'Snapshot',
        badge: 'snapshot',
        says: `The workspace as ${record.kind === 'git' ? 'the git tree' : 'a package'} ${record.tree}.`,
      };
    case 'workspace.restored':
      return {
        name: 'Workspace restored',
        badge: 'restored',
        says: `To ${record.tree}, for ${record.why === 'undo' ? 'an undo' : `a ${record.why}`}${by(record.by)}${record.left === undefined ? '' : `; ${counted(record.left, 'file')} left unchanged`}.`,
      };
    case 'source.observed':
      return sourceWords(record);
    case 'finding':
      return {
        name: 'Finding',
        badge: record.code,
        says: `${record.says}${record.records.length === 0 ? '' : ` (records ${record.records.join(', ')})`}`,
        bad: true,
      };
    case 'session.resumed':
      return { name: 'Resumed', badge: 'resumed', says: resumedWords(record) };
    case 'session.repaired': {
      const says = `A crash had left ${counted(record.bytes_cut, 'byte')} of a last line, which were cut off.`;
      return { name: 'Repaired', badge: 'repaired', says };
    }
    case 'session.moved': {
      if (record.unanswered === true) {
        const says = `Taken back from ${record.peer}${by(record.by)} without an answer from that machine, where it may continue as well.`;
        return { name: 'Session taken back', badge: 'moved', says, bad: true };
      }
      const says = `${record.way === 'out' ? 'To' : 'From'} ${record.peer}${by(record.by)}.`;
      return { name: 'Session moved', badge: 'moved', says };
    }
    case 'session.claimed':
      return {
        name: 'Session claimed',
        badge: 'claimed',
        says: `By ${record.owner}, epoch ${record.epoch}.`,
      };
  }
}

/** Of another agent's compaction only some of the figures are known, or none. */
function compactionWords(record: RecordOf<'context.compacted'>): string {
  const { messages_dropped, turns_dropped, outputs_cleared, tokens_before, tokens_after } = record;
  const tokens = (amount: number | null) =>
    amount === null ? 'an unknown number of' : `about ${grouped(amount)}`;
  const size = `from ${tokens(tokens_before)} tokens to ${tokens_after === null ? 'an unknown number' : grouped(tokens_after)}.`;
  if (messages_dropped === null || turns_dropped === null) return `The agent compacted it: ${size}`;
  return `${counted(messages_dropped, 'message')} of ${counted(turns_dropped, 'turn')} dropped, ${counted(outputs_cleared.length, 'output')} cleared: ${size}`;
}

function by(who: string | null | undefined): string {
  return who === undefined || who === null ? '' : ` by ${who}`;
}

const scopes = { once: 'once', session: 'for this session', project: 'for this project' } as const;

function approvalWords({ answer, by: who, via, scope, reason }: RecordOf<'approval.given'>): EventWords {
  const verb = answer === 'allow' ? 'Allowed' : 'Denied';
  const why = reason === undefined ? '' : `: ${reason}`;
  const says =
    who === null
      ? `Nobody answered in time (${via}), so it was denied${why}.`
      : `${verb} ${scopes[scope]} by ${who} (${via})${why}.`;
  return {
    name: 'Approval',
    badge: answer === 'allow' ? 'approved' : 'refused',
    says,
    ...(answer === 'deny' && { bad: true }),
  };
}

const mostPaths = 20;

function changeWords({ paths, left_out = 0, by: cause }: RecordOf<'workspace.changed'>): EventWords {
  const shown = paths.slice(0, mostPaths).map(({ path, change }) => `${path} (${change})`);
  const more = paths.length - shown.length + left_out;
  const who = {
    call: 'The call changed',
    turn: 'During the turn these changed',
    outside: 'Somebody else changed',
  };
  const says = `${who[cause]}: ${shown.join(', ')}${more > 0 ? ` and ${more} more` : ''}.`;
  return { name: 'Files changed', badge: 'files changed', says };
}

function sourceWords({
  source,
  kind,
  size,
  unknown = [],
  checked = [],
}: RecordOf<'source.observed'>): EventWords {
  const notes = [
    ...checked.map(({ what, of, held }) => `${held} of ${of} ${what} hold`),
    ...unknown.map(({ type, count }) => `${counted(count, 'record')} of an unknown type ${type}`),
  ];
  const says = `${source} (${kind}), ${byteSize(size)}${notes.length === 0 ? '' : `: ${notes.join('; ')}`}.`;
  return { name: 'Source', badge: 'source', says };
}

function resumedWords({
  from_seq,
  limits = [],
  model,
  effort,
  ended = [],
  tools_missing = [],
}: RecordOf<'session.resumed'>): string {
  const amount = (limit: string, value: number | null) => {
    if (value === null) return 'unlimited';
    return limit === 'max_microusd' ? money(value) : grouped(value);
  };
  const notes = [
    ...limits.map(({ limit, from, to }) => `${limit} from ${amount(limit, from)} to ${amount(limit, to)}`),
    ...(model === undefined ? [] : [`the model from ${model.from} to ${model.to}`]),
    ...(effort === undefined ? [] : [`the effort from ${effort.from ?? 'its default'} to ${effort.to}`]),
    ...(tools_missing.length === 0 ? [] : [`without ${tools_missing.join(', ')}`]),
    ...(ended.length === 0
      ? []
      : [`ended ${counted(ended.length, 'process')} that the earlier run had left running`]),
  ];
  const changed = notes.length === 0 ? '' : ` Changed: ${notes.join('; ')}.`;
  return `Another process continued from record ${from_seq}.${changed}`;
}
