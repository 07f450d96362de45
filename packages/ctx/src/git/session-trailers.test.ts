import { expect, it } from 'vitest';
import { trailersIn, trailerText } from './session-trailers.js';

const head = `sha256:${'a'.repeat(64)}`;

it('finds the trailers in the last paragraph of a message, and what is not written as one is none', () => {
  const one = { session_id: 'fix-it', head };
  const message = `Fix it\n\nCtx-Session: not-here ${head}\n\nSigned-off-by: A\n${trailerText(one)}\nctx-session: two ${head}\n`;
  expect(trailersIn(message)).toEqual([one, { session_id: 'two', head }]);
  expect(trailersIn(`Fix\n\nCtx-Session: ../x ${head}\nCtx-Session: a sha256:abc`)).toEqual([]);
});
