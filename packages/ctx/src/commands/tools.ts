import { optedOut } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { columns, neutral } from '../cli/terminal.js';
import { denialOf, type Offer, withListedOffer } from '../runs/offered-tools.js';
import { toolFlags, wantedServers } from './tool-flags.js';
import { withTrust } from './trust-gate.js';

export default optedOut({
  name: 'tools',
  group: 'tools',
  summary: 'List the tools',
  description:
    'Lists every tool that a model could get here, with its source. Takes the filters of tool-pool: tools that a rule removes are not listed.',
  examples: [
    { line: 'ctx tools', says: 'all of them' },
    { line: 'ctx tools --query file', says: 'those whose name or description has the word' },
    { line: 'ctx tools --simple-mode --deny-tool bash', says: 'the tools that remain' },
  ],
  arguments: {},
  flags: {
    query: flag.text('only those whose name or description contains this text', 'TEXT'),
    limit: flag.integerOr(20, 'how many to show', { min: 1 }),
    ...toolFlags,
  },
  reason: 'it is a filtered list for people; tool-pool gives the same to machines.',
  run: ({ flags }, services) =>
    withListedOffer(wantedServers(flags, services), withTrust({ flags }, services), async (offer) =>
      listOf(offer, flags),
    ),
});

function untrustedOf({ servers }: Offer): string {
  const names = servers.filter(({ state }) => state === 'untrusted').map(({ server }) => neutral(server));
  return names.length === 0
    ? ''
    : `\nNot started, because nobody trusted them: ${names.join(', ')}. \`ctx trust\` shows what they would run.\n`;
}

function listOf(offer: Offer, flags: { readonly query: string | undefined; readonly limit: number }): string {
  const query = (flags.query ?? '').toLowerCase();
  const left = offer.tools.filter(
    ({ name, description }) =>
      denialOf(offer, name) === undefined && `${name}\n${description}`.toLowerCase().includes(query),
  );
  if (left.length === 0) return 'No tool matches.';
  const rows = left
    .slice(0, flags.limit)
    .map(({ name, source, description }) => [name, source, description.trim().split('\n', 1)[0] ?? '']);
  const rest = left.length - rows.length;
  const more = rest > 0 ? `… and ${rest} more; --limit ${left.length} shows all\n` : '';
  return columns(rows.map((row) => row.map(neutral))) + more + untrustedOf(offer);
}
