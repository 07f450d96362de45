import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../test/memory-project.js';

describe('ctx remind', () => {
  it('is due at once without a time, and later with one', async () => {
    const project = await memoryProject();
    expect((await project.text('remind', 'do', 'it')).stdout).toBe('Reminder 1, due: do it\n');
    const later = await project.data('remind', 'rotate', '--after', '2w');
    expect(later).toMatchObject({ reminder: { id: 2, due: false, due_at: '2026-11-29T20:00:03.000Z' } });
    expect((await project.text('remind', 'x', '--after', '2027-01-15')).stdout).toContain(
      'due 2027-01-15: x',
    );
    expect((await project.text('remind', 'x', '--after', '2027-01-15T09:05')).stdout).toContain(
      'due 2027-01-15 09:05',
    );
  });

  it('keeps keys that it does not know', async () => {
    const project = await memoryProject();
    const mine = {
      id: 4,
      text: 'a',
      created_at: '2026-01-01T00:00:00Z',
      due_at: '2026-01-01T00:00:00Z',
      colour: 'red',
    };
    project.write(
      'reminders.json',
      JSON.stringify({ $schema: 'x', next: 2, reminders: [mine], more: { a: 1 } }),
    );
    await project.data('remind', 'b');
    expect(JSON.parse(project.read('reminders.json'))).toMatchObject({
      $schema: 'x',
      next: 6,
      reminders: [mine, { id: 5, text: 'b' }],
      more: { a: 1 },
    });
  });

  it.each([
    [['add', 'x'], 'Did you mean `ctx remind TEXT`? A text goes in quotes: `ctx remind "add x"`.'],
    [['ad', 'x'], 'Did you mean `ctx remind TEXT`? A text goes in quotes: `ctx remind "ad x"`.'],
    [['add'], 'Did you mean `ctx remind TEXT`?'],
    [['rm', '1'], 'Did you mean `ctx remind dismiss`? A text goes in quotes: `ctx remind "rm 1"`.'],
    [['done', '1'], 'Did you mean `ctx remind dismiss`? A text goes in quotes: `ctx remind "done 1"`.'],
    [['remove', '1'], 'Did you mean `ctx remind dismiss`? A text goes in quotes: `ctx remind "remove 1"`.'],
    [['delete', '1'], 'Did you mean `ctx remind dismiss`? A text goes in quotes: `ctx remind "delete 1"`.'],
    [['show'], 'Did you mean `ctx remind list`?'],
    [['--after', '2w', 'add'], 'Did you mean `ctx remind TEXT`?'],
    [['--after=2w', 'add'], 'Did you mean `ctx remind TEXT`?'],
    [['--json', 'add'], 'Did you mean `ctx remind TEXT`?'],
  ])(
    'takes %j for a command that is not there, makes no reminder of it, and says how to',
    async (line, hint) => {
      const project = await memoryProject();
      expect(await project.error('remind', ...line)).toMatchObject({ code: 'command_unknown', hint });
      expect(await project.data('remind', 'list')).toMatchObject({ reminders: [] });
    },
  );

  it('takes such a word inside quotes or behind --, and other words without quotes, for a text', async () => {
    const project = await memoryProject();
    for (const line of [
      ['add tests'],
      ['--', 'add', 'tests'],
      ['test', 'the', 'key'],
      ['--after', '0m', 'x'],
    ])
      expect(await project.text('remind', ...line)).toMatchObject({ exitCode: 0 });
    expect((await project.text('remind', 'list')).stdout).toMatch(
      /1 +due +add tests\n2 +due +add tests\n3 +due +test the key\n4 +due +x\n/,
    );
  });

  it('refuses dates that do not exist, and nothing at all', async () => {
    const project = await memoryProject();
    const error = await project.error('remind', 'x', '--after', '2026-02-30');
    expect(error).toMatchObject({ code: 'date_invalid', kind: 'parse', target: '2026-02-30' });
    expect(error.hint).toContain('2026-12-24');
    expect(await project.error('remind', ' ')).toMatchObject({ code: 'text_missing' });
  });

  it.each([
    ['no JSON', '{"reminders": [\n', 'is not valid JSON'],
    ['a list', '[]', 'should begin an object with a list `reminders`'],
    ['a reminder without a text', '{"reminders":[{"id":1}]}', 'reminder 1 of the list'],
    [
      'a time that is none',
      '{"reminders":[{"id":1,"text":"x","created_at":"x","due_at":"y"}]}',
      'reminder 1 of the list',
    ],
    [
      'an id that is none',
      '{"reminders":[{"id":0,"text":"x","created_at":"x","due_at":"y"}]}',
      'reminder 1 of the list',
    ],
    ['a reminder that is none', '{"reminders":[7]}', 'reminder 1 of the list'],
  ])('never overwrites a file with %s', async (_, text, problem) => {
    const project = await memoryProject();
    project.write('reminders.json', text);
    const error = await project.error('remind', 'x');
    expect(error).toMatchObject({ code: 'memory_file_malformed', target: '.context/reminders.json' });
    expect(error.message).toContain(problem);
    expect(project.read('reminders.json')).toBe(text);
  });

  it('loses none of twenty that are made at the same time', async () => {
    const project = await memoryProject();
    const calls = Array.from({ length: 20 }, (_, i) => project.process(['remind', `reminder ${i}`]));
    expect((await Promise.all(calls)).map(({ stderr }) => stderr).join('')).toBe('');
    const { reminders } = await project.data('remind', 'list');
    expect(reminders).toHaveLength(20);
  });
});
