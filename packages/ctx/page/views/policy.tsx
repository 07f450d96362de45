// The policy lab: rules as YAML, and at once what they would have denied in the sessions that were recorded.

import { useEffect, useRef, useState } from 'preact/hooks';
import type { PolicyAnswer, PolicyQuestion, PolicyStart } from '../../src/dashboard/api.js';
import { counted, grouped } from '../../src/evidence/story/amounts.js';
import { Block, Copy, FaultCard, Loading, Title } from '../parts/basics.js';
import { Foreign, plain } from '../parts/foreign.js';
import type { Fault } from '../state/ask.js';
import { useDashboard } from '../state/dashboard.js';
import { faultOf, useFetched } from '../state/fetched.js';
import { goTo, sessionPath, withQuery } from '../state/route.js';

/** After the last key. */
const pause = 250;
/** A longer text would not fit into an address; it stays in this tab alone. */
const longestShared = 4_000;

export function PolicyView({ query }: { readonly query: URLSearchParams }) {
  const { value: start, fault, again } = useFetched<PolicyStart>('/api/policy');
  return (
    <>
      <Title
        title="Policy lab"
        sub="Edit rules and see what they would have denied in your recorded sessions. Nothing here changes a policy: copy the YAML when you are happy with it."
      />
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : start === undefined ? (
        <Loading />
      ) : (
        <Lab start={start} shared={query.get('rules')} />
      )}
    </>
  );
}

function Lab({ start, shared }: { readonly start: PolicyStart; readonly shared: string | null }) {
  const [yaml, setYaml] = useState(shared ?? start.yaml);
  const { answer, fault, isAsking } = useCounterfactual(yaml);
  const write = (text: string) => {
    setYaml(text);
    goTo(withQuery({ rules: text === start.yaml || text.length > longestShared ? '' : text }), true);
  };
  const starts = [{ name: 'ctx’s own rules', yaml: start.yaml }, ...start.profiles];
  return (
    <div class="lab">
      <section aria-label="Rules">
        <div class="lab-head">
          <select
            aria-label="Start from"
            value=""
            onChange={({ currentTarget }) => write(starts[Number(currentTarget.value)]?.yaml ?? yaml)}
          >
            <option value="">Start from…</option>
            {starts.map(({ name }, i) => (
              <option key={name} value={i}>
                {name}
              </option>
            ))}
          </select>
          <Copy text={yaml} name="Copy YAML" label="Copy YAML" />
        </div>
        <Editor yaml={yaml} write={write} isWrong={fault !== undefined} />
        <p class="small soft">
          A rule is a tool’s name, or a tool with a pattern on its input: <code>bash(git push *)</code>,{' '}
          <code>write(src/**)</code>. Deny wins over ask, ask over allow.
        </p>
      </section>
      <section aria-label="What these rules would have denied" aria-busy={isAsking}>
        {fault !== undefined ? (
          <FaultCard fault={fault} />
        ) : answer === undefined ? (
          <Loading />
        ) : (
          <Denied answer={answer} isAsking={isAsking} />
        )}
      </section>
    </div>
  );
}

/** Asks again whenever the rules change; what was asked before is dropped. */
function useCounterfactual(yaml: string) {
  const { ask } = useDashboard();
  const [known, setKnown] = useState<{ answer?: PolicyAnswer; fault?: Fault; of?: string }>({});
  useEffect(() => {
    const ended = new AbortController();
    const question: PolicyQuestion = { yaml };
    const timer = setTimeout(() => {
      ask.post<PolicyAnswer>('/api/policy', question, ended.signal).then(
        (answer) => setKnown({ answer, of: yaml }),
        (error: unknown) => {
          if (!ended.signal.aborted) setKnown({ fault: faultOf(error), of: yaml });
        },
      );
    }, pause);
    return () => {
      clearTimeout(timer);
      ended.abort();
    };
  }, [ask, yaml]);
  return { answer: known.answer, fault: known.fault, isAsking: known.of !== yaml };
}

interface EditorProps {
  readonly yaml: string;
  readonly write: (text: string) => void;
  readonly isWrong: boolean;
}

function Editor({ yaml, write, isWrong }: EditorProps) {
  const numbers = useRef<HTMLPreElement>(null);
  const lines = yaml.split('\n').length;
  return (
    <div class="editor">
      <pre class="numbers" aria-hidden="true" ref={numbers}>
        {Array.from({ length: lines }, (_, i) => i + 1).join('\n')}
      </pre>
      <textarea
        aria-label="Rules as YAML"
        aria-invalid={isWrong}
        spellcheck={false}
        autocomplete="off"
        wrap="off"
        rows={Math.min(40, Math.max(14, lines + 1))}
        value={yaml}
        onInput={({ currentTarget }) => write(currentTarget.value)}
        onScroll={({ currentTarget }) => {
          if (numbers.current !== null) numbers.current.scrollTop = currentTarget.scrollTop;
        }}
      />
    </div>
  );
}

function Denied({ answer, isAsking }: { readonly answer: PolicyAnswer; readonly isAsking: boolean }) {
  const { sessions, calls, unreadable, denied_count, by_rule, denied, left } = answer;
  if (sessions === 0)
    return <p class="card soft">There are no recorded sessions to try rules on: run or import one first.</p>;
  return (
    <>
      <div class={`card top ${denied_count === 0 ? 'good' : 'bad'}${isAsking ? ' stale' : ''}`} role="status">
        <p class="big">
          <b>{grouped(denied_count)}</b> of {counted(calls, 'call')} would have been denied
        </p>
        <p class="soft small">
          in {counted(sessions, 'session')}
          {left === 0 ? '' : `; ${grouped(left)} more were not checked in time`}
          {unreadable === 0 ? '' : `; ${grouped(unreadable)} unreadable`}
        </p>
      </div>
      {by_rule.length === 0 ? null : (
        <Block title="By rule">
          <ul class="card rules">
            {by_rule.map(({ rule, denied: count }) => (
              <li key={rule}>
                <code>{plain(rule)}</code>
                <span class="num">{grouped(count)}</span>
              </li>
            ))}
          </ul>
        </Block>
      )}
      {denied.length === 0 ? null : (
        <Block
          title="Calls"
          end={denied_count > denied.length ? `the first ${grouped(denied.length)}` : undefined}
        >
          <ul class="card denied" tabIndex={0} aria-label="Calls that would have been denied">
            {denied.map((row) => (
              <li key={`${row.key} ${row.seq} ${row.call_id}`}>
                <span class="tool">
                  <Foreign text={row.tool} />
                </span>
                <code class="cut" title={plain(row.subject)}>
                  {plain(row.subject)}
                </code>
                <a
                  class="small soft cut"
                  href={`${sessionPath(row.key)}?run=${encodeURIComponent(row.run_id)}&tab=conversation&record=${row.seq}`}
                >
                  <Foreign text={`${row.session_id}, record ${row.seq}`} />
                </a>
                <span class="small soft why">
                  <Foreign text={row.reason} />
                </span>
              </li>
            ))}
          </ul>
        </Block>
      )}
    </>
  );
}
