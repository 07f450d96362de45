import { optedOut } from '../cli/command.js';
import { argument, flag } from '../cli/inputs.js';
import { shellWord } from '../disk/shell-word.js';
import { fail } from '../protocol/codes.js';
import { sshTarget, sshTargetWanted } from '../reach/ssh-target.js';
import { connected, connectedFlags, watchedTalk } from './reach/connected.js';

export default optedOut({
  name: 'ssh-mode',
  group: 'run',
  summary: 'Chat with ctx on another machine over SSH',
  description:
    'Starts `ctx acp` on the other machine with your own ssh, its config, keys and agent, and opens a conversation in this terminal, like `ctx chat`. Nothing listens there, and ssh never asks for a password (BatchMode). The session, its files and its log stay there. It ends with the connection; for turns that continue without you, run `ctx serve` there. Before anything starts, ctx says if ssh, the host key, the folder or ctx is missing there, or if the versions differ.',
  examples: [
    { line: 'ctx ssh-mode me@build.example:project', says: 'a conversation in ~/project there' },
    { line: 'ctx ssh-mode build:/srv/api "run the tests"', says: 'one turn, with a host of your ssh config' },
  ],
  arguments: {
    target: argument.one('USER@HOST or USER@HOST:DIR; DIR is relative to the home folder there'),
    prompt: argument.optional('what to do, in quotes; - reads it from stdin (default: a conversation)'),
  },
  flags: {
    'ssh-port': flag.integer('another port than your ssh config says', { min: 1, max: 65_535 }),
    'ssh-config': flag.text('another config file for ssh', 'FILE'),
    program: flag.text(
      'the path of ctx there, if a plain ssh command does not find it (default ctx)',
      'PATH',
    ),
    ...connectedFlags,
  },
  reason: 'a conversation with a person',
  long: true,
  async run({ args: { target: called, prompt }, flags }, services) {
    const target = sshTarget(called);
    if (target === undefined)
      throw fail('argument_invalid', {
        operation: 'argparse',
        target: called,
        argument: 'target',
        wanted: sshTargetWanted,
      });
    const { env, program } = services;
    const options = { port: flags['ssh-port'], config: flags['ssh-config'], program: flags.program };
    const again = (session: string) => `ctx ssh-mode ${shellWord(called)} --session ${session}`;
    const { reachBySsh } = await import('../reach/ssh.js');
    const place = { target, options, called, env, version: program.version };
    return connected({ called, reach: (ears) => reachBySsh(place, ears), again }, prompt, flags, services);
  },
  watch: watchedTalk,
});
