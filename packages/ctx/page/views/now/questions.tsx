// Questions that wait: each with what would run, the rule that asks, and the answers that a terminal would offer.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { Question, QuestionAnswer } from '../../../src/dashboard/api.js';
import { Block, useNow } from '../../parts/basics.js';
import { useChosen } from '../../parts/chosen.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { useKeys } from '../../parts/keys.js';
import { useDashboard } from '../../state/dashboard.js';
import { faultOf } from '../../state/fetched.js';
import { sessionPath } from '../../state/route.js';
import { useStore } from '../../state/store.js';
import { passed } from './running-card.js';

/** In milliseconds. A hand that is on its way to one question must not answer the one that took its place. */
const settling = 500;

const once = { allow: { answer: 'allow', scope: 'once' }, deny: { answer: 'deny', scope: 'once' } } as const;

export function Questions({ questions }: { readonly questions: readonly Question[] }) {
  const { ask, data, toast } = useDashboard();
  const canControl = useStore(data.status)?.control === true;
  const ids = questions.map(({ id }) => id);
  const { at: active, next, back } = useChosen(ids, 0);
  const isSettled = useSettled(ids);
  const [sent, setSent] = useState<ReadonlySet<string>>(new Set());
  const answer = async ({ id }: Question, given: QuestionAnswer) => {
    setSent((before) => new Set(before).add(id));
    try {
      await ask.post(`/api/questions/${encodeURIComponent(id)}`, given);
      toast.set(given.answer === 'allow' ? 'Allowed.' : 'Denied.');
    } catch (error) {
      toast.set(faultOf(error).message);
      setSent((before) => new Set([...before].filter((each) => each !== id)));
    }
  };
  const give = (given: QuestionAnswer) => {
    const question = questions[active];
    if (question === undefined || !canControl || !question.answerable || sent.has(question.id)) return;
    if (!isSettled(active)) return;
    if (given.answer === 'deny' || question.left_out === 0) void answer(question, given);
  };
  useKeys({
    j: next,
    k: back,
    a: () => give(once.allow),
    d: () => give(once.deny),
  });
  return (
    <Block title="Waiting for you">
      {canControl ? null : (
        <p class="note">
          This page is read-only. Answer at the terminal, or start it with <code>ctx ui --control</code>.
        </p>
      )}
      <div class="stack" role="group" aria-label="Questions">
        {questions.map((question, i) => (
          <QuestionCard
            key={question.id}
            question={question}
            isActive={i === active && questions.length > 1}
            isSent={sent.has(question.id)}
            isSettled={isSettled(i)}
            canAnswer={canControl && question.answerable}
            answer={(given) => void answer(question, given)}
          />
        ))}
      </div>
    </Block>
  );
}

/** Whether the question at a place, and all that stand before it, have been there for a while. */
function useSettled(ids: readonly string[]): (at: number) => boolean {
  const [settled, setSettled] = useState<readonly string[]>([]);
  // What stood there that long ago, however often the list changes meanwhile.
  useEffect(() => void setTimeout(() => setSettled(ids), settling), [ids.join()]);
  return (at) => ids.slice(0, at + 1).every((id, i) => settled[i] === id);
}

interface CardProps {
  readonly question: Question;
  readonly isActive: boolean;
  readonly isSent: boolean;
  readonly isSettled: boolean;
  readonly canAnswer: boolean;
  readonly answer: (given: QuestionAnswer) => void;
}

function QuestionCard({ question, isActive, isSent, isSettled, canAnswer, answer }: CardProps) {
  const now = useNow();
  const card = useRef<HTMLElement>(null);
  const [reason, setReason] = useState('');
  const { id, key, tool, text, rule, explained, since, also, answerable, left_out } = question;
  useEffect(() => {
    if (isActive) card.current?.scrollIntoView({ block: 'nearest' });
  }, [isActive]);
  const isOff = !canAnswer || isSent;
  const cannotAllow = isOff || left_out > 0;
  const why = reason.trim() === '' ? {} : { reason: reason.trim() };
  const say = (given: 'allow' | 'deny', scope: QuestionAnswer['scope']) => () => {
    if (isSettled) answer({ answer: given, scope, ...why });
  };
  // A button that is disabled outright would lose the focus that it may have.
  const until = isSettled ? {} : { 'aria-disabled': 'true' as const };
  return (
    <article class={`card top ask question${isActive ? ' active' : ''}`} ref={card} data-question={id}>
      <header>
        <h3>
          <Foreign text={tool} />
        </h3>
        <a class="soft small cut" href={sessionPath(key)}>
          <Foreign text={question.session_id} />
        </a>
        <span class="num soft small end">{passed(since, now)}</span>
      </header>
      <pre tabIndex={0} dir="auto">
        {plain(text)}
      </pre>
      {explained.length === 0 ? null : (
        <ul class="soft small">
          {explained.map((line, i) => (
            <li key={i}>
              <Foreign text={line} />
            </li>
          ))}
        </ul>
      )}
      <p class="soft small">
        Asked because of <code>{plain(rule)}</code>
        {also === 'none' ? '' : `; the ${also} can answer as well`}
        {answerable ? '' : '; it can only be answered there'}
      </p>
      {left_out === 0 ? null : (
        <p class="note">
          {left_out} characters are left out in the middle. You cannot allow what you have not seen: deny it,
          or answer {also === 'none' ? 'in a run at a terminal' : `in the ${also}`}.
        </p>
      )}
      <div class="answers">
        <button
          type="button"
          class="btn main"
          disabled={cannotAllow}
          {...until}
          onClick={say('allow', 'once')}
        >
          Allow once
        </button>
        <button type="button" class="btn" disabled={cannotAllow} {...until} onClick={say('allow', 'session')}>
          Allow for this session
        </button>
        <button type="button" class="btn" disabled={cannotAllow} {...until} onClick={say('allow', 'project')}>
          Allow for this project
        </button>
        <button type="button" class="btn danger" disabled={isOff} {...until} onClick={say('deny', 'once')}>
          Deny
        </button>
        <input
          aria-label="Reason, for the log"
          placeholder="Reason, for the log"
          maxLength={1000}
          disabled={isOff}
          value={reason}
          onInput={({ currentTarget }) => setReason(currentTarget.value)}
        />
      </div>
    </article>
  );
}
