// A machine in small for the escape suite: a home with keys, a project with secrets, servers, and a process to be killed.

import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readlinkSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createServer, type Server } from 'node:net';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

/** What no command inside may ever print. */
export const secret = 'TOP-SECRET-7f3a';
export const greeting = 'GREETING-OF-THE-SERVER';

const files: Readonly<Record<string, string>> = {
  'home/.ssh/id_ed25519': secret,
  'home/.config/ctx/identity.txt': secret,
  'home/.aws/credentials': secret,
  'home/.local/state/ctx/sandbox/other/home/token': secret,
  'home/.bashrc': 'as it was\n',
  'home/.gitconfig': '[user]\n\tname = Suite\n\temail = suite@example.test\n',
  'home/.local/bin/tool': '#!/bin/sh\necho tool\n',
  'home/project/readme.txt': 'hello\n',
  'home/project/.env': `KEY=${secret}\n`,
  'home/project/a/b/c/d/e/.env.production': `KEY=${secret}\n`,
  'home/project/server.pem': secret,
  'home/project/hidden/list.txt': secret,
  'home/project/.context/sessions/s.jsonl': `${secret}\n`,
  'home/project/.context/scratchpad.md': `${secret}\n`,
  'home/project/.context/tasks.md': '# Tasks\n',
  'home/project/.mcp.json': '{"mcpServers":{}}\n',
  'home/project/.claude/settings.json': '{}\n',
  'home/project/.vscode/tasks.json': '{}\n',
  'shown/readme.txt': 'shown\n',
  'outside.txt': 'as it was\n',
};

export interface World {
  readonly base: string;
  readonly home: string;
  readonly project: string;
  readonly env: Readonly<Record<string, string>>;
  /** Everything as it was before the last attempt. */
  restore(): void;
  textOf(path: string): string | undefined;
  close(): void;
}

export async function makeWorld(): Promise<World> {
  const base = mkdtempSync(join(realpathSync(tmpdir()), 'ctx-escape-'));
  const [home, project] = [join(base, 'home'), join(base, 'home/project')];
  const abstractName = `ctx-escape-${process.pid}`;
  const shared = join('/dev/shm', abstractName);
  writeFileSync(shared, secret);
  const victim = startVictim();
  const repository = join(base, 'repository');
  // Where attempts put what they copy: in a folder that every program can write to.
  const copies = `/tmp/copy-${process.pid}`;
  const restore = () => {
    for (const made of ['home', 'litter']) rmSync(join(base, made), { recursive: true, force: true });
    rmSync(copies, { recursive: true, force: true });
    for (const [path, text] of Object.entries(files)) {
      mkdirSync(dirname(join(base, path)), { recursive: true });
      writeFileSync(join(base, path), text, { mode: path.endsWith('/tool') ? 0o755 : 0o644 });
    }
    if (existsSync(repository)) cpSync(repository, join(project, '.git'), { recursive: true });
    else makeRepository(project, home);
  };
  restore();
  cpSync(join(project, '.git'), repository, { recursive: true });
  const tcp = await serve({ port: 0, host: '127.0.0.1' });
  const servers = [
    tcp,
    await serve({ path: join(base, 'shown/service.sock') }),
    await serve({ path: join(base, 'agent.sock') }),
    await serve({ path: `\0${abstractName}` }),
  ];
  const address = tcp.address();
  const port = typeof address === 'object' ? address?.port : undefined;
  return {
    base,
    home,
    project,
    get env() {
      return {
        PATH: `${join(home, '.local/bin')}:/usr/local/bin:/usr/bin:/bin`,
        HOME: home,
        LANG: 'C.UTF-8',
        BASE: base,
        VICTIM: String(victim.pid),
        DRIVER: String(process.pid),
        PORT: String(port),
        ABSTRACT: abstractName,
        IPC: readlinkSync('/proc/self/ns/ipc'),
        NODE: process.execPath,
      };
    },
    restore,
    textOf: (path) => (existsSync(join(base, path)) ? readFileSync(join(base, path), 'utf8') : undefined),
    close() {
      victim.kill('SIGKILL');
      for (const server of servers) server.close();
      for (const made of [base, copies]) rmSync(made, { recursive: true, force: true });
      rmSync(shared, { force: true });
    },
  };
}

/** Its environment holds the secret. */
function startVictim(): ChildProcess {
  return spawn('/bin/sleep', ['600'], { env: { SECRET: secret }, stdio: 'ignore' });
}

function makeRepository(project: string, home: string): void {
  const git = (...words: string[]) =>
    execFileSync('git', words, { cwd: project, env: { PATH: '/usr/bin:/bin', HOME: home }, stdio: 'ignore' });
  // Without the samples of hooks, which take long to copy.
  git('init', '-q', '--template=');
  mkdirSync(join(project, '.git/hooks'));
  git('add', 'readme.txt');
  git('commit', '-qm', 'first');
}

function serve(where: object): Promise<Server> {
  return new Promise((resolve, reject) => {
    const server = createServer((socket) => {
      socket.on('error', () => socket.destroy());
      socket.end(greeting);
    });
    server.once('error', reject);
    server.listen(where, () => resolve(server));
  });
}
