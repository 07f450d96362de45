import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { argument } from '../cli/inputs.js';
import { pageNames, readPage } from '../cli/shipped.js';
import { columns } from '../cli/terminal.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import { linksAsCommands, titleOf } from './docs/page-text.js';

const page = t.Object({ name: t.String(), title: t.String() }, closed);

export default clawable({
  name: 'docs',
  group: 'about',
  summary: 'Read the documentation',
  description:
    'Lists the pages that ship with ctx, or prints one as Markdown; links to other pages become the commands that show them. Works offline.',
  examples: [
    { line: 'ctx docs', says: 'the pages' },
    { line: 'ctx docs policy', says: 'one page' },
    { line: 'ctx docs policy | less', says: 'page by page' },
  ],
  arguments: { page: argument.optional('the page to print') },
  flags: {},
  returns: t.Object(
    {
      pages: t.Array(page),
      name: t.Optional(t.String()),
      title: t.Optional(t.String()),
      /** Markdown. */
      text: t.Optional(t.String()),
    },
    closed,
  ),
  async run({ args }, { program: { shippedFolder } }) {
    const listOfAll = 'README';
    const names = pageNames(shippedFolder).filter((name) => name !== listOfAll);
    const pageNamed = (name: string) => ({ name, title: titleOf(readPage(shippedFolder, name)) });
    const pages = names.map(pageNamed);
    if (args.page === undefined) return { pages };
    const name = args.page.replace(/^docs\//, '').replace(/\.md$/, '');
    const found = name === listOfAll ? pageNamed(name) : pages.find((each) => each.name === name);
    if (found === undefined)
      throw fail('page_unknown', { operation: 'read', target: args.page, nearest: nearest(name, names) });
    return { pages, ...found, text: linksAsCommands(readPage(shippedFolder, name), names) };
  },
  render: ({ pages, text }) =>
    text ?? `${columns(pages.map(({ name, title }) => [name, title]))}\nctx docs PAGE prints one.\n`,
});
