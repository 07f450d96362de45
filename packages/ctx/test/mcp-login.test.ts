import { spawn } from 'node:child_process';
import { generateKeyPairSync } from 'node:crypto';
import { once } from 'node:events';
import { chmodSync, existsSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { listenForCallback } from '../src/agent/mcp/oauth/callback.js';
import { builtFolder } from './built.js';
import { temporaryFolder } from './folder.js';
import { runCtx } from './in-process.js';
import { mcpFile } from './mcp-servers.js';
import { agreeingBrowser, machine, machineKeys, type OAuthServer, oauthServer } from './oauth-server.js';
import { jsonOf, scriptOf, task } from './scripted.js';

interface Guarded {
  readonly server: OAuthServer;
  readonly cwd: string;
  readonly store: string;
  login(...flags: string[]): ReturnType<typeof runCtx>;
  call(tool: string): ReturnType<typeof jsonOf>;
  run(): ReturnType<typeof jsonOf>;
}

async function guarded(entry: object = {}): Promise<Guarded> {
  const server = await oauthServer();
  const cwd = temporaryFolder({
    '.mcp.json': mcpFile({ web: { url: server.url, ...entry } }),
    's.yaml': scriptOf({ say: 'Done.' }),
  });
  const home = temporaryFolder();
  const env = {
    HOME: home,
    PATH: process.env['PATH'],
    BROWSER: agreeingBrowser(),
    SECRET: machine.clientSecret,
  };
  const outside = { cwd, env };
  return {
    server,
    cwd,
    store: join(home, '.config/ctx/mcp-credentials.json'),
    login: (...flags) => runCtx(['mcp', 'login', 'web', '--trust', ...flags], outside),
    call: (tool) => jsonOf(['exec-tool', `mcp__web__${tool}`, '{}', '--trust'], outside),
    run: () => jsonOf(['run', ...task('Go.'), '--trust'], outside),
  };
}

describe('a server that wants a login', () => {
  it('is told by its own code where it is required, not to be tried again, with what to do', async () => {
    const { run } = await guarded({ required: true });
    const { error, exit_code } = await run();
    expect(exit_code).toBe(1);
    expect(error).toMatchObject({ code: 'mcp_unauthorized', kind: 'auth', retryable: false });
    expect(error?.hint).toContain('ctx mcp login web');
    expect(error?.hint).toMatch(/`headers`.*ctx trust/);
  });

  it('is told in a warning where it is not required', async () => {
    const { run } = await guarded();
    const { data, exit_code } = await run();
    expect(exit_code).toBe(0);
    expect(JSON.stringify(data?.['warnings'])).toContain('wants a login (HTTP 401); run `ctx mcp login web`');
  });

  it('answers after a login, with tokens in a file of the user’s own, and its sessions are ended', async () => {
    const { server, login, call, store, cwd } = await guarded();
    const { stdout, exitCode } = await login();
    expect(exitCode).toBe(0);
    expect(stdout).toContain(`You are logged in to web (${server.url})`);
    expect(server.asked).toEqual(['read']);
    expect(statSync(store).mode & 0o777).toBe(0o600);
    expect(readFileSync(store, 'utf8')).toContain('access-');
    expect(existsSync(join(cwd, '.context'))).toBe(false);
    const before = server.requests.filter((request) => request === 'DELETE /mcp').length;
    expect((await call('hello')).data).toMatchObject({ message: 'hello says hello', handled: true });
    expect(server.requests.filter((request) => request === 'DELETE /mcp')).toHaveLength(before + 1);
    expect((await login()).stdout).toContain('You were logged in already');
  });

  it('gets renewed tokens without anybody, and asks for a login where that fails', async () => {
    const { server, login, call, run } = await guarded({ required: true });
    await login();
    server.expireTokens();
    expect((await call('hello')).data).toMatchObject({ message: 'hello says hello' });
    server.expireEverything();
    expect((await run()).error).toMatchObject({ code: 'mcp_unauthorized' });
    expect(server.asked).toHaveLength(1);
  });

  it('that says a token back, stored or renewed, is heard without it', async () => {
    const { server, login, call, store } = await guarded();
    await login();
    const redacted = 'seen: [redacted:MCP_TOKEN_1], in base64 [redacted:MCP_TOKEN_1]';
    expect((await call('mirror')).data).toMatchObject({ message: redacted });
    const before = readFileSync(store, 'utf8');
    server.expireTokens();
    const { data } = await call('mirror');
    expect(readFileSync(store, 'utf8')).not.toBe(before);
    expect(JSON.stringify(data)).not.toContain('access-');
    expect(data?.['message']).toMatch(
      /^seen: \[redacted:MCP_TOKEN_\d\], in base64 \[redacted:MCP_TOKEN_\d\]$/,
    );
  });

  it('that wants more for one tool says so to the model, and the next login asks for both', async () => {
    const { server, login, call } = await guarded();
    await login();
    const refused = await call('admin');
    expect(JSON.stringify(refused.error)).toContain('ctx mcp login web');
    expect((await login()).exitCode).toBe(0);
    expect(server.asked).toEqual(['read', 'read admin']);
    expect((await call('admin')).data).toMatchObject({ message: 'admin says hello' });
  });

  it('lets a program in by its own credentials, from the environment', async () => {
    const oauth = { grant: 'client_credentials', clientId: machine.clientId, clientSecret: `\${SECRET}` };
    const { call, store, server } = await guarded({ oauth });
    expect((await call('hello')).data).toMatchObject({ message: 'hello says hello' });
    expect(existsSync(store)).toBe(false);
    expect(server.asked).toEqual([]);
    const wrong = await guarded({ oauth: { ...oauth, clientSecret: 'guessed' }, required: true });
    expect((await wrong.run()).error).toMatchObject({ code: 'mcp_unauthorized' });
  });

  it.each([
    ['ec', 'ES256'],
    ['rsa', 'RS256'],
    ['ed25519', 'EdDSA'],
  ] as const)('lets a program in that signs with its own key: %s', async (kind, alg) => {
    const pem = machineKeys[kind].privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const oauth = { grant: 'client_credentials', clientId: machine.clientId, privateKey: pem };
    const { call, store, server } = await guarded({ oauth });
    expect((await call('hello')).data).toMatchObject({ message: 'hello says hello' });
    expect(server.requests).toContain(`signed ${alg}`);
    expect(existsSync(store)).toBe(false);
  });

  it('refuses a program with another key, and one whose key is none', async () => {
    const { privateKey } = generateKeyPairSync('ed25519');
    const wrong = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    for (const pem of [wrong, 'no key']) {
      const oauth = { grant: 'client_credentials', clientId: machine.clientId, privateKey: pem };
      expect((await (await guarded({ oauth, required: true })).run()).error).toMatchObject({
        code: 'mcp_unauthorized',
      });
    }
  });

  it('is forgotten by a logout', async () => {
    const { login, cwd, store, run } = await guarded({ required: true });
    await login();
    const env = { HOME: join(store, '../../..') };
    expect((await runCtx(['mcp', 'logout', 'web'], { cwd, env })).stdout).toContain('is forgotten');
    expect(readFileSync(store, 'utf8')).not.toContain('access-');
    expect((await runCtx(['mcp', 'logout', 'web'], { cwd, env })).stdout).toContain('not logged in');
    expect((await run()).error).toMatchObject({ code: 'mcp_unauthorized' });
  });
});

describe('a login', () => {
  it('contacts nobody before the file is trusted', async () => {
    const { server, cwd, store } = await guarded();
    const env = { HOME: join(store, '../../..') };
    const { stderr, exitCode } = await runCtx(['mcp', 'login', 'web'], { cwd, env });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('trust');
    expect(server.requests).toEqual([]);
  });

  it('knows servers over HTTP only', async () => {
    const cwd = temporaryFolder({ '.mcp.json': mcpFile({ local: { command: 'true' } }) });
    for (const name of ['local', 'none']) {
      const { stderr, exitCode } = await runCtx(['mcp', 'login', name, '--trust'], { cwd });
      expect(exitCode).toBe(1);
      expect(stderr).toContain(`No MCP server over HTTP is called \`${name}\``);
    }
  });

  it('that cannot reach the server says why', async () => {
    const cwd = temporaryFolder({ '.mcp.json': mcpFile({ web: { url: 'http://127.0.0.1:9/mcp' } }) });
    const { stderr, exitCode } = await runCtx(['mcp', 'login', 'web', '--trust'], {
      cwd,
      env: { HOME: temporaryFolder() },
    });
    expect(exitCode).toBe(1);
    expect(stderr).toContain('fetch failed (bad port)');
  });

  it('ends where the person gives up waiting, and keeps nothing of the tokens', async () => {
    const { cwd, store, server } = await guarded();
    const env = { HOME: join(store, '../../..'), PATH: process.env['PATH'] ?? '' };
    const argv = [join(builtFolder(), 'ctx.cjs'), 'mcp', 'login', 'web', '--trust', '--no-browser'];
    const child = spawn(process.execPath, argv, { cwd, env });
    let said = '';
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (said.includes('/authorize?')) child.kill('SIGINT');
    });
    const [code] = await once(child, 'close');
    expect(code).toBe(130);
    expect(server.asked).toEqual([]);
    expect(readFileSync(store, 'utf8')).not.toContain('access-');
  });

  it('takes no answer but the one to its own question', async () => {
    const callback = await listenForCallback(0, 'right');
    const get = async (query: string) => (await fetch(`${callback.url}${query}`)).status;
    expect(await get('?state=wrong&code=stolen')).toBe(400);
    expect(await get('?code=stolen')).toBe(400);
    expect(await get('/../elsewhere?state=right&code=x')).toBe(400);
    expect(await get('?state=right&code=ours')).toBe(200);
    expect((await callback.answered).get('code')).toBe('ours');
    callback.close();
  });

  it('is not used where others can read it', async () => {
    const { login, run, store } = await guarded({ required: true });
    await login();
    chmodSync(store, 0o644);
    const { error } = await run();
    expect(JSON.stringify(error)).toContain('others on this machine can read it');
  });
});
