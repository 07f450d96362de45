import * as t from 'typebox';
import { dollars, grouped } from '../cli/amounts.js';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, counted, neutral, styled } from '../cli/terminal.js';
import type { Sums } from '../evidence/stats/sums.js';
import { estimate, tablesOf } from '../evidence/stats/tables.js';
import { dimensions, statsFold } from '../evidence/stats/usage-sums.js';
import { closed } from '../protocol/closed.js';
import { eachSessionFile, sessionPlaces } from '../session/every-session.js';
import { recordShapes } from '../session/shape.js';
import { folderFlags, folderFrom } from './session-flags.js';
import { sinceDay } from './since-day.js';

const sums = {
  sessions: t.Integer(),
  turns: t.Integer(),
  answers: t.Integer(),
  tool_calls: t.Integer(),
  failed_calls: t.Integer(),
  denials: t.Integer(),
  model_failures: t.Integer(),
  input_tokens: t.Integer(),
  output_tokens: t.Integer(),
  cache_read_tokens: t.Integer(),
  cache_write_tokens: t.Integer(),
  answers_without_tokens: t.Integer(),
  /** As it was recorded. */
  cost_microusd: t.Integer(),
  /** By the table of prices, where tokens are known and no cost was recorded. */
  estimated_cost_microusd: t.Integer(),
  answers_without_cost: t.Integer(),
};
const rows = t.Array(t.Object({ name: t.String(), ...sums }, closed));

export default clawable({
  name: 'stats',
  group: 'sessions',
  summary: 'Count sessions, tokens, cost, failures and denials by day, agent, model or project',
  description:
    'Counts this project’s sessions of every agent, or with --all those of every project. Input tokens include cached ones. Nothing is counted twice: an answer that is in several logs (forks, copies) counts once, with its calls and its turn; if a captured session was also imported, the imported runs count. Unknown values are not part of a sum: the answer says how many answers have no tokens or no cost. If tokens are known but the cost is not, it is estimated from the price table and shown separately.',
  examples: [
    { line: 'ctx stats', says: 'this project, by agent' },
    { line: 'ctx stats --all --by model --since 2026-11-01', says: 'everything since then, by model' },
    { line: 'ctx stats --all --json', says: 'all four tables, for a program' },
  ],
  arguments: {},
  flags: {
    all: flag.switch('the sessions of every project'),
    by: flag.choiceOr('agent', 'what to group by', [...dimensions]),
    since: flag.text('only what happened on this day or later', 'DATE'),
    ...folderFlags,
  },
  returns: t.Object(
    {
      by: t.Enum(dimensions),
      total: t.Object(sums, closed),
      day: rows,
      agent: rows,
      model: rows,
      project: rows,
      sessions_read: t.Integer(),
      sessions_unreadable: t.Integer(),
      repeated_answers: t.Integer(),
      retold_runs: t.Integer(),
      /** How the sums were made. */
      derived: t.Array(t.String()),
    },
    closed,
  ),
  async run({ flags }, services) {
    const places = sessionPlaces(services, flags.all, folderFrom(flags));
    const fold = statsFold(recordShapes(), estimate, flags.since === undefined ? '' : sinceDay(flags.since));
    const { read, unreadable } = eachSessionFile(places, (descriptor, { project }) =>
      fold.add(descriptor, project),
    );
    const { total, repeated_answers, retold_runs } = fold.stats;
    return {
      by: flags.by,
      ...tablesOf(fold.stats),
      sessions_read: read,
      sessions_unreadable: unreadable,
      derived: derivedWords(total, repeated_answers, retold_runs),
    };
  },
  render(answer, terminal) {
    if (answer.total.sessions === 0) return 'No sessions to count.\nImport some: ctx import claude-code';
    const head = [
      answer.by,
      'sessions',
      'turns',
      'calls',
      'failed',
      'denied',
      'tokens in',
      'tokens out',
      'cost',
    ];
    const line = (name: string, one: Sums) => [
      neutral(name),
      grouped(one.sessions),
      grouped(one.turns),
      grouped(one.tool_calls),
      grouped(one.failed_calls),
      grouped(one.denials),
      grouped(one.input_tokens),
      grouped(one.output_tokens),
      costWords(one),
    ];
    const lines = answer[answer.by].map(({ name, ...one }) => line(name, one));
    const notes = answer.derived.map((note) => `${styled(terminal, 'dim', note)}\n`).join('');
    return `${columns([head, ...lines, line('all', answer.total)])}\n${notes}`;
  },
  warnings: ({ sessions_unreadable: unreadable }) =>
    unreadable === 0 ? [] : [`${counted(unreadable, 'session')} could not be read`],
});

function costWords({ cost_microusd, estimated_cost_microusd, answers, answers_without_cost }: Sums): string {
  if (answers > 0 && answers === answers_without_cost) return 'unknown';
  const about = estimated_cost_microusd > 0 ? '~' : '';
  const more = answers_without_cost > 0 ? ' or more' : '';
  return `${about}${dollars(cost_microusd + estimated_cost_microusd)}${more}`;
}

function derivedWords(total: Sums, repeated: number, retold: number): string[] {
  const { estimated_cost_microusd, answers_without_tokens, answers_without_cost } = total;
  return [
    ...(estimated_cost_microusd > 0
      ? [`~ ${dollars(estimated_cost_microusd)} of the cost is an estimate from ctx’s price table`]
      : []),
    ...(answers_without_cost > 0
      ? [`${counted(answers_without_cost, 'answer')} without a known cost are not in the sums`]
      : []),
    ...(answers_without_tokens > 0
      ? [`${counted(answers_without_tokens, 'answer')} without known tokens are not in the sums`]
      : []),
    ...(repeated > 0 ? [`${counted(repeated, 'repeated answer')} counted once`] : []),
    ...(retold > 0 ? [`${counted(retold, 'captured run')} counted as imported`] : []),
  ];
}
