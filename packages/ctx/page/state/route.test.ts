import { expect, it } from 'vitest';
import { routeOf, sessionPath } from './route.js';

const at = (path: string) => routeOf(new URL(path, 'http://127.0.0.1'));

it.each([
  ['/', 'now'],
  ['/now', 'now'],
  ['/sessions', 'sessions'],
  ['/sessions/', 'sessions'],
  ['/trends?range=7', 'trends'],
  ['/compare?a=x&b=y', 'compare'],
  ['/else', 'unknown'],
])('%s shows %s', (path, view) => expect(at(path).view).toBe(view));

it.each(['a', 'a/b', 'ü €', '%', '../../etc', '?x#y', '<script>'])(
  'finds the session %j by its own address',
  (key) => {
    expect(at(sessionPath(key))).toMatchObject({ view: 'session', key });
  },
);

it('takes a broken escape as it is', () => expect(at('/sessions/%E0%A4%A').key).toBe('%E0%A4%A'));
