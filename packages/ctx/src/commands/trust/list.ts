import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { trustedProject } from '../../doctor/needs-trust.js';
import { projectRoot } from '../../project/root.js';
import { closed } from '../../protocol/closed.js';
import { trustFile } from '../../trust/trust-file.js';
import { itemSchema, itemText, stoodAnswer } from './trust-answer.js';

export default clawable({
  name: 'trust list',
  group: 'hosts',
  summary: 'List what this project runs or says, and what you trust',
  description:
    'Shows for each item whether it is trusted, changed since you trusted it, untrusted, or gone from the project. Starts nothing.',
  examples: [
    { line: 'ctx trust list', says: 'what would run here, and may it?' },
    { line: 'ctx trust list --output-format json', says: 'for a program' },
  ],
  arguments: {},
  flags: {},
  returns: t.Object({ project: t.String(), kept_in: t.String(), items: t.Array(itemSchema) }, closed),
  async run(_, services) {
    const root = projectRoot(services);
    const place = { root, env: services.env };
    const { stood, gone } = await trustedProject(place);
    return {
      project: root,
      kept_in: trustFile(place),
      items: [
        ...stood.map(({ item, state }) => stoodAnswer(item, state)),
        ...gone.map((item) => stoodAnswer(item, 'gone')),
      ],
    };
  },
  render({ items, kept_in }, terminal) {
    if (items.length === 0) return 'Nothing here runs or speaks on the project’s behalf.';
    return `${items.map((item) => itemText(item, terminal)).join('')}\nKept in ${kept_in}`;
  },
});
