// What the project remembers: reminders, tasks, decisions, learnings, conventions, handovers. Everything but the pad, which no server reads.

import { useState } from 'preact/hooks';
import type { MemoryAnswer, MemoryChange, MemoryItem } from '../../src/dashboard/api.js';
import { Badge, Empty, FaultCard, Loading, Title } from '../parts/basics.js';
import { Foreign, plain } from '../parts/foreign.js';
import { Markdown } from '../parts/markdown.js';
import { useDashboard } from '../state/dashboard.js';
import { faultOf, useFetched } from '../state/fetched.js';
import { withQuery } from '../state/route.js';
import { useStore } from '../state/store.js';
import { AddForm } from './memory/add-form.js';

export const memoryKinds = [
  'reminders',
  'tasks',
  'decisions',
  'learnings',
  'conventions',
  'handovers',
] as const;
export type MemoryKind = (typeof memoryKinds)[number];

const empties: Readonly<Record<MemoryKind, { readonly says: string; readonly command: string }>> = {
  reminders: {
    says: 'A reminder comes back to you and your agents when it is due.',
    command: 'ctx remind "Renew the certificate" --after 2026-12-01',
  },
  tasks: {
    says: 'What is left to do, where the next session finds it.',
    command: 'ctx task add "Test the importer with large files"',
  },
  decisions: {
    says: 'What was decided and why, so that nobody has to decide it again.',
    command: 'ctx decision add "Use SQLite" --because "one file, no server"',
  },
  learnings: {
    says: 'What went wrong once, and what to do about it.',
    command: 'ctx learning add "Flaky test" --lesson "It raced a clock"',
  },
  conventions: {
    says: 'How things are done here.',
    command: 'ctx convention add "Tests sit beside the code"',
  },
  handovers: {
    says: 'Notes that one session leaves for the next.',
    command: 'ctx handover write "The parser is strict now"',
  },
};

export function MemoryView({ query }: { readonly query: URLSearchParams }) {
  const { ask, data, toast } = useDashboard();
  const version = useStore(data.memory);
  const status = useStore(data.status);
  const { value, fault, again } = useFetched<MemoryAnswer>('/api/memory', version);
  const [isBusy, setBusy] = useState(false);
  const kind = memoryKinds.find((name) => name === query.get('kind')) ?? 'reminders';
  const change = async (what: MemoryChange, done: string): Promise<boolean> => {
    setBusy(true);
    try {
      await ask.post<MemoryAnswer>('/api/memory', what);
      toast.set(done);
      again();
      return true;
    } catch (error) {
      toast.set(faultOf(error).message);
      return false;
    } finally {
      setBusy(false);
    }
  };
  const canChange = status?.control === true;
  return (
    <>
      <Title
        title="Memory"
        sub="What the next session needs to know. The pad is never shown here: it is yours alone."
      />
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : value === undefined ? (
        <Loading />
      ) : (
        <>
          <nav class="tabs" aria-label="Kinds of memory">
            {memoryKinds.map((name) => (
              <a
                key={name}
                href={withQuery({ kind: name === 'reminders' ? '' : name })}
                {...(name === kind ? { 'aria-current': 'page' as const } : {})}
              >
                {name.charAt(0).toUpperCase() + name.slice(1)}
                <span class="n">{countOf(value, name)}</span>
              </a>
            ))}
          </nav>
          {canChange ? (
            kind === 'handovers' ? null : (
              <AddForm key={kind} kind={kind} isBusy={isBusy} change={change} />
            )
          ) : (
            <p class="small soft">
              Read-only: start it with <code>ctx ui --control</code> to add, tick off and dismiss here.
            </p>
          )}
          <Listed answer={value} kind={kind} canChange={canChange && !isBusy} change={change} />
        </>
      )}
    </>
  );
}

function countOf(answer: MemoryAnswer, kind: MemoryKind): number {
  if (kind === 'reminders' || kind === 'handovers') return answer[kind].length;
  const { items } = answer[kind];
  return kind === 'tasks' ? items.filter(({ done }) => !done).length : items.length;
}

interface ListedProps {
  readonly answer: MemoryAnswer;
  readonly kind: MemoryKind;
  readonly canChange: boolean;
  readonly change: (what: MemoryChange, done: string) => Promise<boolean>;
}

function Listed({ answer, kind, canChange, change }: ListedProps) {
  const { says, command } = empties[kind];
  const empty = (
    <Empty icon="memory" title={`No ${kind} yet`} command={command}>
      {says}
    </Empty>
  );
  if (kind === 'reminders') {
    if (answer.reminders.length === 0) return empty;
    return (
      <ul class="stack memory">
        {answer.reminders.map(({ uid, text, due, due_at }) => (
          <li class="card" key={uid}>
            <div class="memory-head">
              {due ? <Badge look="warn">due</Badge> : <Badge>from {plain(due_at.slice(0, 10))}</Badge>}
              <span class="grow">
                <Foreign text={text} />
              </span>
              <button
                type="button"
                class="btn tiny"
                disabled={!canChange}
                onClick={() => void change({ action: 'dismiss', uid }, 'Dismissed.')}
              >
                Dismiss
              </button>
            </div>
          </li>
        ))}
      </ul>
    );
  }
  if (kind === 'handovers') {
    if (answer.handovers.length === 0) return empty;
    return (
      <div class="stack">
        {answer.handovers.map(({ name, at, text }, i) => (
          <details class="card" key={name} open={i === 0}>
            <summary class="line">
              <b>
                <Foreign text={name} />
              </b>
              <span class="soft small">{plain(at.slice(0, 16).replace('T', ' '))}</span>
            </summary>
            <Markdown text={text} />
          </details>
        ))}
      </div>
    );
  }
  const { items, file } = answer[kind];
  if (items.length === 0) return empty;
  const sorted =
    kind === 'tasks' ? items.toSorted((a, b) => Number(a.done) - Number(b.done)) : items.toReversed();
  return (
    <>
      <ul class="stack memory">
        {sorted.map((item) => (
          <Item
            key={item.uid || item.id}
            item={item}
            isTask={kind === 'tasks'}
            canChange={canChange}
            change={change}
          />
        ))}
      </ul>
      <p class="small soft">
        From <code>{plain(file)}</code>
      </p>
    </>
  );
}

interface ItemProps {
  readonly item: MemoryItem;
  readonly isTask: boolean;
  readonly canChange: boolean;
  readonly change: ListedProps['change'];
}

function Item({ item: { uid, title, body, tags, at, done }, isTask, canChange, change }: ItemProps) {
  return (
    <li class={`card${done ? ' is-done' : ''}`}>
      <div class="memory-head">
        {isTask ? <Badge look={done ? 'good' : ''}>{done ? 'done' : 'open'}</Badge> : null}
        <b class="grow">
          <Foreign text={title} />
        </b>
        <span class="soft small num">{at === null ? '' : plain(at.slice(0, 10))}</span>
        {isTask && !done ? (
          <button
            type="button"
            class="btn tiny"
            disabled={!canChange}
            onClick={() => void change({ action: 'done', uid }, 'Done.')}
          >
            Done
          </button>
        ) : null}
      </div>
      {body.trim() === '' ? null : <Markdown text={body} />}
      {tags.length === 0 ? null : (
        <p class="small soft">
          {tags.map((tag) => (
            <span key={tag}>
              #<Foreign text={tag} />{' '}
            </span>
          ))}
        </p>
      )}
    </li>
  );
}
