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
    'Opens a conversation in this terminal with a session on a machine that runs `ctx serve`: you see what the agent says and does, and answer its questions here. Ctrl-C interrupts the turn; again, it leaves. With a prompt it runs one turn and exits with the code that `ctx run` would have. The session, its files and its log stay on the server. If the connection is lost, the turn continues; --session reconnects. Without --token-file, ctx uses the token of your own servers on this machine.',
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
    prompt: argument.optional('what to do, in quotes; - reads it from stdin (default: a conversation)'),
  },
  flags: {
    'token-file': flag.text('the file with the server’s token', 'FILE'),
    folder: flag.text('a folder on the server, below the one it serves', 'DIR'),
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
