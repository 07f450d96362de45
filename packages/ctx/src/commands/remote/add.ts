import { resolve } from 'node:path';
import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { argument, flag } from '../../cli/inputs.js';
import { neutral } from '../../cli/terminal.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { fail } from '../../protocol/codes.js';
import { addRemote, isRemoteName, nameWanted, remotesFile } from '../../reach/remotes.js';
import { wantedAddress } from '../reach/reach-server.js';
import { answered, remoteAnswer } from './remote-answer.js';

export default clawable({
  name: 'remote add',
  group: 'run',
  summary: 'Add a named server to this project',
  description:
    'Stores the address of a `ctx serve` under a name, for `ctx remote-mode NAME` and `ctx run --remote NAME`. It is stored in your state folder, under this project’s path, and never in the repository, so a clone brings no remotes. Of the token, only the path of its file is stored. Connects to nothing.',
  examples: [
    {
      line: 'ctx remote add here ws://127.0.0.1:7433',
      says: 'a server on this machine, with your own token',
    },
    {
      line: 'ctx remote add build wss://build.example:7433 --token-file ~/.config/build.token --folder api',
      says: 'another machine, in a folder of it',
    },
  ],
  arguments: {
    name: argument.one('its name'),
    url: argument.one('ws://HOST:PORT, wss://HOST:PORT or unix:PATH'),
  },
  flags: {
    'token-file': flag.text('the file with its token (default: the token of your own servers)', 'FILE'),
    folder: flag.text('a folder on the server, below the one it serves', 'DIR'),
  },
  returns: t.Object({ ...remoteAnswer, path: t.String() }, closed),
  async run({ args: { name, url }, flags }, services) {
    const { cwd, env } = services;
    if (!isRemoteName(name))
      throw fail('argument_invalid', {
        operation: 'argparse',
        target: name,
        argument: 'name',
        wanted: nameWanted,
      });
    const address = wantedAddress(url, cwd);
    const file = flags['token-file'];
    const remote = {
      name,
      url: address.shown,
      tokenFile: file === undefined ? undefined : resolve(cwd, file),
      folder: flags.folder,
    };
    const place = { root: projectRoot(services), env };
    await addRemote(remote, place);
    return { ...answered(remote), path: remotesFile(place) };
  },
  render: ({ name, url, path }) => `${neutral(name)} is ${neutral(url)}, kept in ${neutral(path)}`,
});
