// Two sessions side by side: what they were asked, which tools they used, which files they changed, what they cost.

import type { SessionAnswer } from '../../src/dashboard/api.js';
import { duration, grouped, money } from '../../src/evidence/story/amounts.js';
import { sumOfRuns } from '../../src/evidence/story/sum-of-runs.js';
import { whatChanged } from '../../src/evidence/story/what-changed.js';
import { plus } from '../../src/session/tally.js';
import { Block, Empty, FaultCard, Loading, Title } from '../parts/basics.js';
import { Columns } from '../parts/columns.js';
import { Foreign, plain } from '../parts/foreign.js';
import { Markdown } from '../parts/markdown.js';
import { Actor, agentOf, ResultBadge, titleOf } from '../parts/session-words.js';
import { useFetched } from '../state/fetched.js';
import { sessionPath } from '../state/route.js';

export function CompareView({ query }: { readonly query: URLSearchParams }) {
  const [a, b] = [query.get('a') ?? '', query.get('b') ?? ''];
  const path = (key: string) => (key === '' ? undefined : `/api${sessionPath(key)}`);
  const left = useFetched<SessionAnswer>(path(a));
  const right = useFetched<SessionAnswer>(path(b));
  if (a === '' || b === '')
    return (
      <>
        <Title title="Compare" />
        <Empty icon="sessions" title="Mark two sessions">
          Tick two rows in <a href="/sessions">the list</a> (or press x on them), then Compare.
        </Empty>
      </>
    );
  const fault = left.fault ?? right.fault;
  const again = () => {
    left.again();
    right.again();
  };
  return (
    <>
      <Title title="Compare" sub="Two sessions side by side." />
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : left.value === undefined || right.value === undefined ? (
        <Loading />
      ) : (
        <Both left={left.value} right={right.value} />
      )}
    </>
  );
}

interface BothProps {
  readonly left: SessionAnswer;
  readonly right: SessionAnswer;
}

function Both({ left, right }: BothProps) {
  const [a, b] = [figuresOf(left), figuresOf(right)];
  return (
    <>
      <div class="two">
        <Head answer={left} />
        <Head answer={right} />
      </div>
      <Block title="Figures">
        <div class="card wide" tabIndex={0}>
          <table class="compared">
            <caption class="hidden">Figures of both sessions</caption>
            <Columns of={['figure', ['first', 'n'], ['second', 'n'], ['difference', 'n']]} />
            <tbody>
              {a.map(({ name, value, says }, i) => (
                <tr key={name}>
                  <th scope="row">{name}</th>
                  <td class="n">{says(value)}</td>
                  <td class="n">{says(b[i]?.value ?? null)}</td>
                  <td class="n">{difference(value, b[i]?.value ?? null, says)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </Block>
      <Block title="Tools">
        <Beside
          names="tool"
          left={toolsOf(left)}
          right={toolsOf(right)}
          says={(count) => `${grouped(count)} ×`}
        />
      </Block>
      <Block title="Files">
        <Beside
          names="file"
          left={filesOf(left)}
          right={filesOf(right)}
          says={(lines) => (lines === 0 ? 'changed' : `${grouped(lines)} lines`)}
        />
      </Block>
      <Block title="Prompts">
        <div class="two">
          {[left, right].map((answer, i) => (
            <div class="card" key={i}>
              <Markdown text={answer.story.runs[0]?.turns[0]?.prompt.text ?? ''} />
            </div>
          ))}
        </div>
      </Block>
      <Block title="Last answers">
        <div class="two">
          {[left, right].map((answer, i) => (
            <div class="card" key={i}>
              <Markdown text={answer.story.runs.at(-1)?.turns.at(-1)?.closed?.output.text ?? ''} />
            </div>
          ))}
        </div>
      </Block>
    </>
  );
}

function Head({ answer: { row } }: { readonly answer: SessionAnswer }) {
  return (
    <article class="card">
      <ResultBadge row={row} />
      <h2 class="compared-title">
        <a href={sessionPath(row.key)}>
          <Foreign text={titleOf(row)} />
        </a>
      </h2>
      <Actor agent={agentOf(row)} model={row.model} project={row.project} />
    </article>
  );
}

interface Figure {
  readonly name: string;
  readonly value: number | null;
  readonly says: (value: number | null) => string;
}

function figuresOf({ story }: SessionAnswer): Figure[] {
  const totals = sumOfRuns(story.runs);
  const denials = story.runs.reduce(
    (all, { turns }) => all + turns.reduce((own, { tally }) => own + tally.denials.length, 0),
    0,
  );
  const time = Math.max(0, (story.runs.at(-1)?.last.at ?? story.opened.at) - story.opened.at);
  return [
    { name: 'cost', value: totals.cost_microusd, says: money },
    { name: 'tokens', value: plus(totals.input_tokens, totals.output_tokens), says: grouped },
    { name: 'time', value: time, says: (value) => (value === null ? 'unknown' : duration(value)) },
    { name: 'turns', value: totals.turns, says: grouped },
    { name: 'model calls', value: totals.model_calls, says: grouped },
    { name: 'tool calls', value: totals.tool_calls, says: grouped },
    { name: 'denials', value: denials, says: grouped },
  ];
}

function difference(a: number | null, b: number | null, says: Figure['says']): string {
  if (a === null || b === null) return '';
  if (a === b) return 'same';
  return `${b > a ? '+' : '−'}${says(Math.abs(b - a))}`;
}

function toolsOf({ story }: SessionAnswer): ReadonlyMap<string, number> {
  const counts = new Map<string, number>();
  for (const { turns } of story.runs)
    for (const { steps } of turns)
      for (const step of steps)
        if (step.kind === 'call') counts.set(step.tool, (counts.get(step.tool) ?? 0) + 1);
  return counts;
}

function filesOf({ story }: SessionAnswer): ReadonlyMap<string, number> {
  return new Map(
    story.runs.flatMap(whatChanged).map(({ path, added = 0, removed = 0 }) => [path, added + removed]),
  );
}

interface BesideProps {
  readonly names: string;
  readonly left: ReadonlyMap<string, number>;
  readonly right: ReadonlyMap<string, number>;
  readonly says: (value: number) => string;
}

const most = 300;

function Beside({ names, left, right, says }: BesideProps) {
  const all = [...new Set([...left.keys(), ...right.keys()])].slice(0, most);
  if (all.length === 0) return <p class="card soft">None in either.</p>;
  const shown = (value: number | undefined) =>
    value === undefined ? <span class="soft">none</span> : says(value);
  return (
    <div class="card wide" tabIndex={0}>
      <table class="compared">
        <caption class="hidden">{names}s of both sessions</caption>
        <Columns of={[names, ['first', 'n'], ['second', 'n']]} />
        <tbody>
          {all.map((name) => (
            <tr key={name}>
              <th scope="row">
                <code>{plain(name)}</code>
              </th>
              <td class="n">{shown(left.get(name))}</td>
              <td class="n">{shown(right.get(name))}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
