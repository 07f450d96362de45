// Verifying a session whose calls all stand in one answer: what four times as many take, to what so many take.

import { join } from 'node:path';
import { median, timed } from '../figures.js';
import { writeLargeSession } from '../large-session.js';
import { inFolder } from '../place.js';
import { verifyOpenSession } from '../verify-open-session.js';

const [few = 0, many = 0] = await inFolder((folder) =>
  [8_000, 32_000].map((calls) => {
    const path = join(folder, `${calls}.jsonl`);
    writeLargeSession(path, calls, 20, calls);
    return median(Array.from({ length: 3 }, () => timed(() => verifyOpenSession(path))));
  }),
);
console.log(JSON.stringify({ growth: many / few, seconds: many / 1000 }));
