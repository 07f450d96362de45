import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

describe('ctx task search', () => {
  it('finds tasks that hold every word, also those that are done, best first', async () => {
    const project = await memoryProject();
    await project.data('task', 'add', 'strict parser');
    await project.data(
      'task',
      'add',
      'other',
      '--details',
      'about the PARSER and being strict',
      '--tag',
      'lexer',
    );
    await project.data('task', 'add', 'unrelated');
    await project.data('task', 'done', '1');
    expect(await project.data('task', 'search', 'Parser', 'strict')).toMatchObject({
      items: [{ id: '1' }, { id: '2' }],
    });
    expect(await project.data('task', 'search', '"the parser"')).toMatchObject({ items: [{ id: '2' }] });
    expect(await project.data('task', 'search', 'lexer')).toMatchObject({ items: [{ id: '2' }] });
    expect((await project.text('task', 'search', 'nowhere')).stdout).toBe('Nothing found.\n');
    expect(await project.error('task', 'search', '""')).toMatchObject({ code: 'text_missing' });
  });
});
