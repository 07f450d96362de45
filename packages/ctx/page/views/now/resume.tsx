// Goes on with a session that was cut short, or gives it more to do.

import { useId, useRef, useState } from 'preact/hooks';
import type { ResumeRequest, SessionRow } from '../../../src/dashboard/api.js';
import { Foreign } from '../../parts/foreign.js';
import { titleOf } from '../../parts/session-words.js';
import { useDashboard } from '../../state/dashboard.js';
import { faultOf } from '../../state/fetched.js';
import { sessionPath } from '../../state/route.js';
import { useStore } from '../../state/store.js';

interface ResumeProps {
  readonly row: SessionRow;
  readonly isSmall?: boolean;
}

export function ResumeButton({ row, isSmall = false }: ResumeProps) {
  const { ask, data, toast } = useDashboard();
  const status = useStore(data.status);
  const dialog = useRef<HTMLDialogElement>(null);
  const [task, setTask] = useState('');
  const [isBusy, setBusy] = useState(false);
  const id = useId();
  const why = status?.control === true ? undefined : 'Only with ctx ui --control';
  const needsTask = row.stop_reason === 'completed';
  const submit = async (event: Event) => {
    event.preventDefault();
    setBusy(true);
    try {
      const request: ResumeRequest = task.trim() === '' ? {} : { task: task.trim() };
      await ask.post(`/api${sessionPath(row.key)}/resume`, request);
      toast.set('Resumed: it appears under Running.');
      setTask('');
      dialog.current?.close();
    } catch (error) {
      toast.set(faultOf(error).message);
    }
    setBusy(false);
  };
  return (
    <>
      <button
        type="button"
        class={`btn${isSmall ? ' tiny' : ''}`}
        disabled={why !== undefined}
        title={why}
        onClick={() => dialog.current?.showModal()}
      >
        Resume
      </button>
      <dialog ref={dialog} aria-labelledby={`${id}-title`}>
        <form class="dialog" onSubmit={submit}>
          <header>
            <h2 id={`${id}-title`}>Resume</h2>
            <button type="button" class="btn tiny" onClick={() => dialog.current?.close()}>
              Close
            </button>
          </header>
          <p class="soft">
            <Foreign text={titleOf(row)} />
          </p>
          <label for={`${id}-task`}>
            {needsTask ? 'What to do next' : 'What to do next (empty: continue where it stopped)'}
          </label>
          <textarea
            id={`${id}-task`}
            rows={4}
            required={needsTask}
            value={task}
            onInput={({ currentTarget }) => setTask(currentTarget.value)}
          />
          <p>
            <button type="submit" class="btn main" disabled={isBusy}>
              Resume
            </button>
          </p>
        </form>
      </dialog>
    </>
  );
}
