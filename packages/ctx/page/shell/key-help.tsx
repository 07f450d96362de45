// All keys, and the switch that turns them off.

import type { RefObject } from 'preact';
import { keepSingleKeys } from '../parts/keys.js';
import { useDashboard } from '../state/dashboard.js';
import { useStore } from '../state/store.js';

const groups: readonly { readonly name: string; readonly keys: readonly (readonly [string, string])[] }[] = [
  {
    name: 'Everywhere',
    keys: [
      ['g n', 'Now'],
      ['g s', 'Sessions'],
      ['g f', 'Fleets'],
      ['g t', 'Trends'],
      ['g p', 'Policy lab'],
      ['g m', 'Memory'],
      ['g c', 'Catalog'],
      ['?', 'This list'],
      ['Tab', 'Next link, button or field'],
    ],
  },
  {
    name: 'Sessions',
    keys: [
      ['/', 'Search'],
      ['j', 'Next session'],
      ['k', 'Previous session'],
      ['Enter', 'Open it'],
      ['x', 'Mark it for a comparison'],
      ['c', 'Compare the two marked sessions'],
    ],
  },
  {
    name: 'A session',
    keys: [
      ['1 … 5', 'Overview, conversation, changes, findings, evidence'],
      ['u', 'Back to all sessions'],
    ],
  },
  {
    name: 'A fleet',
    keys: [
      ['j, k', 'Next and previous session'],
      ['Enter', 'Open it'],
      ['u', 'Back to all fleets'],
    ],
  },
  {
    name: 'Now, with a question',
    keys: [
      ['j, k', 'Next and previous question'],
      ['a', 'Allow it once'],
      ['d', 'Deny it'],
    ],
  },
];

export function KeyHelp({ dialog }: { readonly dialog: RefObject<HTMLDialogElement | null> }) {
  const { singleKeys } = useDashboard();
  const areOn = useStore(singleKeys);
  const change = ({ currentTarget }: { currentTarget: HTMLInputElement }) => {
    keepSingleKeys(currentTarget.checked);
    singleKeys.set(currentTarget.checked);
  };
  return (
    <dialog ref={dialog} aria-labelledby="keys-title">
      <div class="dialog">
        <header>
          <h2 id="keys-title">Keyboard</h2>
          <button type="button" class="btn tiny" onClick={() => dialog.current?.close()}>
            Close
          </button>
        </header>
        {groups.map(({ name, keys }) => (
          <KeyGroup name={name} keys={keys} key={name} />
        ))}
        <p>
          <label>
            <input type="checkbox" checked={areOn} onChange={change} /> Use single keys
          </label>
        </p>
      </div>
    </dialog>
  );
}

function KeyGroup({ name, keys }: (typeof groups)[number]) {
  return (
    <>
      <h3 class="keygroup">{name}</h3>
      <dl>
        {keys.map(([key, does]) => (
          <div class="keypair" key={key}>
            <dt>
              <kbd>{key}</kbd>
            </dt>
            <dd>{does}</dd>
          </div>
        ))}
      </dl>
    </>
  );
}
