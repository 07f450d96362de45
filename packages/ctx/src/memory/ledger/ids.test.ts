// Numbers are for people, ids for merges: what each command takes, and what older files have.

import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';
import { isShortId } from '../short-id.js';

interface Item {
  readonly id: string;
  readonly uid: string;
  readonly title: string;
  readonly done: boolean;
}

async function tasks(project: Awaited<ReturnType<typeof memoryProject>>): Promise<Item[]> {
  const { items } = await project.data('task', 'list', '--all');
  return JSON.parse(JSON.stringify(items));
}

describe('the ids of a ledger', () => {
  it('are given with the number, stand in the file, and name the item to every command', async () => {
    const project = await memoryProject();
    const { id, uid } = await project.data('task', 'add', 'one');
    expect([id, isShortId(String(uid))]).toEqual(['1', true]);
    expect(project.read('TASKS.md')).toContain(`<!-- ctx 1 2026-11-15T20:00:02.000Z ${uid} -->`);
    expect(await project.data('task', 'done', String(uid).slice(0, 4))).toEqual({ done: ['1'], already: [] });
    expect(project.read('TASKS.md')).toContain(`${uid} done 2026-`);
    expect(await project.data('task', 'done', String(uid), '1')).toEqual({ done: [], already: ['1'] });
    expect(await project.data('task', 'archive', String(uid))).toMatchObject({ archived: ['1'] });
  });

  it.each(['decision', 'learning', 'convention'])('name a %s, too', async (kind) => {
    const project = await memoryProject();
    const { uid } = await project.data(kind, 'add', 'one');
    expect(await project.data(kind, 'archive', String(uid).slice(0, 3))).toMatchObject({ archived: ['1'] });
  });

  it('differ for the same words at the same time', async () => {
    const project = await memoryProject();
    const first = await project.data('task', 'add', 'one');
    project.clock.advance(-1000);
    const second = await project.data('task', 'add', 'one');
    expect(first['uid']).not.toBe(second['uid']);
  });

  it('of an older file follow from number and time, and the file stays as it is', async () => {
    const project = await memoryProject();
    const text = '- [ ] old <!-- ctx 3 2026-11-15T20:00:00.000Z #a -->\n- [ ] new\n';
    project.write('TASKS.md', text);
    const [old] = await tasks(project);
    expect([old?.id, isShortId(old?.uid ?? '')]).toEqual(['3', true]);
    expect(project.read('TASKS.md')).toBe(text);
    expect(await project.data('task', 'done', old?.uid ?? '')).toEqual({ done: ['3'], already: [] });
    expect(project.read('TASKS.md')).toMatch(
      /^- \[x\] old <!-- ctx 3 2026-11-15T20:00:00\.000Z done \S+ #a -->\n- \[ \] new\n$/,
    );
    expect((await tasks(project))[0]?.uid).toBe(old?.uid);
  });

  it('stand for a number that two items have', async () => {
    const project = await memoryProject();
    project.write(
      'TASKS.md',
      '- [ ] mine <!-- ctx 1 2026-11-15T20:00:00Z abcdefg2 -->\n- [ ] theirs <!-- ctx 1 2026-11-15T20:00:00Z abxxxxx2 -->\n- [ ] other <!-- ctx 2 2026-11-15T20:00:00Z -->\n',
    );
    expect((await tasks(project)).map(({ id }) => id)).toEqual(['abcdefg2', 'abxxxxx2', '2']);
    expect(await project.error('task', 'done', '1')).toMatchObject({
      code: 'item_ambiguous',
      message: '1 matches more than one task: abcdefg2 (mine), abxxxxx2 (theirs).',
    });
    expect(await project.error('task', 'done', 'ab')).toMatchObject({ code: 'item_ambiguous' });
    expect(await project.data('task', 'done', 'abx')).toEqual({ done: ['abxxxxx2'], already: [] });
    expect((await tasks(project)).map(({ done }) => done)).toEqual([false, true, false]);
  });
});

describe('the ids of reminders', () => {
  it('are given with the number, and dismiss takes them', async () => {
    const project = await memoryProject();
    await project.data('remind', 'a');
    const { reminder } = await project.data('remind', 'b');
    const { uid }: { uid: string } = JSON.parse(JSON.stringify(reminder));
    expect(isShortId(uid)).toBe(true);
    expect(project.read('reminders.json')).toContain(`"uid": "${uid}"`);
    expect(await project.data('remind', 'dismiss', uid.slice(0, 5))).toEqual({ dismissed: [2] });
    expect(await project.error('remind', 'dismiss', 'x')).toMatchObject({ code: 'reminder_unknown' });
  });

  it('of an older file follow from number and time; a number that two have is refused', async () => {
    const project = await memoryProject();
    const at = { created_at: '2026-11-15T20:00:00Z', due_at: '2026-11-15T20:00:00Z' };
    const reminders = [
      { id: 1, text: 'a', ...at },
      { id: 1, text: 'b', uid: 'abcdefg2', ...at },
    ];
    project.write('reminders.json', JSON.stringify({ next: 2, reminders }));
    expect(await project.error('remind', 'dismiss', '1')).toMatchObject({ code: 'item_ambiguous' });
    expect((await project.text('remind', 'list')).stdout).toContain('abcdefg2  due  b');
    const { reminders: listed } = await project.data('remind', 'list');
    const [first]: { uid: string }[] = JSON.parse(JSON.stringify(listed));
    await project.data('remind', 'dismiss', first?.uid ?? '');
    expect(JSON.parse(project.read('reminders.json')).reminders).toEqual([reminders[1]]);
  });
});
