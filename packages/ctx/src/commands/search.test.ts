import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { type MemoryProject, memoryProject } from '../../test/memory-project.js';
import { queryFrom } from '../memory/search/query.js';
import { searchSessions, wholeBudget } from '../memory/search/sessions.js';

const at = '2026-11-15T10:00:00.000Z';

function writeSession(
  project: MemoryProject,
  id: string,
  records: readonly object[],
  folder = project.path('sessions'),
) {
  mkdirSync(folder, { recursive: true });
  const lines = records.map((record, seq) => `${JSON.stringify({ at, seq, ...record })}\n`);
  writeFileSync(join(folder, `${id}.jsonl`), lines.join(''));
}

describe('ctx search', () => {
  it('finds what is written down, wherever it is, with where it stands', async () => {
    const project = await memoryProject();
    await project.data('task', 'add', 'needle task');
    await project.data('decision', 'add', 'other', '--because', 'of the needle');
    await project.data('learning', 'add', 'tagged', '--tag', 'needle');
    await project.data('convention', 'add', 'Needles are sharp');
    await project.data('remind', 'NEEDLE later');
    await project.data('handover', 'write', 'the needle is lost');
    await project.data('pad', 'add', 'a private needle', '--tag', 'x');
    const { total, hits } = await project.data('search', 'needle');
    expect(total).toBe(7);
    const places = (Array.isArray(hits) ? hits : []).map(({ kind, id, source, line }) => [
      kind,
      id,
      source,
      line,
    ]);
    expect(places).toEqual(
      expect.arrayContaining([
        ['task', '1', '.context/TASKS.md', 5],
        ['decision', '1', '.context/DECISIONS.md', 5],
        ['learning', '1', '.context/LEARNINGS.md', 5],
        ['convention', '1', '.context/CONVENTIONS.md', 5],
        ['reminder', '1', '.context/reminders.json', null],
        ['handover', null, '.context/handovers/20261115T200007000Z.md', 1],
        ['pad', '1', '.context/scratchpad.age', null],
      ]),
    );
    const { stdout } = await project.text('search', 'needle', 'task');
    expect(stdout).toBe('task 1  .context/TASKS.md:5\n  needle task\n');
  });

  it('finds what was said in sessions: by the user, the model and tools', async () => {
    const project = await memoryProject();
    writeSession(project, '20261101-a', [
      { type: 'session.opened', session_id: 'xylophone' },
      { type: 'turn.opened', prompt: 'Play the Xylophone' },
      {
        type: 'model.responded',
        content: [
          { type: 'text', text: 'no' },
          { type: 'tool_call', tool: 'bash', input: { command: 'xylophone --loud' } },
        ],
      },
      { type: 'tool.returned', output: 'line\nXYLOPHONE: not found' },
      { type: 'tool.denied', reason: 'a xylophone is not allowed' },
      {
        type: 'model.responded',
        content: [{ type: 'malformed_call', tool: 'x', input_text: '{xylophone' }, 7],
      },
    ]);
    const { hits, total } = await project.data('search', 'xylophone');
    expect(total).toBe(5);
    expect(hits).toEqual(
      expect.arrayContaining([
        expect.objectContaining({
          kind: 'session',
          id: '20261101-a',
          source: '.context/sessions/20261101-a.jsonl',
          line: 2,
          title: 'user',
          snippet: 'Play the Xylophone',
          at,
        }),
        expect.objectContaining({ title: 'assistant', line: 3 }),
        expect.objectContaining({ title: 'tool', line: 4 }),
      ]),
    );
    expect((await project.text('search', 'play', 'xylophone')).stdout).toBe(
      'session, user  .context/sessions/20261101-a.jsonl:2\n  Play the Xylophone\n',
    );
  });

  it('finds nothing in the keys and marks of the log, and passes over torn lines and odd files', async () => {
    const project = await memoryProject();
    writeSession(project, 'one', [
      { type: 'turn.opened', prompt: 'hello', at: 'never' },
      { type: 'turn.opened' },
    ]);
    writeFileSync(project.path('sessions', 'two.jsonl'), '{"type":"turn.opened","prompt":"hello torn');
    writeFileSync(project.path('sessions', 'three.jsonl'), '"hello"\n');
    writeFileSync(project.path('sessions', 'four.txt'), 'hello');
    writeFileSync(project.path('sessions', 'five.jsonl'), '');
    mkdirSync(project.path('sessions', 'six.jsonl'));
    symlinkSync('nowhere', project.path('sessions', 'seven.jsonl'));
    expect(await project.data('search', 'prompt')).toMatchObject({ total: 0 });
    expect(await project.data('search', 'hello')).toMatchObject({
      total: 1,
      hits: [{ id: 'one', line: 1, at: null }],
    });
  });

  it('finds words beyond ASCII in any case, and words next to escapes', async () => {
    const project = await memoryProject();
    writeSession(project, 'one', [
      { type: 'turn.opened', prompt: 'eine ÜBUNG' },
      { type: 'turn.opened', prompt: 'Übung\nmacht "den Meister" \\o/ a.b' },
      { type: 'turn.opened', prompt: 'übung' },
    ]);
    expect(await project.data('search', 'übung')).toMatchObject({ total: 3 });
    expect(await project.data('search', 'macht')).toMatchObject({ total: 1 });
    expect(await project.data('search', '\\o/')).toMatchObject({ total: 1 });
    expect(await project.data('search', 'a.b')).toMatchObject({ total: 1 });
    expect(await project.data('search', 'a?b')).toMatchObject({ total: 0 });
  });

  it('looks at all of a long session, line by line however long they are', async () => {
    const project = await memoryProject();
    const filler = { type: 'turn.opened', prompt: 'x'.repeat(50_000) };
    const huge = { type: 'turn.opened', prompt: `${'y'.repeat(400_000)} deep` };
    writeSession(project, 'long', [
      filler,
      filler,
      filler,
      filler,
      huge,
      filler,
      { type: 'turn.opened', prompt: 'deep down' },
    ]);
    expect(await project.data('search', 'deep')).toMatchObject({
      total: 2,
      hits: [{ line: 7 }, { line: 5 }],
    });
  });

  it('gives a word that stands everywhere no more than a few places a session', async () => {
    const project = await memoryProject();
    const said = Array.from({ length: 100 }, () => ({ type: 'turn.opened', prompt: 'common' }));
    for (const id of ['a', 'b', 'c']) writeSession(project, id, said);
    expect(await project.data('search', 'common', '--limit', '3')).toMatchObject({
      total: 24,
      hits: [{}, {}, {}],
    });
    expect((await project.text('search', 'common', '--limit', '3')).stdout).toContain(
      '… and 21 more; --limit 24 shows all',
    );
  });

  it('ranks titles over texts, what is written over what was said, and is the same every time', async () => {
    const project = await memoryProject();
    writeSession(project, 'one', [{ type: 'turn.opened', prompt: 'a lexer' }]);
    await project.data('decision', 'add', 'text', '--because', 'there is a lexer somewhere in here');
    await project.data('decision', 'add', 'The lexer');
    const kinds = async () => {
      const { hits } = await project.data('search', 'lexer');
      return (Array.isArray(hits) ? hits : []).map(({ title }) => title);
    };
    expect(await kinds()).toEqual(['The lexer', 'text', 'user']);
    expect(await kinds()).toEqual(await kinds());
  });

  it('neither searches nor lists a session that leads out of the project', async () => {
    const other = temporaryFolder();
    const project = await memoryProject();
    writeSession(project, 'theirs', [{ type: 'turn.opened', prompt: 'a needle' }], other);
    writeSession(project, 'own', [{ type: 'turn.opened', prompt: 'a needle' }]);
    symlinkSync(join(other, 'theirs.jsonl'), project.path('sessions', 'theirs.jsonl'));
    expect(await project.data('search', 'needle')).toMatchObject({ total: 1, hits: [{ id: 'own' }] });
    const listed = JSON.stringify(await project.data('list-sessions'));
    expect(listed).toContain('path_outside');
    expect(listed).not.toContain('needle');
  });

  it('says what it could not search, and searches the rest', async () => {
    const project = await memoryProject();
    await project.data('pad', 'add', 'needle');
    await project.data('task', 'add', 'needle');
    project.write('DECISIONS.md', '```\nneedle\n');
    project.write('reminders.json', 'needle');
    rmSync(join(project.home, '.config'), { recursive: true });
    const { hits, unread } = await project.data('search', 'needle');
    expect(hits).toMatchObject([{ kind: 'task' }]);
    expect(unread).toEqual([
      { source: '.context/DECISIONS.md', why: 'memory_file_malformed' },
      { source: '.context/reminders.json', why: 'memory_file_malformed' },
      { source: '.context/scratchpad.age', why: 'pad_key_missing' },
    ]);
    expect((await project.text('search', 'needle')).stderr).toContain(
      '.context/scratchpad.age could not be searched',
    );
  });

  it('says that it found nothing, and wants a word', async () => {
    const project = await memoryProject();
    expect((await project.text('search', 'nothing')).stdout).toBe('Nothing found.\n');
    expect(await project.error('search', ' ')).toMatchObject({ code: 'text_missing' });
  });

  it('looks where the sessions are', async () => {
    const project = await memoryProject();
    const folder = join(project.home, 'elsewhere');
    writeSession(project, 'one', [{ type: 'turn.opened', prompt: 'needle' }], folder);
    project.env['CTX_SESSIONS_DIR'] = folder;
    expect(await project.data('search', 'needle')).toMatchObject({
      hits: [{ source: '../elsewhere/one.jsonl' }],
    });
  });
});

describe('a search over more sessions than its budget', () => {
  const folderWith = (count: number) => {
    const files = Array.from({ length: count }, (_, i): [string, string] => [
      `s${String(i).padStart(3, '0')}.jsonl`,
      `${JSON.stringify({ at, seq: 0, type: 'turn.opened', prompt: `needle ${i}` })}\n`,
    ]);
    return temporaryFolder(Object.fromEntries(files));
  };
  const query = queryFrom(['needle']);

  it.each([
    ['sessions', { sessions: 3, bytes: Infinity, lines: Infinity }, 3],
    ['bytes', { sessions: Infinity, bytes: 150, lines: Infinity }, 1],
    ['lines', { sessions: Infinity, bytes: Infinity, lines: 4 }, 4],
    ['nothing', wholeBudget, 10],
  ])('stops by %s, the newest first, and counts what it searched', (_, budget, searched) => {
    const found = searchSessions([folderWith(10)], query, budget);
    expect(found).toMatchObject({ searched, total: 10, unreadable: 0 });
    expect(found.hits[0]).toMatchObject({ session: 's009', line: 1 });
  });

  it('opens no more files than it says', () => {
    const folder = folderWith(10);
    // What is not opened is not missed.
    for (const name of ['s000', 's001', 's002']) {
      rmSync(join(folder, `${name}.jsonl`));
      symlinkSync('/nowhere', join(folder, `${name}.jsonl`));
    }
    const budget = { sessions: 7, bytes: Infinity, lines: Infinity };
    expect(searchSessions([folder], query, budget)).toMatchObject({ searched: 7, total: 10, unreadable: 0 });
    expect(searchSessions([folder], query, wholeBudget)).toMatchObject({ searched: 7, unreadable: 3 });
  });

  it('says so, and how to search the rest', async () => {
    const project = await memoryProject();
    mkdirSync(project.path('sessions'), { recursive: true });
    const words = { type: 'turn.opened', prompt: 'needle' };
    for (let i = 0; i < 600; i++)
      writeSession(
        project,
        `s${i}`,
        Array.from({ length: 8 }, () => words),
      );
    const usual = await project.text('search', 'needle', '--limit', '1');
    expect(usual.stderr).toContain(
      'searched the newest 500 of 600 sessions; --all-sessions searches every one',
    );
    expect(await project.data('search', 'needle')).toMatchObject({ sessions: { searched: 500, total: 600 } });
    const all = await project.data('search', 'needle', '--all-sessions');
    expect(all).toMatchObject({ total: 4800, sessions: { searched: 600, total: 600, unreadable: 0 } });
  });

  it('finds words and lines behind the first piece of a large session', () => {
    const filler = `${JSON.stringify({ type: 'tool.returned', output: 'x'.repeat(1000) })}\n`.repeat(70_000);
    const last = `${JSON.stringify({ at, type: 'turn.opened', prompt: 'the needle' })}\n`;
    const folder = temporaryFolder({ 'large.jsonl': filler + last });
    expect(searchSessions([folder], query, wholeBudget).hits).toMatchObject([
      { session: 'large', line: 70_001 },
    ]);
  });
});
