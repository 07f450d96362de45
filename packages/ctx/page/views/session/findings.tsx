// What a reviewer looks for first: denials, failures, repairs; and claims that the log does not bear out.

import { claimWords, isDoubtful } from '../../../src/evidence/claims/judged.js';
import { eventWords } from '../../../src/evidence/story/event-words.js';
import { stoodOut } from '../../../src/evidence/story/stood-out.js';
import type { RunStory, SessionStory } from '../../../src/evidence/story/story.js';
import { Badge, Block } from '../../parts/basics.js';
import { Columns } from '../../parts/columns.js';
import { Foreign } from '../../parts/foreign.js';
import { recordPath } from './overview.js';

const most = 500;

interface FindingsProps {
  readonly story: SessionStory;
  readonly run: RunStory;
}

/** What the tab counts. */
export function findingsOf({ claims }: SessionStory, run: RunStory): readonly unknown[] {
  return [...stoodOut(run), ...claims.filter((claim) => claim.run_id === run.run_id && isDoubtful(claim))];
}

export function Findings({ story, run }: FindingsProps) {
  const rows = stoodOut(run);
  const claims = story.claims.filter(({ run_id }) => run_id === run.run_id);
  const doubtful = claims.filter(isDoubtful).length;
  return (
    <>
      <Block title="Denials, failures and repairs">
        {rows.length === 0 ? (
          <p class="card soft">
            None: no call was denied, nothing failed, nothing was repaired, compacted or interrupted.
          </p>
        ) : (
          <Rows
            rows={rows.slice(0, most).map(({ what, look, turn, seq, says }) => ({
              badge: what,
              look,
              turn: String(turn),
              seq,
              says,
            }))}
            name="Denials, failures and repairs"
          />
        )}
        {rows.length + run.left_out.notable > most ? (
          <p class="small soft">… and {rows.length + run.left_out.notable - most} more.</p>
        ) : null}
        {run.redacted === 0 ? null : (
          <p class="small soft">{run.redacted} secrets were replaced before anything was written.</p>
        )}
      </Block>
      <Block
        title="Claims"
        end={claims.length === 0 ? undefined : `${doubtful} of ${claims.length} to look at`}
      >
        {claims.length === 0 ? (
          <p class="card soft">
            The agent claimed nothing that ctx could check in the log: no tests, build, commit or push.
          </p>
        ) : (
          <>
            <Rows
              name="Claims"
              rows={claims.slice(0, most).map((claim) => ({
                badge: claim.verdict.replaceAll('_', ' '),
                look: claim.verdict === 'held' ? 'good' : isDoubtful(claim) ? 'warn' : '',
                turn: String(claim.turn),
                seq: claim.seq,
                says: `“${claim.sentence}”: ${claimWords(claim)}.`,
              }))}
            />
            <p class="small soft">
              What the agent said, checked against the commands in this log. A reason to look, not a proof.
            </p>
          </>
        )}
      </Block>
      {story.events.length === 0 ? null : (
        <Block title="Outside of turns">
          <Rows
            name="Outside of turns"
            rows={story.events.slice(0, most).map(({ seq, record }) => {
              const { badge, says, bad } = eventWords(record);
              return {
                badge,
                look: bad === true ? ('bad' as const) : ('warn' as const),
                turn: '',
                seq,
                says,
              };
            })}
          />
        </Block>
      )}
    </>
  );
}

interface FindingRow {
  readonly badge: string;
  readonly look: 'good' | 'bad' | 'warn' | '';
  readonly turn: string;
  readonly seq: number;
  readonly says: string;
}

function Rows({ rows, name }: { readonly rows: readonly FindingRow[]; readonly name: string }) {
  return (
    <div class="card wide" tabIndex={0}>
      <table>
        <caption class="hidden">{name}</caption>
        <Columns of={['what', ['turn', 'opt'], 'record', 'says']} />
        <tbody>
          {rows.map(({ badge, look, turn, seq, says }) => (
            <tr key={`${seq} ${badge} ${says}`}>
              <td>
                <Badge look={look}>{badge}</Badge>
              </td>
              <td class="opt">{turn}</td>
              <td>
                <a href={recordPath(seq)}>{seq}</a>
              </td>
              <td>
                <Foreign text={says} />
              </td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
