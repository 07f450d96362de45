import {
  appendFileSync,
  existsSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { temporaryFolder } from '../../test/folder.js';
import { jsonOf, scriptedFolder, task } from '../../test/scripted.js';
import { onSmallDisk } from '../disk/fixtures/scratch.js';
import { verify } from '../evidence/verify-entry.js';
import { opened, runOpened, writeRun, writerOptions } from '../session/fixtures/example.js';
import { createSession, openSession } from '../session/open.js';

const log = '.context/sessions/s.jsonl';

/** Until the file system's clock has moved on, so that the change shows in the file's time. */
const changeOfAByte = `before=$(stat -c %z ${log}); until [ "$(stat -c %z ${log})" != "$before" ]; do printf X | dd of=${log} bs=1 seek=30 conv=notrunc; done`;

async function runThat(command: string) {
  const cwd = scriptedFolder([
    { say: 'On it.', call: [{ tool: 'bash', input: { command } }] },
    { say: 'Nothing to see.', call: [{ tool: 'bash', input: { command: 'touch went-on' } }] },
    { say: 'Done.' },
  ]);
  const envelope = await jsonOf(['run', ...task('Go.'), '--session-id', 's'], {
    cwd,
    env: { PATH: process.env['PATH'] },
  });
  return { cwd, envelope };
}

const says: Readonly<Record<string, string>> = {
  removed: 'it was removed',
  replaced: 'another file was put in its place',
  resized: 'longer or shorter',
  rewritten: 'its content was changed',
};

describe('a run whose log somebody else touches', () => {
  it.each([
    ['the folder is removed', 'rm -rf .context/sessions', 'removed'],
    ['all of the memory is removed', 'rm -rf .context', 'removed'],
    ['the file is removed', `rm ${log}`, 'removed'],
    ['a file stands where the folder was', 'rm -rf .context/sessions && touch .context/sessions', 'removed'],
    ['the memory is a link to itself', 'rm -rf .context && ln -s .context .context', 'removed'],
    ['the memory leads nowhere', 'rm -rf .context && ln -s /nowhere/at/all .context', 'removed'],
    ['the folder is moved and linked', 'mv .context/sessions x && ln -s ../x .context/sessions', 'removed'],
    ['the memory is moved and linked', 'mv .context x && ln -s x .context', 'removed'],
    ['the file is replaced by its copy', `cp ${log} x && mv x ${log}`, 'replaced'],
    ['the file is replaced by a link', `mv ${log} x && ln -s "$PWD/x" ${log}`, 'replaced'],
    [
      'the folder is replaced by its copy',
      'cp -r .context/sessions x && rm -rf .context/sessions && mv x .context/sessions',
      'replaced',
    ],
    ['the file is emptied', `: > ${log}`, 'resized'],
    ['its last bytes are cut off', `truncate -s -9 ${log}`, 'resized'],
    ['its last record is cut off', `sed -i '$d' ${log}`, 'replaced'],
    ['another one appends', `tail -n 1 ${log} >> ${log}`, 'resized'],
    ['a byte in it is changed', changeOfAByte, 'rewritten'],
  ])('fails with the evidence kept: %s', async (_, command, how) => {
    const { cwd, envelope } = await runThat(command);
    expect(envelope).toMatchObject({
      exit_code: 1,
      error: { code: 'log_tampered', details: { runs: [{ stop_reason: 'log_tampered' }] } },
    });
    expect(existsSync(join(cwd, 'went-on'))).toBe(false);
    const kept = /\/\S+\.jsonl/.exec(envelope.error?.hint ?? '')?.[0] ?? '';
    expect(kept).toMatch(/\/s-kept-[0-9a-f]+\.jsonl$/);
    expect(envelope.error).toMatchObject({ details: { path: kept } });
    expect(verify(kept)).toMatchObject({
      verdict: 'pass',
      runs: [{ run_id: 'r1', stop_reason: 'log_tampered' }],
    });
    expect(readFileSync(kept, 'utf8')).toContain(JSON.stringify(command).slice(1, -1));
    expect(statSync(kept).mode & 0o777).toBe(0o600);
    expect(envelope.error?.message).toContain(says[how]);
  });

  it('goes on where the file was touched and holds what it held', async () => {
    const { cwd, envelope } = await runThat(`chmod 640 ${log} && ln ${log} second-name && touch ${log}`);
    expect(envelope.exit_code).toBe(0);
    expect(existsSync(join(cwd, 'went-on'))).toBe(true);
    expect(verify(join(cwd, log)).verdict).toBe('pass');
  });
});

function writtenLog() {
  const path = join(temporaryFolder(), 's.jsonl');
  const writer = createSession(path, writerOptions());
  writer.append('session.opened', opened());
  writeRun(writer);
  return { path, writer };
}

it.each([
  ['cut off below what it held when it was opened again', (path: string) => truncateSync(path, 10)],
  ['emptied', (path: string) => truncateSync(path, 0)],
])('a session that is resumed keeps all of its log when that is %s', (_, cut) => {
  const { path, writer: first } = writtenLog();
  first.close();
  const before = readFileSync(path);
  const writer = openSession(path, writerOptions());
  cut(path);
  writer.finish();
  expect(writer.tampered).toMatchObject({ how: 'resized', lost: 0 });
  expect(readFileSync(writer.tampered?.kept ?? '')).toEqual(before);
  writer.close();
});

it('says that the log is lost where it was removed and no copy can be saved', () => {
  onSmallDisk(256, (folder) => {
    const path = join(folder, 's.jsonl');
    const writer = createSession(path, writerOptions());
    writer.append('session.opened', opened());
    rmSync(path);
    expect(() => writeFileSync(join(folder, 'full'), Buffer.alloc(1 << 20))).toThrow('ENOSPC');
    expect(() => writer.append('run.opened', runOpened)).toThrow(
      expect.objectContaining({ code: 'log_lost' }),
    );
    writer.close();
  });
});

describe('a writer at its end', () => {
  it('finds a change that came within a tick of the clock', () => {
    const { path, writer } = writtenLog();
    writer.finish();
    expect(writer.tampered).toBeUndefined();
    const bytes = readFileSync(path);
    writeFileSync(path, Buffer.concat([Buffer.from('X'), bytes.subarray(1)]));
    writer.finish();
    expect(writer.tampered).toMatchObject({ how: 'rewritten' });
    expect(readFileSync(writer.tampered?.kept ?? '')).toEqual(bytes);
    writer.close();
  });

  it('finds what was added after the last record', () => {
    const { path, writer } = writtenLog();
    appendFileSync(path, 'one more');
    writer.finish();
    expect(writer.tampered).toMatchObject({ how: 'resized' });
    expect(readdirSync(join(path, '..')).some((name) => name.startsWith('s-kept-'))).toBe(true);
    writer.close();
  });
});
