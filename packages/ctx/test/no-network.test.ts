// ctx needs no account and no server, and sends no telemetry: what needs no model opens no connection, and asks for no name.

import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { claudeSession } from '../src/foreign/fixtures/claude-lines.js';
import { transcriptOf } from '../src/foreign/fixtures/transcripts.js';
import { runBuilt, runNode } from './built.js';
import { temporaryFolder } from './folder.js';
import { scriptOf } from './scripted.js';

/** In every Node that is started: writes down whom it would reach. A path is a socket of this machine. */
const watch = `
const { appendFileSync } = require('node:fs');
const told = (what) => appendFileSync(process.env.TOLD, what + '\\n');
const { Socket } = require('node:net');
const connect = Socket.prototype.connect;
Socket.prototype.connect = function (...words) {
  const [first] = Array.isArray(words[0]) ? words[0] : words;
  if (typeof first !== 'object' || typeof first.path !== 'string') told('connect');
  return connect.apply(this, words);
};
const dns = require('node:dns');
const { lookup } = dns;
dns.lookup = (...words) => (told('lookup'), lookup(...words));
const dgram = require('node:dgram');
const { createSocket } = dgram;
dgram.createSocket = (...words) => (told('dgram'), createSocket(...words));
`;

function place() {
  const home = temporaryFolder({
    'watch.cjs': watch,
    'pond/.git/HEAD': 'ref: refs/heads/main\n',
    'pond/s.yaml': scriptOf({ say: 'Done.' }),
    [`.claude/projects/pond/${claudeSession}.jsonl`]: transcriptOf('claude-code'),
  });
  const cwd = join(home, 'pond');
  const told = join(home, 'told');
  const env = { HOME: home, NODE_OPTIONS: `--require ${join(home, 'watch.cjs')}`, TOLD: told };
  const reached = () => (existsSync(told) ? readFileSync(told, 'utf8').trim().split('\n') : []);
  return { surroundings: { cwd, env }, reached };
}

it('runs a scripted agent, imports, shows, checks, exports and replays without reaching anybody', async () => {
  const { surroundings, reached } = place();
  for (const line of [
    'init',
    'run --task hello --model script:s.yaml --session-id s',
    'verify s',
    'replay s --verify',
    'report s --out pages',
    'export s --out data',
    'import claude-code --all',
    'claims --last',
    'stats',
    'brief',
  ]) {
    const { exitCode, stderr } = await runBuilt('ctx', line.split(' '), surroundings);
    expect([line, exitCode, stderr]).toEqual([line, 0, expect.any(String)]);
  }
  expect(reached()).toEqual([]);
});

it('would see a request', async () => {
  const { surroundings, reached } = place();
  await runNode(['-e', "fetch('http://127.0.0.1:65001').catch(() => {})"], surroundings);
  await runNode(
    ['-e', "require('node:http').get('http://localhost:65001').on('error', () => {})"],
    surroundings,
  );
  expect(reached().filter((what) => what === 'connect')).toHaveLength(2);
});
