import { optedOut } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { shellWord } from '../disk/shell-word.js';
import { connected, connectedFlags, watchedTalk } from './reach/connected.js';
import { reachServer } from './reach/reach-server.js';

export default optedOut({
  name: 'direct-connect-mode',
  group: 'run',
  summary: 'Chat with a ctx server by its address',
  description:
    'A conversation in this terminal with a session on a machine where `ctx serve` runs: what it says and does is shown as it comes, what a rule asks about is asked here, Ctrl-C interrupts the turn and leaves when pressed again. With a prompt it runs one turn and ends with the exit code that `ctx run` would have. The session, its files and its log stay on the server, and a turn goes on when the connection is lost: --session follows it again. Where --token-file says nothing, the token is the one of your own servers on this machine.',
  examples: [
    { line: 'ctx direct-connect-mode ws://127.0.0.1:7433', says: 'a server on this machine' },
    {
      line: 'ctx direct-connect-mode wss://build.example:7433 "run the tests" --token-file build.token',
      says: 'one turn elsewhere',
    },
    { line: 'ctx direct-connect-mode unix:/run/user/1000/ctx/sock --session 0ke3', says: 'follow a session' },
  ],
  arguments: {
    target: argument.one('ws://HOST:PORT, wss://HOST:PORT or unix:PATH'),
    prompt: argument.optional(
      'what to do, in quotes; - reads it from stdin; without one it is a conversation',
    ),
  },
  flags: {
    'token-file': flag.text('the file with the server’s token', 'FILE'),
    folder: flag.text('the folder there, below the one that is served', 'DIR'),
    ...connectedFlags,
  },
  reason: 'a conversation with a person; ctx run --remote speaks JSON',
  long: true,
  async run({ args: { target, prompt }, flags }, services) {
    const place = { url: target, tokenFile: flags['token-file'], called: target };
    const again = (session: string) => `ctx direct-connect-mode ${shellWord(target)} --session ${session}`;
    return connected(
      { called: target, folder: flags.folder, reach: reachServer(place, services), again },
      prompt,
      flags,
      services,
    );
  },
  watch: watchedTalk,
});
