// Without a token there is nothing to see: what to do, and a place to put one.

import { useState } from 'preact/hooks';
import { BrandMark } from '../parts/icons.js';

interface DoorProps {
  readonly wasRefused: boolean;
  readonly enter: (token: string) => void;
}

export function Door({ wasRefused, enter }: DoorProps) {
  const [said, setSaid] = useState('');
  const submit = (event: Event) => {
    event.preventDefault();
    const token = /[?&]token=([^&\s]+)/.exec(said)?.[1] ?? said.trim();
    if (token !== '') enter(token);
  };
  return (
    <main class="gate">
      <div class="brand">
        <BrandMark />
        <div>
          <b>ctx</b>
          <span>The dashboard</span>
        </div>
      </div>
      <form class="card door" onSubmit={submit}>
        <h1>{wasRefused ? 'This token is no longer valid' : 'This page needs its token'}</h1>
        <p class="soft">
          {wasRefused
            ? 'The server was started again, and a token lasts as long as its server.'
            : 'Only somebody who can read your terminal may read your sessions.'}{' '}
          Open the address that <code>ctx ui</code> printed, or paste it here.
        </p>
        <label for="token">Address or token</label>
        <div class="row">
          <input
            id="token"
            autocomplete="off"
            spellcheck={false}
            value={said}
            onInput={({ currentTarget }) => setSaid(currentTarget.value)}
          />
          <button type="submit" class="btn main">
            Open
          </button>
        </div>
      </form>
    </main>
  );
}
