import { describe } from 'vitest';
import { promisesOfSectionLedger } from '../../test/section-ledger.js';

describe('ctx learning', () => {
  promisesOfSectionLedger({
    kind: 'learning',
    file: 'LEARNINGS.md',
    field: 'lesson',
    label: 'Lesson',
    flags: ['--context', 'c', '--lesson', 'l', '--apply', 'a'],
    body: '- **Context:** c\n- **Lesson:** l\n- **Apply:** a',
  });
});
