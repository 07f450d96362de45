import { resolve } from 'node:path';
import { optedOut } from '../cli/command.js';
import { contradiction } from '../cli/contradiction.js';
import { argument, flag } from '../cli/inputs.js';
import { neutral } from '../cli/terminal.js';
import { parseLink } from '../links/parse-link.js';
import { fail } from '../protocol/codes.js';
import { openLink } from './deep-link/open-link.js';

export default optedOut({
  name: 'deep-link-mode',
  group: 'sessions',
  summary: 'Open a ctx:// link: a session, a record, a report or a prompt',
  description:
    'ctx://session/ID shows a session, ctx://session/ID/record/N one of its records, ctx://report/ID writes its report and opens it, ctx://prompt?text=… runs a prompt. Before anything is written or run, ctx shows the whole text and asks; without a terminal it refuses. A link carries no flags, and `project=` can only name a folder in which you have used ctx. --register makes your desktop open such links with ctx in a terminal; --unregister undoes that.',
  examples: [
    { line: 'ctx deep-link-mode ctx://session/0ke3', says: 'show a session' },
    { line: 'ctx deep-link-mode "ctx://prompt?text=run%20the%20tests"', says: 'a prompt, after a question' },
    { line: 'ctx deep-link-mode --register', says: 'open links from your browser' },
  ],
  arguments: { url: argument.optional('the link') },
  flags: {
    register: flag.switch('make the desktop open ctx:// links with this ctx'),
    unregister: flag.switch('undo that'),
  },
  reason: 'it shows a link to a person and asks them; the commands that it leads to speak JSON',
  async run(input, services) {
    const { args, flags } = input;
    if (flags.register && flags.unregister) throw contradiction('--register', '--unregister');
    if (flags.register || flags.unregister) {
      if (args.url !== undefined) throw contradiction(flags.register ? '--register' : '--unregister', 'URL');
      const { registerLinks, unregisterLinks } = await import('./deep-link/register-links.js');
      return flags.register ? registerLinks(services) : unregisterLinks(services);
    }
    if (args.url === undefined)
      throw fail('argument_missing', { operation: 'argparse', target: 'url', command: 'deep-link-mode' });
    const link = parseLink(args.url);
    if ('reason' in link)
      throw fail('link_invalid', {
        operation: 'open',
        target: neutral(args.url.slice(0, 200)),
        reason: link.reason,
      });
    const { project = services.cwd, ...what } = link;
    if (link.project !== undefined) {
      const { isUsersProject } = await import('../links/users-project.js');
      if (!isUsersProject(link.project, services.env))
        throw fail('link_project_unknown', { operation: 'open', target: neutral(link.project) });
    }
    return openLink(what, input, { ...services, cwd: resolve(services.cwd, project) });
  },
});
