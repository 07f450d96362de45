import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { memoryProject } from '../../../test/memory-project.js';

const byHand = [
  '# Tasks\n\n<!-- a comment -->\n\n*  odd   spacing*\t\n- [ ] mine\n\n\n```\n- [ ] not a task\n```\n',
  '# Tasks\r\n\r\n- [ ] mine\r\n   \r\ntext\r\n',
  '\ufeff# Tasks\n- [ ] no newline at the end',
  '',
];

describe('ctx task add', () => {
  it('adds a check box with its details, number, time and tags', async () => {
    const project = await memoryProject();
    const before = project.read('TASKS.md');
    const answer = await project.data(
      'task',
      'add',
      'make it',
      'strict',
      '--details',
      'one\n\ntwo',
      '--tag',
      'p',
    );
    const { uid } = answer;
    expect(answer).toEqual({ id: '1', uid, title: 'make it strict', file: '.context/TASKS.md', line: 5 });
    expect(project.read('TASKS.md')).toBe(
      `${before}\n- [ ] make it strict <!-- ctx 1 2026-11-15T20:00:02.000Z ${uid} #p -->\n  one\n\n  two\n`,
    );
    await project.text('task', 'add', 'another');
    expect(project.read('TASKS.md')).toMatch(/ {2}two\n- \[ \] another <!-- ctx 2 /);
  });

  it.each(byHand)('leaves every byte that others wrote: %j', async (text) => {
    const project = await memoryProject();
    project.write('TASKS.md', text);
    const { id } = await project.data('task', 'add', 'mine too');
    const after = project.read('TASKS.md');
    expect(after.startsWith(text)).toBe(true);
    if (text.includes('\r\n')) expect(after.replaceAll('\r\n', '')).not.toContain('\n');
    expect(await project.data('task', 'list')).toMatchObject({
      items: expect.arrayContaining([expect.objectContaining({ id, title: 'mine too' })]),
    });
  });

  it('holds anything in its details: no heading, fence or box in them becomes an item', async () => {
    const project = await memoryProject();
    const details = '# one\n## two\n- [ ] three\n```\n<!-- four';
    await project.data('task', 'add', 'x', '--details', details);
    await project.data('decision', 'add', 'y', '--context', details, '--because', details);
    expect(await project.data('task', 'list')).toMatchObject({ items: [{ title: 'x', body: details }] });
    const { items } = await project.data('decision', 'list');
    expect(items).toMatchObject([{ title: 'y', body: expect.stringContaining('## two') }]);
    await project.data('decision', 'add', 'z');
    expect((await project.data('decision', 'list'))['items']).toHaveLength(2);
  });

  it('takes an item from JSON with strict keys', async () => {
    const project = await memoryProject();
    const file = join(project.root, 'task.json');
    writeFileSync(file, JSON.stringify({ title: 'from a program', details: 'd', tags: ['x'] }));
    expect(await project.data('task', 'add', '--json-file', 'task.json')).toMatchObject({
      title: 'from a program',
    });
    const piped = await project.process(['task', 'add', '--json-file', '-'], '{"title":"piped"}');
    expect(piped.stdout).toContain('piped');
    const refused: [string, string][] = [
      ['{"titel": "x"}', 'document_key_unknown'],
      ['{"details": "x"}', 'document_invalid'],
      ['{"title": 1}', 'document_invalid'],
      ['{"title": "x", "tags": "y"}', 'document_invalid'],
      ['{"title": "x", "tags": [1]}', 'document_invalid'],
      ['[]', 'document_invalid'],
      ['{', 'document_malformed'],
      ['{"title": "a\\nb"}', 'text_not_plain'],
      ['{"title": "x", "tags": ["a b"]}', 'tag_invalid'],
    ];
    for (const [text, code] of refused) {
      writeFileSync(file, text);
      expect(await project.error('task', 'add', '--json-file', 'task.json'), text).toMatchObject({ code });
    }
    expect(await project.error('task', 'add', 'x', '--json-file', 'y')).toMatchObject({
      code: 'flags_contradict',
    });
    expect(await project.error('task', 'add', '--details', 'x', '--json-file', 'y')).toMatchObject({
      code: 'flags_contradict',
    });
    expect(await project.error('task', 'add', '--tag', 'x', '--json-file', 'y')).toMatchObject({
      code: 'flags_contradict',
    });
  });

  it('refuses no title, one of two lines, and details that are nothing', async () => {
    const project = await memoryProject();
    expect(await project.error('task', 'add')).toMatchObject({ code: 'text_missing' });
    expect(await project.error('task', 'add', 'a\nb')).toMatchObject({
      code: 'text_not_plain',
      message: 'The title has more than one line.',
      hint: expect.stringContaining('--details'),
    });
    expect(await project.error('task', 'add', 'a', '--details', ' ')).toMatchObject({ code: 'text_missing' });
  });

  it('changes no file that is broken, and says which line', async () => {
    const project = await memoryProject();
    for (const [text, code] of [
      ['# T\n```\n', 'memory_file_malformed'],
      ['<<<<<<< HEAD\n', 'memory_file_malformed'],
      [
        '- [ ] a <!-- ctx 1 2026-11-15T20:00:00Z -->\n- [ ] b <!-- ctx 1 2026-11-15T20:00:00Z -->\n',
        'memory_file_malformed',
      ],
    ] as const) {
      project.write('TASKS.md', text);
      expect(await project.error('task', 'add', 'x')).toMatchObject({ code, target: '.context/TASKS.md' });
      expect(project.read('TASKS.md')).toBe(text);
    }
    const bytes = Buffer.from([0x23, 0xff, 0x0a]);
    project.write('TASKS.md', bytes);
    expect(await project.error('task', 'add', 'x')).toMatchObject({ code: 'file_unreadable' });
    expect(readFileSync(project.path('TASKS.md')).equals(bytes)).toBe(true);
  });

  it('loses none of thirty that are added at the same time', async () => {
    const project = await memoryProject();
    const calls = Array.from({ length: 30 }, (_, i) => project.process(['task', 'add', `task ${i}`]));
    expect((await Promise.all(calls)).every(({ exitCode }) => exitCode === 0)).toBe(true);
    const { items } = await project.data('task', 'list');
    const all = Array.isArray(items) ? items : [];
    expect(new Set(all.map(({ title }) => title)).size).toBe(30);
    expect(new Set(all.map(({ id }) => id)).size).toBe(30);
  });

  it('writes through a link only inside the project', async () => {
    const project = await memoryProject();
    mkdirSync(join(project.root, 'docs'));
    writeFileSync(join(project.root, 'docs', 'tasks.md'), '# Tasks\n');
    rmSync(project.path('TASKS.md'));
    symlinkSync(join('..', 'docs', 'tasks.md'), project.path('TASKS.md'));
    await project.data('task', 'add', 'x');
    expect(readFileSync(join(project.root, 'docs', 'tasks.md'), 'utf8')).toContain('- [ ] x');
    expect(execFileSync('readlink', [project.path('TASKS.md')], { encoding: 'utf8' })).toBe(
      '../docs/tasks.md\n',
    );

    const outside = join(project.home, 'outside.md');
    writeFileSync(outside, '# Tasks\n');
    rmSync(project.path('TASKS.md'));
    symlinkSync(outside, project.path('TASKS.md'));
    expect(await project.error('task', 'add', 'x')).toMatchObject({ code: 'path_outside' });
    expect(readFileSync(outside, 'utf8')).toBe('# Tasks\n');
  });

  it('makes a file that is missing', async () => {
    const project = await memoryProject();
    rmSync(project.path('TASKS.md'));
    expect(await project.data('task', 'list')).toMatchObject({ items: [] });
    expect(existsSync(project.path('TASKS.md'))).toBe(false);
    await project.data('task', 'add', 'x');
    expect(project.read('TASKS.md')).toMatch(/^# Tasks\n/);
  });
});
