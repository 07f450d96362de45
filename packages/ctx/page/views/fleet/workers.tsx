// Who works on a fleet, and who holds sessions and says nothing any more.

import type { WorkerRow } from '../../../src/dashboard/fleet-api.js';
import { duration, grouped } from '../../../src/evidence/story/amounts.js';
import { Block, useNow } from '../../parts/basics.js';
import { Foreign } from '../../parts/foreign.js';
import { WorkerBadge } from './standing.js';

const mostShown = 200;

export function Workers({ workers }: { readonly workers: readonly WorkerRow[] }) {
  const now = useNow();
  if (workers.length === 0) return null;
  const silent = workers.filter(({ state }) => state === 'silent');
  const held = silent.reduce((sum, { running }) => sum + running, 0);
  const shown = [...silent, ...workers.filter(({ state }) => state !== 'silent')].slice(0, mostShown);
  return (
    <Block
      title="Workers"
      end={
        silent.length === 0
          ? undefined
          : `${silent.length} silent, with ${grouped(held)} ${held === 1 ? 'session' : 'sessions'}`
      }
    >
      <div class="card wide" tabIndex={0}>
        <table>
          <caption class="hidden">Workers</caption>
          <thead>
            <tr>
              <th scope="col">worker</th>
              <th scope="col">state</th>
              <th scope="col" class="n">
                running
              </th>
              <th scope="col" class="n">
                ended
              </th>
              <th scope="col" class="n">
                failed
              </th>
              <th scope="col" class="n">
                last heard from
              </th>
            </tr>
          </thead>
          <tbody>
            {shown.map(({ worker, state, running, ended, failed, heard }) => (
              <tr key={worker}>
                <th scope="row">
                  <Foreign text={worker} />
                </th>
                <td>
                  <WorkerBadge state={state} />
                </td>
                <td class="n">{grouped(running)}</td>
                <td class="n">{grouped(ended)}</td>
                <td class="n">{grouped(failed)}</td>
                <td class="n">{agoOf(heard, now)}</td>
              </tr>
            ))}
          </tbody>
        </table>
        {workers.length <= mostShown ? null : (
          <p class="small soft">{grouped(workers.length - mostShown)} more are not shown.</p>
        )}
      </div>
    </Block>
  );
}

function agoOf(at: number, now: number): string {
  const ms = Math.max(0, now - at);
  return ms < 2000 ? 'now' : `${duration(Math.floor(ms / 1000) * 1000)} ago`;
}
