// Adds one to the memory, with the fields that its kind has.

import { useId, useState } from 'preact/hooks';
import type { MemoryChange } from '../../../src/dashboard/api.js';
import type { MemoryKind } from '../memory.js';

type Kept = Exclude<MemoryKind, 'handovers'>;

const kinds = {
  tasks: 'task',
  decisions: 'decision',
  learnings: 'learning',
  conventions: 'convention',
} as const;
const fields: Readonly<Record<Kept, readonly string[]>> = {
  reminders: [],
  tasks: ['details'],
  decisions: ['context', 'because', 'consequence'],
  learnings: ['context', 'lesson', 'apply'],
  conventions: ['details', 'example'],
};

interface FormProps {
  readonly kind: Kept;
  readonly isBusy: boolean;
  readonly change: (what: MemoryChange, done: string) => Promise<boolean>;
}

export function AddForm({ kind, isBusy, change }: FormProps) {
  const [title, setTitle] = useState('');
  const [after, setAfter] = useState('');
  const [more, setMore] = useState<Readonly<Record<string, string>>>({});
  const id = useId();
  const submit = async (event: Event) => {
    event.preventDefault();
    const said = Object.fromEntries(Object.entries(more).filter(([, text]) => text.trim() !== ''));
    const what: MemoryChange =
      kind === 'reminders'
        ? { action: 'remind', text: title.trim(), ...(after === '' ? {} : { after }) }
        : {
            action: 'add',
            kind: kinds[kind],
            title: title.trim(),
            ...(Object.keys(said).length === 0 ? {} : { fields: said }),
          };
    if (!(await change(what, 'Added.'))) return;
    setTitle('');
    setAfter('');
    setMore({});
  };
  const name = kind === 'reminders' ? 'reminder' : kinds[kind];
  return (
    <form class="card add" onSubmit={submit}>
      <label for={`${id}-title`}>New {name}</label>
      <div class="row">
        <input
          id={`${id}-title`}
          required
          maxLength={500}
          value={title}
          onInput={({ currentTarget }) => setTitle(currentTarget.value)}
        />
        {kind === 'reminders' ? (
          <label class="date">
            <span>from</span>
            <input type="date" value={after} onInput={({ currentTarget }) => setAfter(currentTarget.value)} />
          </label>
        ) : null}
        <button type="submit" class="btn main" disabled={isBusy || title.trim() === ''}>
          Add
        </button>
      </div>
      {fields[kind].length === 0 || title === '' ? null : (
        <div class="more-fields">
          {fields[kind].map((field) => (
            <label key={field}>
              <span class="small soft">{field}</span>
              <textarea
                rows={2}
                maxLength={4000}
                value={more[field] ?? ''}
                onInput={({ currentTarget }) =>
                  setMore((before) => ({ ...before, [field]: currentTarget.value }))
                }
              />
            </label>
          ))}
        </div>
      )}
    </form>
  );
}
