// In the sandbox, a command of the memory is run by the ctx outside: here its files are read-only.

import { connect } from 'node:net';
import type { AnsweredElsewhere } from '../cli/program.js';
import { givenFile, givenInput } from '../memory/given.js';
import { fail } from '../protocol/codes.js';
import { fileIn, memoryCommandIn, withStdin } from '../sandbox/requests/memory-commands.js';
import { largestReply, parsedReply, type Reply, type Request } from '../sandbox/requests/request.js';

/** Nothing for a command that is no business of the ctx outside. */
export async function askOutside(
  socket: string,
  argv: readonly string[],
  cwd: string,
): Promise<AnsweredElsewhere | undefined> {
  const command = memoryCommandIn(argv);
  if (command === undefined) return undefined;
  const { name } = command;
  const reply = await replyTo(requestFrom(argv, cwd), socket, name);
  if ('refused' in reply) throw fail('memory_denied', { operation: 'ask', target: name, ...reply.refused });
  return { stdout: reply.stdout, stderr: reply.stderr, exitCode: reply.exit_code };
}

/** Files and stdin are read here, where the one who asks may read them. */
function requestFrom(argv: readonly string[], cwd: string): Request {
  const named = fileIn(argv);
  if (named !== undefined && named.file !== '-') {
    const stdin = givenFile(named.file, cwd).toString('base64');
    return { argv: withStdin(argv, named.at), stdin };
  }
  return { argv, stdin: argv.includes('-') ? givenInput('stdin').toString('base64') : '' };
}

function replyTo(request: Request, path: string, name: string): Promise<Reply> {
  return new Promise((resolve, reject) => {
    const unreachable = (reason: string) =>
      reject(fail('memory_unreachable', { operation: 'ask', target: name, reason }));
    const chunks: Buffer[] = [];
    let bytes = 0;
    const socket = connect(path);
    socket.once('error', (error) => unreachable(error.message));
    socket.on('data', (chunk) => {
      bytes += chunk.length;
      if (bytes > largestReply) socket.destroy();
      else chunks.push(chunk);
    });
    socket.once('close', () => {
      const reply = parsedReply(Buffer.concat(chunks).toString('utf8'));
      if (reply === undefined) unreachable('it closed the connection');
      else resolve(reply);
    });
    socket.end(JSON.stringify(request));
  });
}
