// What a recommendation answers, as the text that a person reads.

import { kinds } from '../catalog/kinds.js';
import { neutral, styled, type Terminal, wrap } from '../cli/terminal.js';
import type { Explanation, RecommendAnswer } from './recommend-schema.js';

const titles = { skill: 'Skills', agent: 'Agents', mcp: 'MCP servers', harness: 'Harnesses' } as const;

export function renderRecommendations(data: RecommendAnswer, terminal: Terminal): string {
  if (data.explanation !== undefined) return renderExplanation(data.explanation, terminal);
  const parts: string[] = [];
  for (const kind of kinds) {
    const own = data.recommendations.filter((entry) => entry.kind === kind);
    if (own.length === 0) continue;
    const texts = own.map((entry) => {
      const cost = styled(terminal, 'dim', costInWords(entry));
      const first = `  ${styled(terminal, 'cyan', neutral(entry.name))}  ${cost}`.trimEnd();
      const summary = wrap(neutral(entry.summary), terminal.width - 4, '    ');
      return `${first}\n${summary}\n    ${styled(terminal, 'green', neutral(entry.reason))}\n    ${styled(terminal, 'dim', entry.id)}\n`;
    });
    parts.push(`${styled(terminal, 'bold', titles[kind])}\n${texts.join('')}`);
  }
  if (parts.length === 0) {
    parts.push(
      'Nothing in the catalog fits what is here.\nSearch it with `ctx catalog search WORDS`, take more in with `ctx catalog import PATH`.\n',
    );
  }
  if (data.already_installed.length > 0) {
    parts.push(`Already installed: ${data.already_installed.map(({ name }) => neutral(name)).join(', ')}\n`);
  }
  parts.push(
    `From ${data.catalog.nodes} entries. Install one with \`ctx catalog install ID\`; \`ctx recommend --explain ID\` says why it is here.\n`,
  );
  return parts.join('\n');
}

function costInWords({ kind, context_tokens }: RecommendAnswer['recommendations'][number]): string {
  const { always, used, basis } = context_tokens;
  if (kind === 'harness') return '';
  if (always === null)
    return kind === 'mcp' ? 'tokens: known once it runs' : 'tokens: known once it is imported';
  if (basis === 'at_most') return `at most ${always} tokens`;
  return used === null ? `≈ ${always} tokens` : `≈ ${always} tokens, ${used} when used`;
}

function renderExplanation({ id, says }: Explanation, terminal: Terminal): string {
  const [verdict = '', ...others] = says;
  const lines = others.map((line) => wrap(neutral(line), terminal.width - 2, '  '));
  return `${styled(terminal, 'bold', neutral(verdict))}\n${lines.join('\n')}\n${styled(terminal, 'dim', `  ${id}`)}\n`;
}
