import { expect, it } from 'vitest';
import { retryAfter } from './retry-after.js';

const date = 'Mon, 16 Nov 2026 10:00:00 GMT';

it.each([
  [{}, undefined],
  [{ 'retry-after': '7' }, 7000],
  [{ 'retry-after': '0.25' }, 250],
  [{ 'retry-after-ms': '1500.5', 'retry-after': '60' }, 1501],
  [{ 'retry-after': 'Mon, 16 Nov 2026 10:00:30 GMT', date }, 30_000],
  [{ 'retry-after': 'Mon, 16 Nov 2026 09:59:30 GMT', date }, 0],
  [{ 'retry-after': 'Mon, 16 Nov 2026 10:00:30 GMT' }, undefined],
  [{ 'retry-after': 'soon' }, undefined],
  [{ 'retry-after': '-1' }, undefined],
  [{ 'retry-after': '9'.repeat(400) }, undefined],
])('of %j is %j milliseconds', (headers, wait) => {
  expect(retryAfter({ ...headers })).toBe(wait);
});
