// A short word about what was just done.

import { useEffect } from 'preact/hooks';
import { Foreign } from '../parts/foreign.js';
import { useDashboard } from '../state/dashboard.js';
import { useStore } from '../state/store.js';

const shownFor = 5_000;

export function Toast() {
  const { toast } = useDashboard();
  const said = useStore(toast);
  useEffect(() => {
    if (said === '') return;
    const timer = setTimeout(() => toast.set(''), shownFor);
    return () => clearTimeout(timer);
  }, [said, toast]);
  return (
    <div role="status" aria-live="polite">
      {said === '' ? null : (
        <div class="toast">
          <Foreign text={said} />
        </div>
      )}
    </div>
  );
}
