// A receiver that lies, and what becomes of the session.

import { PassThrough } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { type Connection, connect } from '../src/acp/connection.js';
import { streamCarrier } from '../src/acp/stream-carrier.js';
import { moveThere } from '../src/commands/teleport/move.js';
import { connectPeer } from '../src/commands/teleport/peer.js';
import { methods } from '../src/teleport/methods.js';
import { jsonOf } from './scripted.js';
import { git, isLive, journey, machine, text } from './teleport-machines.js';

describe('a hostile receiver', () => {
  /** Says yes to everything, and keeps nothing. */
  function liar(receipt: unknown, answer: object = {}): Connection {
    const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
    let offered: { log?: { head?: string }; tree?: { digest?: string } } = {};
    connect(streamCarrier(toAgent, fromAgent), {
      requests: {
        [methods.offer]: (params) => {
          offered = Object(params);
          return { host: 'liar', root: '/x', obstacles: [], commits: [], ...answer };
        },
        [methods.manifest]: () => ({ obstacles: [], wanted: [] }),
        [methods.put]: (params) => {
          const { offset, data } = Object(params);
          return { received: offset + Buffer.from(data, 'base64').length };
        },
        [methods.stage]: () => ({ head: offered.log?.head, tree: offered.tree?.digest }),
        [methods.commit]: () => ({ receipt }),
        [methods.state]: () => ({ phase: 'committed', receipt }),
        [methods.abort]: () => ({ phase: 'aborted' }),
      },
      notifications: {},
    });
    return connect(streamCarrier(fromAgent, toAgent), { requests: {}, notifications: {} });
  }

  it('is not believed without the record that shows it, and the session is whole here', async () => {
    const trip = await journey();
    const services = trip.here.services(trip.cwd);
    const moving = { path: trip.path, target: 'test', into: '', allowOtherVersion: false, isCheck: false };
    for (const receipt of [
      undefined,
      '',
      '{}',
      '{"type":"session.moved","way":"in"}',
      text(trip.path).split('\n')[0],
    ])
      await expect(moveThere(moving, liar(receipt), services)).rejects.toMatchObject({
        code: 'teleport_unproven',
      });
    // Nobody goes on with it, and it can be taken back.
    expect(isLive(trip.path)).toBe(false);
    await trip.cancel();
    expect(isLive(trip.path)).toBe(true);
    const verified = await jsonOf(['verify', 's'], { cwd: trip.cwd, env: trip.here.env });
    expect(verified.data).toMatchObject({ verdict: 'pass' });
  });

  it('names nothing to git but commits that it was asked about', async () => {
    const trip = await journey((cwd) => {
      git(cwd, 'init', '-q');
      git(cwd, 'commit', '-q', '--allow-empty', '-m', 'one');
    });
    const services = trip.here.services(trip.cwd);
    const moving = { path: trip.path, target: 'test', into: '', allowOtherVersion: false, isCheck: false };
    const answer = { commits: ['--all', '-x', 'b'.repeat(40), 7], head: '--help', branchTip: '--help' };
    await expect(moveThere(moving, liar(undefined, answer), services)).rejects.toMatchObject({
      code: 'teleport_unproven',
    });
  });

  it('that is another program is refused before anything is offered', async () => {
    const [toAgent, fromAgent] = [new PassThrough(), new PassThrough()];
    const agentInfo = { name: 'other', version: '1' };
    connect(streamCarrier(toAgent, fromAgent), {
      requests: { initialize: () => ({ protocolVersion: 1, agentInfo }) },
      notifications: {},
    });
    const services = machine().services('/');
    await expect(connectPeer(streamCarrier(fromAgent, toAgent), 'x', services)).rejects.toMatchObject({
      code: 'teleport_unsupported',
    });
  });
});
