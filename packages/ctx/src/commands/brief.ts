import * as t from 'typebox';
import { clawable, type Services } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { briefKinds, type RecentSession } from '../memory/brief/candidates.js';
import { composeBrief } from '../memory/brief/compose.js';
import { openContext } from '../memory/context.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { foreignSessionsFolder } from '../session/foreign-sessions.js';
import { listSessions } from '../session/list.js';

export default clawable({
  name: 'brief',
  group: 'memory',
  summary: 'Print a project brief that fits a token budget',
  description:
    'Prints the newest handover, due reminders, open tasks, conventions, decisions and learnings, and what other agents were asked here lately, ranked by kind, age and what they share with the branch, the uncommitted changes and the open tasks. Each item names its source. The text never exceeds the token budget; the estimate rounds up (`ctx docs memory`). The same project gives the same brief. The pad is never included.',
  examples: [
    { line: 'ctx brief', says: 'about 4,000 tokens' },
    { line: 'ctx brief --budget 800', says: 'only what matters most' },
    { line: 'ctx brief --output-format json', says: 'the same, with scores' },
  ],
  arguments: {},
  flags: { budget: flag.integerOr(4000, 'limit of tokens for the text', { min: 1, max: 1_000_000 }) },
  returns: t.Object(
    {
      budget: t.Integer(),
      tokens: t.Integer(),
      branch: t.Union([t.String(), t.Null()]),
      items: t.Array(
        t.Object(
          {
            kind: t.Enum(briefKinds),
            id: t.Union([t.String(), t.Null()]),
            title: t.String(),
            source: t.String(),
            score: t.Number(),
            tokens: t.Integer(),
            shortened: t.Boolean(),
          },
          closed,
        ),
      ),
      left_out: t.Integer(),
      text: t.String(),
      /** Parts of the memory that could not be read, and why. */
      unread: t.Array(t.Object({ source: t.String(), why: t.String() }, closed)),
    },
    closed,
  ),
  async run({ flags }, services) {
    const now = services.clock.now();
    const sessions = recentSessions(services);
    const composed = await composeBrief(openContext(services), now, flags.budget, { sessions });
    const { packet, branch, unread } = composed;
    const { text, tokens, items, left_out } = packet;
    const shown = items.map((item) => ({ ...item, id: item.id ?? null }));
    return {
      budget: flags.budget,
      tokens,
      branch: branch ?? null,
      items: shown,
      left_out,
      text,
      unread: [...unread],
    };
  },
  render({ text, left_out }) {
    if (text === '')
      return left_out === 0 ? 'There is nothing to say yet.' : 'The budget is too small for anything.';
    return text;
  },
  warnings: ({ left_out, budget, unread }) => [
    ...unread.map(({ source, why }) => `${source} could not be read (${why})`),
    ...(left_out === 0
      ? []
      : [`${left_out} more did not fit into ${budget} tokens; --budget gives them room`]),
  ],
});

const mostSessions = 5;

/** Of other agents alone: what ctx itself did is in its handovers. */
function recentSessions(services: Services): RecentSession[] {
  const folder = foreignSessionsFolder(projectRoot(services), services.env);
  const { rows } = folder === undefined ? { rows: [] } : listSessions(folder, mostSessions);
  return rows.flatMap((row) => {
    if (!row.readable || row.title === '') return [];
    const { session_id, title, stop_reason, last_modified, agent = 'ctx' } = row;
    return [{ session_id, agent, title, stop_reason, at: Date.parse(last_modified) }];
  });
}
