import { expect, it } from 'vitest';
import { eventReader } from './event-stream.js';

it('gives events as they become whole, wherever the pieces are cut', () => {
  const text = ': hello\n\nevent: live\nid: a-1\ndata: {"a":1}\n\ndata: x\ndata: y\r\n\r\nevent: none\n\n';
  for (let at = 0; at <= text.length; at++) {
    const take = eventReader();
    expect([...take(text.slice(0, at)), ...take(text.slice(at))]).toEqual([
      { event: 'live', data: '{"a":1}', id: 'a-1' },
      { event: 'message', data: 'x\ny', id: undefined },
    ]);
  }
});
