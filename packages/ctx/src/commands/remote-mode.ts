import { optedOut } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { connected, connectedFlags, watchedTalk } from './reach/connected.js';
import { namedRemote } from './reach/named-remote.js';

export default optedOut({
  name: 'remote-mode',
  group: 'run',
  summary: 'Chat with a named server',
  description:
    'Like direct-connect-mode, with the address, token and folder that `ctx remote add` stored under a name. With a prompt it runs one turn and exits with the code that `ctx run` would have; for JSON, use `ctx run --remote NAME`.',
  examples: [
    { line: 'ctx remote-mode build', says: 'a conversation there' },
    { line: 'ctx remote-mode build "run the tests"', says: 'one turn there' },
    { line: 'ctx remote-mode build --session 0ke3', says: 'continue a session, or follow it' },
  ],
  arguments: {
    target: argument.one('the name of a remote; `ctx remote list` shows them'),
    prompt: argument.optional('what to do, in quotes; - reads it from stdin (default: a conversation)'),
  },
  flags: connectedFlags,
  reason: 'a conversation with a person; ctx run --remote speaks JSON',
  long: true,
  async run({ args: { target, prompt }, flags }, services) {
    const { remote, reach } = namedRemote(target, services);
    const again = (session: string) => `ctx remote-mode ${target} --session ${session}`;
    return connected({ called: target, folder: remote.folder, reach, again }, prompt, flags, services);
  },
  watch: watchedTalk,
});
