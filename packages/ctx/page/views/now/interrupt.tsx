// Stops a session as Ctrl-C would, after one more click: a stop cannot be taken back.

import { useState } from 'preact/hooks';
import type { LiveSession } from '../../../src/dashboard/api.js';
import { useDashboard } from '../../state/dashboard.js';
import { faultOf } from '../../state/fetched.js';
import { sessionPath } from '../../state/route.js';
import { useStore } from '../../state/store.js';

export function InterruptButton({ live }: { readonly live: LiveSession }) {
  const { ask, data, toast } = useDashboard();
  const status = useStore(data.status);
  const [isSure, setSure] = useState(false);
  const [isAsked, setAsked] = useState(false);
  const canControl = status?.control === true;
  const why = !canControl
    ? 'Only with ctx ui --control'
    : live.interruptible
      ? undefined
      : 'ctx cannot reach this agent: stop it where it runs';
  const press = async () => {
    if (!isSure) {
      setSure(true);
      return;
    }
    setAsked(true);
    try {
      await ask.post(`/api${sessionPath(live.key)}/interrupt`, {});
      toast.set('Asked it to stop.');
    } catch (error) {
      setAsked(false);
      setSure(false);
      toast.set(faultOf(error).message);
    }
  };
  return (
    <button
      type="button"
      class="btn danger"
      disabled={why !== undefined || isAsked}
      title={why}
      onClick={press}
      onBlur={() => setSure(false)}
    >
      {isAsked ? 'Stopping' : isSure ? 'Really interrupt?' : 'Interrupt'}
    </button>
  );
}
