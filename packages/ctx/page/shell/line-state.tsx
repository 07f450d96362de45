// Whether the server is there, and what to do when it is not.

import { duration } from '../../src/evidence/story/amounts.js';
import { useNow } from '../parts/basics.js';
import { useDashboard } from '../state/dashboard.js';
import { useStore } from '../state/store.js';

export function LineState() {
  const { data } = useDashboard();
  const { state } = useStore(data.connection);
  const said = state === 'live' ? 'Live' : state === 'connecting' ? 'Connecting' : 'Server stopped';
  const look = state === 'live' ? 'live' : state === 'connecting' ? 'open' : 'bad';
  return (
    <div class="line-state" role="status">
      <span class={`dot ${look}`} />
      <span>{said}</span>
    </div>
  );
}

export function LostBanner() {
  const { data } = useDashboard();
  const connection = useStore(data.connection);
  return connection.state === 'lost' ? <Lost since={connection.since} /> : null;
}

function Lost({ since }: { readonly since: number }) {
  const now = useNow();
  const whole = Math.max(0, Math.floor((now - since) / 1000)) * 1000;
  return (
    <div class="banner" role="alert">
      <b>The server has stopped.</b>
      <span>
        You see its last data
        {whole < 1000 ? '' : <span aria-hidden="true">, from {duration(whole)} ago</span>}. The page
        reconnects as soon as <code>ctx ui</code> runs again on this address.
      </span>
    </div>
  );
}
