// File systems without hard links (FAT, some mounts of containers and servers) answer to link with EPERM or ENOTSUP.

import { expect, it } from 'vitest';
import { builtFolder } from './built.js';
import { Place } from './faults/place.js';
import { shimOrNote } from './faults/shim-or-note.js';
import { temporaryFolder } from './folder.js';

it.each(['EPERM', 'ENOTSUP'] as const)(
  'everything that takes a lock works where link says %s',
  async (how) => {
    const shim = shimOrNote();
    if (shim === undefined) return;
    const place = new Place(temporaryFolder(), builtFolder());
    place.write('project/s.yaml', 'model: script/1\nreplies: [{say: Done.}]\n');
    let hits = 0;
    for (const argv of [
      ['init'],
      ['pad', 'add', 'one'],
      ['pad', 'add', 'two'],
      ['task', 'add', 'three'],
      ['run', '--task', 'Go.', '--model', 'script:s.yaml', '--no-sandbox', '--session-id', 's'],
      ['verify', 's'],
    ]) {
      const { env, hit } = shim.fault(place.top, { call: 'link', how, lasting: true }, 1);
      const answer = await place.start([...argv, '--output-format', 'json'], env);
      if (hit()) hits += 1;
      expect(JSON.parse(answer.stdout), argv.join(' ')).toMatchObject({ exit_code: 0 });
    }
    expect(hits).toBeGreaterThan(2);
    expect(JSON.stringify((await place.ask('pad')).data)).toMatch(/one.*two/);
    const { checks } = (await place.ask('doctor', '--exit-zero')).data ?? {};
    expect(JSON.stringify(checks)).toContain('nothing is lying about');
  },
);
