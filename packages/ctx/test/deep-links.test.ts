import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { desktopPlace, entryText, register, unregister } from '../src/links/desktop-entry.js';
import { runBuilt, runFile } from './built.js';
import { programs } from './documented-scripts.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { onTerminal } from './on-terminal.js';
import { machine, sessionIn } from './teleport-machines.js';

async function project() {
  const here = machine();
  const cwd = join(here.home, 'app');
  mkdirSync(cwd);
  await sessionIn(cwd, here, 'linked');
  const open = (url: string, from = cwd) => runCtx(['deep-link-mode', url], { cwd: from, env: here.env });
  return { here, cwd, open };
}

describe('a ctx:// link', () => {
  it('shows a session and a record, from any folder that names the project', async () => {
    const { cwd, here, open } = await project();
    expect((await open('ctx://session/linked')).stdout).toContain('chain head');
    const elsewhere = await open(`ctx://session/linked/record/0?project=${cwd}`, here.home);
    expect(JSON.parse(elsewhere.stdout)).toMatchObject({ type: 'session.opened', session_id: 'linked' });
    expect(await open('ctx://session/linked/record/999')).toMatchObject({ exitCode: 1 });
    // The beginning of an id is enough for a person, and not for a link.
    expect((await open('ctx://session/link')).stderr).toContain('There is no session link');
  });

  it('runs and writes nothing where nobody can say yes', async () => {
    const { cwd, here, open } = await project();
    for (const url of ['ctx://prompt?text=rm', 'ctx://report/linked']) {
      const { exitCode, stderr } = await open(url);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('needs your confirmation')]);
    }
    expect(readdirSync(join(cwd, '.context/sessions')).filter((name) => name.endsWith('.jsonl'))).toEqual([
      'linked.jsonl',
    ]);
    expect(existsSync(join(here.home, '.cache/ctx/linked-reports'))).toBe(false);
  });

  it('runs its prompt after a yes at a terminal, with all of its text on the screen, and not after a no', async () => {
    const { cwd, here } = await project();
    const url = 'ctx://prompt?text=--model%20evil%0Asecond%20line';
    const at = (word: string) =>
      onTerminal(['deep-link-mode', url], [['Run it? [y/N]', `${word}\r`]], {
        cwd,
        home: here.home,
        env: { CTX_MODEL: 'script:echo' },
      });
    const logs = () => readdirSync(join(cwd, '.context/sessions')).filter((name) => name.endsWith('.jsonl'));
    const no = await at('n');
    expect([no.exitCode, logs()]).toEqual([1, ['linked.jsonl']]);
    for (const text of [`run this prompt in ${cwd}`, '    --model evil', '    second line'])
      expect(no.shown).toContain(text);
    const yes = await at('y');
    expect([yes.exitCode, yes.unseen, logs().length]).toEqual([0, '', 2]);
    const [made = ''] = logs().filter((name) => name !== 'linked.jsonl');
    expect(readFileSync(join(cwd, '.context/sessions', made), 'utf8')).toContain(
      '--model evil\\nsecond line',
    );
  });

  it('is opened by the desktop’s own programs once it is registered, and by none afterwards', async () => {
    const { cwd, here } = await project();
    const said = join(here.home, 'said');
    // The terminal that a desktop would open.
    const bin = programs({ 'x-terminal-emulator': `shift; exec "$@" > '${said}' 2>&1` });
    const place = { cwd, env: { ...here.env, PATH: `${bin}:${here.env['PATH']}`, DISPLAY: ':0' } };
    const handler = async () =>
      (await runFile('xdg-mime', ['query', 'default', 'x-scheme-handler/ctx'], place)).stdout.trim();
    expect((await runBuilt('ctx', ['deep-link-mode', '--register'], place)).exitCode).toBe(0);
    expect(await handler()).toBe('ctx-deep-link.desktop');
    const opened = await runFile(
      'setsid',
      ['--wait', 'xdg-open', `ctx://session/linked?project=${cwd}`],
      place,
    );
    expect([opened.exitCode, readFileSync(said, 'utf8')]).toEqual([0, expect.stringContaining('chain head')]);
    await runFile('setsid', ['--wait', 'xdg-open', 'ctx://session/linked?project=/$(touch pwned)'], place);
    expect([readFileSync(said, 'utf8'), existsSync(join(cwd, 'pwned'))]).toEqual([
      expect.stringContaining('link cannot be opened'),
      false,
    ]);
    expect((await runBuilt('ctx', ['deep-link-mode', '--unregister'], place)).exitCode).toBe(0);
    expect(await handler()).toBe('');
  });

  it('leads only into projects that this user has used ctx in', async () => {
    const { cwd, here, open } = await project();
    const cloned = join(here.home, 'cloned');
    mkdirSync(join(cloned, '.context/sessions'), { recursive: true });
    writeFileSync(join(cloned, '.context/config.yaml'), '');
    symlinkSync(cwd, join(here.home, 'link'));
    for (const path of [cloned, '/', '/etc', join(here.home, 'gone'), join(here.home, 'link')]) {
      const { exitCode, stderr } = await open(`ctx://session/linked?project=${path}`);
      expect([exitCode, stderr]).toEqual([1, expect.stringContaining('is not one of your projects')]);
    }
  });

  it('is shown cleaned where it is wrong, and has no JSON', async () => {
    const { cwd, here, open } = await project();
    const { exitCode, stderr } = await open('ctx://prompt?text=\u001b[2Jx');
    expect([exitCode, stderr.includes('\u001b')]).toEqual([1, false]);
    const json = await runCtx(['deep-link-mode', 'ctx://session/linked', '--json'], { cwd, env: here.env });
    expect(JSON.parse(json.stdout)).toMatchObject({ error: { code: 'json_opted_out' } });
    const headless = await runCtx(['deep-link-mode', '--register'], { cwd, env: here.env });
    expect([headless.exitCode, headless.stderr]).toEqual([1, expect.stringContaining('no desktop')]);
  });
});

describe('registering links', () => {
  it('is taken back byte for byte', async () => {
    const home = temporaryFolder({
      '.config/mimeapps.list': '[Default Applications]\ntext/html=b.desktop\n',
    });
    const place = desktopPlace({ HOME: home });
    const associate = async () =>
      writeFileSync(
        place.associations,
        '[Default Applications]\ntext/html=b.desktop\nx-scheme-handler/ctx=ctx-deep-link.desktop\n',
      );
    const text = entryText(['/opt/no de/node', '/opt/50%/"ctx"\nExec=evil']);
    await register(place, text, associate);
    await register(place, text, associate);
    expect(readFileSync(place.entry, 'utf8')).toContain(
      'Exec="/opt/no de/node" "/opt/50%%/\\\\"ctx\\\\"\\nExec=evil" deep-link-mode %u\n',
    );
    expect(unregister(place)).toBe(true);
    expect(existsSync(place.entry)).toBe(false);
    expect(readFileSync(place.associations, 'utf8')).toBe('[Default Applications]\ntext/html=b.desktop\n');
    expect(unregister(place)).toBe(false);
  });

  it('leaves what somebody changed since', async () => {
    const home = temporaryFolder({ '.config/mimeapps.list': '' });
    const place = desktopPlace({ HOME: home });
    await register(place, entryText(['ctx']), async () =>
      writeFileSync(place.associations, 'x-scheme-handler/ctx=ctx-deep-link.desktop\n'),
    );
    writeFileSync(
      place.associations,
      'x-scheme-handler/ctx=ctx-deep-link.desktop;other.desktop;\ntext/css=c.desktop\n',
    );
    unregister(place);
    expect(readFileSync(place.associations, 'utf8')).toBe(
      'x-scheme-handler/ctx=other.desktop;\ntext/css=c.desktop\n',
    );
  });
});
