// Changes of the memory under faults: what was there stays, what was acknowledged is there, what was refused is not.

import type { Place } from './place.js';
import { expectDone, lost, type Scenario, wrong } from './said.js';

function adding(
  name: string,
  argv: readonly string[],
  list: readonly string[],
  before: readonly (readonly string[])[],
): Scenario {
  const texts = async (place: Place) => {
    const { data, error } = await place.ask(...list);
    return error === undefined ? JSON.stringify(data) : error;
  };
  return {
    name,
    argv: [...argv, 'the-new-one', '--output-format', 'json'],
    async prepare(place) {
      for (const words of [['init'], ...before]) await expectDone(place, words);
      for (let i = 1; i <= 6; i++) await expectDone(place, [...argv, `an-old-one-${i}`]);
    },
    async judge(place, said) {
      const now = await texts(place);
      if (typeof now !== 'string') return lost(`it cannot be read: ${now.message}`);
      for (let i = 1; i <= 6; i++) if (!now.includes(`an-old-one-${i}`)) return lost(`entry ${i}: ${now}`);
      const isThere = now.includes('the-new-one');
      if (said === 'killed') return undefined;
      if (said.error === undefined) return isThere ? undefined : lost('what was acknowledged');
      return isThere && said.error.code !== 'not_durable'
        ? wrong(`it is there, and was refused: ${said.error.code}: ${said.error.message}`)
        : undefined;
    },
  };
}

const padForms: Scenario = {
  name: 'pad encrypt',
  argv: ['pad', 'encrypt', '--output-format', 'json'],
  async prepare(place) {
    for (const words of [['init'], ['pad', 'decrypt'], ['pad', 'add', 'kept']])
      await expectDone(place, words);
  },
  async judge(place, said) {
    const { data, error } = await place.ask('pad');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    if (!JSON.stringify(data).includes('kept')) return lost(JSON.stringify(data));
    if (said === 'killed' || said.error !== undefined) return undefined;
    return data?.['form'] === 'encrypted' ? undefined : wrong('it says encrypted, and is not');
  },
};

/** Takes back that the only entry was removed. */
const padUndo: Scenario = {
  name: 'pad undo',
  argv: ['pad', 'undo', '--output-format', 'json'],
  async prepare(place) {
    for (const words of [['init'], ['pad', 'add', 'kept'], ['pad', 'add', 'removed'], ['pad', 'rm', '2']])
      await expectDone(place, words);
  },
  async judge(place, said) {
    const { data, error } = await place.ask('pad');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    const now = JSON.stringify(data);
    if (!now.includes('kept')) return lost(now);
    const isBack = now.includes('removed');
    if (said !== 'killed' && said.error === undefined && !isBack) return lost('what was brought back');
    // What it was before is still to be had.
    if (isBack) return undefined;
    const again = await place.ask('pad', 'undo');
    if (again.error !== undefined) return lost(`the state before: ${again.error.message}`);
    return JSON.stringify((await place.ask('pad')).data).includes('removed')
      ? undefined
      : lost('the state before');
  },
};

/** Two files change: a task is in one of them, and in both only where nobody could say that it was done. */
const taskArchive: Scenario = {
  name: 'task archive',
  argv: ['task', 'archive', '--output-format', 'json'],
  async prepare(place) {
    await expectDone(place, ['init']);
    for (const title of ['still-open', 'done-one', 'done-two'])
      await expectDone(place, ['task', 'add', title]);
    for (const id of ['2', '3']) await expectDone(place, ['task', 'done', id]);
  },
  async judge(place, said) {
    const { data, error } = await place.ask('task', 'list', '--all');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    const here = JSON.stringify(data);
    const away = place.textOf('project/.context/archive/TASKS.md');
    if (!here.includes('still-open')) return lost('an open task');
    for (const title of ['done-one', 'done-two'])
      if (!here.includes(title) && !away.includes(title)) return lost(title);
    if (said === 'killed' || said.error !== undefined) return undefined;
    return here.includes('done-') || !away.includes('done-two')
      ? wrong('it says archived, and is not')
      : undefined;
  },
};

/** The key, then the pad: one of the two keys opens it at any moment. */
const padRekey: Scenario = {
  name: 'pad rekey',
  argv: ['pad', 'rekey', '--output-format', 'json'],
  async prepare(place) {
    for (const words of [['init'], ['pad', 'add', 'kept']]) await expectDone(place, words);
  },
  async judge(place) {
    const { data, error } = await place.ask('pad');
    if (error !== undefined) return lost(`it cannot be opened: ${error.message}`);
    if (!JSON.stringify(data).includes('kept')) return lost(JSON.stringify(data));
    const added = await place.ask('pad', 'add', 'more');
    return added.error === undefined ? undefined : wrong(`nothing can be added: ${added.error.message}`);
  },
};

const plainPad = '<!-- ctx pad 1, next id 2. -->\n\n## 1 2026-11-15T20:00:00.000Z\n\n> in-the-plain-one\n';

/** Two pads into one: until both are in it, both are there. */
const padMerge: Scenario = {
  name: 'pad merge',
  argv: ['pad', 'merge', '--output-format', 'json'],
  async prepare(place) {
    for (const words of [['init'], ['pad', 'add', 'in-the-other']]) await expectDone(place, words);
    place.write('project/.context/scratchpad.md', plainPad);
  },
  async judge(place, said) {
    const first = await place.ask('pad');
    if (said !== 'killed' && said.error === undefined && first.error !== undefined)
      return wrong(`it says merged: ${first.error.message}`);
    if (first.error?.code === 'pad_twice') await place.ask('pad', 'merge');
    const { data, error } = await place.ask('pad');
    if (error !== undefined) return lost(`it cannot be read: ${error.message}`);
    const now = JSON.stringify(data);
    if (now.split('in-the-plain-one').length > 2) return wrong(`an entry is there twice: ${now}`);
    return now.includes('in-the-other') && now.includes('in-the-plain-one') ? undefined : lost(now);
  },
};

const line = (title: string, uid: string, box = ' ') =>
  `- [${box}] ${title} <!-- ctx 1 2026-11-15T20:00:00.000Z ${uid} -->\n`;

/** A ledger as git leaves it, and one item that its archive has, too. */
const mended: Scenario = {
  name: 'doctor --fix of a merged ledger',
  argv: ['doctor', '--fix', '--exit-zero', '--output-format', 'json'],
  async prepare(place) {
    await expectDone(place, ['init']);
    const sides = `<<<<<<< HEAD\n${line('of-ours', 'aaaaaaa2')}=======\n${line('of-theirs', 'bbbbbbb2')}>>>>>>> theirs\n`;
    place.write('project/.context/TASKS.md', `# Tasks\n\n${sides}${line('put-away', 'ccccccc2', 'x')}`);
    place.write('project/.context/archive/TASKS.md', `# Tasks, archived\n\n${line('put-away', 'ccccccc2')}`);
  },
  async judge(place) {
    const away = place.textOf('project/.context/archive/TASKS.md');
    const here = place.textOf('project/.context/TASKS.md');
    for (const title of ['of-ours', 'of-theirs', 'put-away'])
      if (!here.includes(title) && !away.includes(title)) return lost(`${title}: ${here}`);
    await place.ask('doctor', '--fix', '--exit-zero');
    const { data, error } = await place.ask('task', 'list');
    if (error !== undefined) return wrong(`it was not mended: ${error.message}`);
    const now = JSON.stringify(data);
    return now.includes('of-ours') && now.includes('of-theirs') ? undefined : lost(now);
  },
};

const handover: Scenario = {
  name: 'handover write',
  argv: ['handover', 'write', 'the-new-one', '--output-format', 'json'],
  async prepare(place) {
    await expectDone(place, ['init']);
    await expectDone(place, ['handover', 'write', 'the-old-one']);
  },
  async judge(place, said) {
    const now = place.textsBelow('project/.context/handovers');
    if (!now.includes('the-old-one')) return lost('the one before');
    const isThere = now.includes('the-new-one');
    if (said === 'killed') return undefined;
    if (said.error === undefined) return isThere ? undefined : lost('what was acknowledged');
    return isThere && said.error.code !== 'not_durable'
      ? wrong(`it is there, and was refused: ${said.error.code}`)
      : undefined;
  },
};

export const memoryScenarios: readonly Scenario[] = [
  adding('pad add (encrypted)', ['pad', 'add'], ['pad'], []),
  adding('pad add (plain)', ['pad', 'add'], ['pad'], [['pad', 'decrypt']]),
  adding('task add', ['task', 'add'], ['task', 'list'], []),
  adding('remind', ['remind'], ['remind', 'list'], []),
  adding('decision add', ['decision', 'add'], ['decision', 'list'], []),
  padForms,
  padUndo,
  padRekey,
  padMerge,
  mended,
  taskArchive,
  handover,
];
