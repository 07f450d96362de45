// A session as a comment on a pull request: what came of it, what changed, which commands ran, what was denied, what it cost.

import { isUncovered } from '../../protocol/denied-words.js';
import { plus } from '../../session/tally.js';
import { block, cell, code, plain } from '../../text/safe-markdown.js';
import { commandOf } from '../claims/commands-run.js';
import { claimWords, isDoubtful } from '../claims/judged.js';
import { counted, duration, grouped, money } from '../story/amounts.js';
import { agentWords, sandboxWords } from '../story/fence-words.js';
import { oneLine } from '../story/one-line.js';
import type { CallStep, RunStory, SessionStory } from '../story/story.js';
import { sumOfRuns } from '../story/sum-of-runs.js';
import { whatChanged } from '../story/what-changed.js';

export interface Link {
  readonly text: string;
  readonly url: string;
}

/** What a forge takes in a comment, with room for what is around it. */
const mostCharacters = 60_000;
const mostRows = 100;
const mostAnswer = 4000;

export function pullRequestComment(
  session: SessionStory,
  runs: readonly RunStory[],
  links: readonly Link[],
): string {
  const sections = [
    ...answerOf(runs),
    ...changes(runs),
    ...commands(runs),
    ...denials(runs),
    ...approvals(runs),
    ...claims(session, runs),
    evidence(session, runs, links),
  ];
  let text = `${heading(session, runs)}\n\n${table(runs)}\n`;
  for (const [index, section] of sections.entries()) {
    const isLast = index === sections.length - 1;
    if (isLast || text.length + section.length < mostCharacters - 4000) text += `\n${section}`;
    else text += '\n_Shortened to fit into a comment. The report has all of it._\n';
  }
  return text;
}

function heading({ waiting, session_id }: SessionStory, runs: readonly RunStory[]): string {
  const isOpen = waiting.length > 0 || runs.some(({ stop_reason }) => stop_reason === 'open');
  const isGood = !isOpen && runs.length > 0 && runs.every(({ stop_reason }) => stop_reason === 'completed');
  const mark = isGood ? '✅' : isOpen ? '⏸️' : '❌';
  const task = oneLine(runs[0]?.turns[0]?.prompt.text ?? '', 120);
  return `### ${mark} ${plain(task === '' ? `Session ${session_id}` : task)}`;
}

function table(runs: readonly RunStory[]): string {
  const row = (run: RunStory) => {
    const { run_id, stop_reason, settings, totals, opened, last } = run;
    const cells = [
      cell(run_id),
      cell(stop_reason),
      cell(`${agentWords(run)}${settings.model}`),
      grouped(totals.model_calls + totals.tool_calls),
      grouped(plus(totals.input_tokens, totals.output_tokens)),
      money(totals.cost_microusd),
      duration(last.at - opened.at),
    ];
    return `| ${cells.join(' | ')} |`;
  };
  const rows = runs.slice(0, mostRows).map(row);
  const sum = sumOfRuns(runs);
  const all =
    runs.length < 2
      ? []
      : [
          `| **all ${runs.length}** | | | ${grouped(sum.model_calls + sum.tool_calls)} | ${grouped(plus(sum.input_tokens, sum.output_tokens))} | ${money(sum.cost_microusd)} | |`,
        ];
  return [
    '| run | result | model | calls | tokens | cost | time |',
    '| --- | --- | --- | ---: | ---: | ---: | ---: |',
    ...rows,
    ...all,
    '',
  ].join('\n');
}

function answerOf(runs: readonly RunStory[]): string[] {
  const text = runs.findLast(({ parent }) => parent === undefined)?.turns.at(-1)?.closed?.output.text ?? '';
  if (text.trim() === '') return [];
  const shown = text.length > mostAnswer ? `${text.slice(0, mostAnswer).toWellFormed()}\n…` : text;
  return [folded('What the agent said', block(shown), true)];
}

function changes(runs: readonly RunStory[]): string[] {
  const changed = runs.flatMap((run) => whatChanged(run));
  if (changed.length === 0) return [];
  const items = changed.map(({ path, how, added, removed, by }) => {
    const lines = added === undefined ? '' : ` (+${grouped(added)} −${grouped(removed ?? 0)})`;
    return `${code(path)} ${how}${lines}${by === undefined ? '' : `, by ${code(by, 100)}`}`;
  });
  return [listed(`What changed: ${counted(items.length, 'file')}`, items, true)];
}

/** Shell commands, in the order they were asked for. */
function commands(runs: readonly RunStory[]): string[] {
  const calls = callsOf(runs).filter(
    (call) => call.started !== undefined && commandOf(call.tool, inputOf(call)) !== undefined,
  );
  if (calls.length === 0) return [];
  const failed = calls.filter((call) => ended(call) !== '0').length;
  const items = calls.map((call) => `${code(call.about)} → ${ended(call)}`);
  const title = `Commands: ${counted(calls.length, 'command')}${failed === 0 ? '' : `, ${failed} did not exit with 0`}`;
  return [listed(title, items, failed > 0)];
}

function inputOf({ input }: CallStep): unknown {
  try {
    return JSON.parse(input.text);
  } catch {
    return { command: '' };
  }
}

function ended({ returned }: CallStep): string {
  if (returned === undefined) return 'no result';
  if (returned.interrupted) return 'interrupted';
  if (returned.exit_code !== undefined) return String(returned.exit_code);
  return returned.is_error ? 'failed' : '0';
}

function denials(runs: readonly RunStory[]): string[] {
  const items = callsOf(runs).flatMap(({ tool, about, denial }) =>
    denial === undefined
      ? []
      : [
          `${code(`${tool} ${about}`)}${isUncovered(denial) ? ': no allow rule covers it' : ` by the rule ${code(denial.rule)}`}`,
        ],
  );
  return items.length === 0 ? [] : [listed(`Denied: ${counted(items.length, 'call')}`, items, true)];
}

function approvals(runs: readonly RunStory[]): string[] {
  const items = callsOf(runs).flatMap(({ tool, about, approval }) => {
    if (approval === undefined) return [];
    const { answer, by, via, scope } = approval;
    const who =
      by === null ? 'nobody answered' : `${answer === 'allow' ? 'allowed' : 'denied'} by ${code(by)}`;
    return [`${code(`${tool} ${about}`)}: ${who}, ${via}, ${scope}`];
  });
  return items.length === 0 ? [] : [listed(`Approvals: ${items.length}`, items, false)];
}

function claims({ claims: all }: SessionStory, runs: readonly RunStory[]): string[] {
  const ids = new Set(runs.map(({ run_id }) => run_id));
  const items = all
    .filter((claim) => ids.has(claim.run_id) && isDoubtful(claim))
    .map((claim) => `${code(claim.sentence, 300)}: ${plain(claimWords(claim))}`);
  return items.length === 0 ? [] : [listed('Claims to look at', items, true)];
}

function evidence(
  { session_id, head, records, torn }: SessionStory,
  runs: readonly RunStory[],
  links: readonly Link[],
): string {
  const fences = [...new Set(runs.map(({ fence, agent }) => sandboxWords(fence, agent.name)))];
  const places = links.map(({ text, url }) => `[${plain(text)}](<${url}>)`);
  return [
    `${plain(capital(fences.join('; ')))}. Session ${code(session_id)}, ${grouped(records)} records${torn ? ' and a last line that is cut off' : ''}, head ${code(head.hash)}.`,
    ...(places.length === 0 ? [] : [places.join(' · ')]),
    `Check it: ${code(`ctx verify ${session_id}.jsonl --head ${head.hash}`, 300)}`,
    '',
  ].join('\n\n');
}

function capital(words: string): string {
  return words.slice(0, 1).toUpperCase() + words.slice(1);
}

function callsOf(runs: readonly RunStory[]): CallStep[] {
  return runs.flatMap(({ turns }) =>
    turns.flatMap(({ steps }) => steps.filter((step): step is CallStep => step.kind === 'call')),
  );
}

function listed(title: string, items: readonly string[], isOpen: boolean): string {
  const rest = items.length - mostRows;
  const lines = items.slice(0, mostRows).map((item) => `- ${item}`);
  const more = rest > 0 ? [`- … and ${grouped(rest)} more`] : [];
  return folded(title, [...lines, ...more].join('\n'), isOpen);
}

function folded(title: string, inside: string, isOpen: boolean): string {
  return `<details${isOpen ? ' open' : ''}><summary>${title}</summary>\n\n${inside}\n\n</details>\n`;
}
