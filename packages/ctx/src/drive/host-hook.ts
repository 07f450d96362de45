// ctx's own hook in a host, for one run alone: the host starts it before a call that it would make unasked, and it asks the run itself, by a
// socket. Whatever keeps it from asking denies the call.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { platform } from 'node:process';
import type { RunSettings } from '../protocol/records.js';
import type { AnswerRequest } from '../sandbox/requests/server.js';
import { unixSocketsIn } from '../sandbox/rules.js';
import type { Desk, ToldCall, ToldResult, Word } from './agent-port.js';
import { type HandedServer, ruleName } from './handed-servers.js';

type Fields = Readonly<Record<string, unknown>>;

/** How a host tells its hook of a call, and how it wants to be answered. */
export interface HostHook {
  /** Nothing of a call that it asks about in another way. Its id is empty where the host does not say it. */
  callOf(told: Fields): ToldCall | undefined;
  replyOf(word: Word): object;
  /** Tools that the host asks about, unless its settings allow them, and that our hook is told of before. */
  readonly first?: readonly string[];
  /** Whether the host itself tells of every call of a tool, besides asking our hook. */
  isTold?(tool: string): boolean;
  /** What a call gave that the host tells in no other way. Of what it tells, a hook is not believed: any program in the sandbox can start it. */
  resultOf?(told: Fields): ToldResult | undefined;
  /** As in its traits. */
  toolsOf?(server: string): string;
}

/** Without a socket to ask by, a hook could only deny. */
export function reachesHook({ sandbox }: Pick<RunSettings, 'sandbox'>): boolean {
  if (sandbox === 'off') return true;
  const { network = [], unix_sockets } = typeof sandbox === 'object' ? sandbox : {};
  return platform === 'linux' && unixSocketsIn({ network, unix_sockets });
}

/** The words that start it. It lies in the run's folder, which the host may call otherwise; `socket` as the host sees it. */
export function hookCommand(
  hook: HostHook,
  { folder, shownFolder, socket }: { folder: string; shownFolder: string; socket: string },
): string {
  const name = 'hook.cjs';
  const denial = hook.replyOf({ say: 'deny', reason: 'ctx could not be asked' });
  writeFileSync(join(folder, name), script(socket, JSON.stringify(denial)), { mode: 0o600 });
  return [process.execPath, join(shownFolder, name)]
    .map((word) => `'${word.replaceAll("'", "'\\''")}'`)
    .join(' ');
}

/** Answers at the socket, by the desk of the turn that is under way. */
export function hookAnswers(
  hook: HostHook,
  servers: readonly Pick<HandedServer, 'name'>[],
  deskNow: () => Desk | undefined,
): AnswerRequest {
  return async ({ argv, stdin }) => {
    if (argv[0] !== 'hook')
      return { refused: { rule: 'drive', reason: 'only the hook of this run is answered' } };
    const told: unknown = JSON.parse(Buffer.from(stdin, 'base64').toString('utf8'));
    const result = hook.resultOf?.(Object(told));
    if (result !== undefined) deskNow()?.returned(result, (tool) => hook.isTold?.(tool) !== true);
    const call = hook.callOf(Object(told));
    if (call === undefined) return said({});
    const tool = hook.toolsOf === undefined ? call.tool : ruleName(call.tool, servers, hook.toolsOf);
    const word = (await deskNow()?.hooked({ ...call, tool })) ?? ({ say: 'cancelled' } as const);
    return said(hook.replyOf(word));
  };
}

function said(reply: object) {
  return { exit_code: 0, stdout: JSON.stringify(reply), stderr: '' };
}

function script(socket: string, denial: string): string {
  return `let input = '';
const deny = () => process.stdout.write(${JSON.stringify(denial)}, () => process.exit(0));
process.on('uncaughtException', deny);
process.stdin.setEncoding('utf8').on('data', (piece) => { input += piece; }).on('end', () => {
  let answer = '';
  const socket = require('node:net').connect({ path: ${JSON.stringify(socket)}, allowHalfOpen: true });
  socket.setEncoding('utf8').on('data', (piece) => { answer += piece; }).on('end', () => {
    const { stdout } = JSON.parse(answer);
    if (typeof stdout === 'string') process.stdout.write(stdout, () => process.exit(0));
    else deny();
  });
  socket.end(JSON.stringify({ argv: ['hook'], stdin: Buffer.from(input).toString('base64') }));
});
`;
}
