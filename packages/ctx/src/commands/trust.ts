import * as t from 'typebox';
import { clawable } from '../cli/command.js';
import { flag } from '../cli/inputs.js';
import { serversOutside, trustedProject } from '../doctor/needs-trust.js';
import { projectRoot } from '../project/root.js';
import { closed } from '../protocol/closed.js';
import { fail } from '../protocol/codes.js';
import { nearest } from '../text/nearest.js';
import type { TrustItem } from '../trust/item.js';
import { requireTrust } from '../trust/require-trust.js';
import type { TrustPlace } from '../trust/trust-file.js';
import { itemSchema, itemText, stoodAnswer } from './trust/trust-answer.js';
import { gateOf } from './trust-gate.js';

export default clawable({
  name: 'trust',
  group: 'hosts',
  summary: 'Trust what this project runs or says in your name',
  description:
    'Nothing in a repository runs or speaks in your name before you say so: the MCP servers of .mcp.json and the project files that they start, commands with shell lines, the project’s own words for hooks, a pad that is plain or that others can open. ctx shows each item with its exact lines, or what changed since you trusted it, and asks once. Your answer is kept in your config folder, for this folder and this exact content: a changed file, a copy, a worktree or a renamed folder asks again. Without a terminal it needs --yes; an agent that ctx runs cannot answer for you. MCP servers run in the sandbox of their run; --outside lets one run outside it, until you revoke that or its lines change.',
  examples: [
    { line: 'ctx trust', says: 'look at it, and say yes or no' },
    { line: 'ctx trust --outside browser', says: 'let this MCP server run outside of the sandbox' },
    { line: 'ctx trust --yes', says: 'trust all of it without a question' },
  ],
  arguments: {},
  flags: {
    yes: flag.switch('trust all of it without asking'),
    outside: flag.texts('let this MCP server run outside the sandbox', 'SERVER'),
  },
  returns: t.Object({ project: t.String(), items: t.Array(itemSchema), added: t.Integer() }, closed),
  async run(input, services) {
    const root = projectRoot(services);
    const place = { root, env: services.env };
    const { stood } = await trustedProject(place);
    const asked = outsideItems(place, input.flags.outside);
    const isShown = (item: TrustItem) =>
      stood.some((one) => one.item.path === item.path && one.item.kind === item.kind);
    const more = asked.filter((item) => !isShown(item));
    const open = [...stood.filter(({ state }) => state !== 'trusted').map(({ item }) => item), ...more];
    await requireTrust(open, place, gateOf('yes', true, input, services));
    return {
      project: root,
      items: [...stood.map(({ item }) => item), ...more].map((item) => stoodAnswer(item, 'trusted')),
      added: open.length,
    };
  },
  render({ items, added }, terminal) {
    if (items.length === 0) return 'Nothing here runs or speaks on the project’s behalf.';
    if (added === 0) return 'You trust all of it already; `ctx trust list` shows it.';
    return `Trusted:\n${items.map((item) => itemText(item, terminal)).join('')}`;
  },
});

function outsideItems(place: TrustPlace, servers: readonly string[]): TrustItem[] {
  const known = servers.length === 0 ? new Map<string, TrustItem>() : serversOutside(place);
  return [...new Set(servers)].map((server) => {
    const item = known.get(server);
    if (item !== undefined) return item;
    throw fail('mcp_program_unknown', {
      operation: 'trust',
      target: server,
      known: [...known.keys()],
      nearest: nearest(server, [...known.keys()]),
    });
  });
}
