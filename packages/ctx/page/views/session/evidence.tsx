// What the log proves: the server's own verify, the head and the signature, and how anybody can check them.

import type { VerifyAnswer } from '../../../src/dashboard/api.js';
import { captureWords, originWords, signatureWords } from '../../../src/evidence/report/explanations.js';
import { counted, grouped } from '../../../src/evidence/story/amounts.js';
import type { RunStory, SessionStory } from '../../../src/evidence/story/story.js';
import { Badge, Block, Command, Copy, FaultCard, Loading } from '../../parts/basics.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { useFetched } from '../../state/fetched.js';
import { sessionPath } from '../../state/route.js';

interface EvidenceProps {
  readonly story: SessionStory;
  readonly run: RunStory;
  readonly sessionKey: string;
}

export function Evidence({ story, run, sessionKey }: EvidenceProps) {
  const { session_id, head, records, torn, contract, parent, origin } = story;
  return (
    <>
      <Verified sessionKey={sessionKey} head={head.hash} />
      <Block title="Chain">
        <dl class="card pairs">
          <dt>session</dt>
          <dd>
            <Foreign text={session_id} />, contract {contract}
          </dd>
          <dt>records</dt>
          <dd>
            {grouped(records)}
            {torn ? ', and an incomplete last line' : ''}
          </dd>
          <dt>chain head</dt>
          <dd>
            <code>{head.hash}</code> <Copy text={head.hash} name="Copy the chain head" />
          </dd>
          <dt>signature</dt>
          <dd>
            <Foreign text={signatureWords(story.signature)} />
          </dd>
          {parent === undefined ? null : (
            <>
              <dt>replayed from</dt>
              <dd>
                <Foreign text={parent.session_id} />, <code>{parent.head}</code>
              </dd>
            </>
          )}
          {origin === undefined ? null : (
            <>
              <dt>{origin.kind}</dt>
              <dd>
                <Foreign text={originWords(origin)} />
              </dd>
            </>
          )}
        </dl>
        <p class="small soft">
          A chain shows that nothing inside was changed. It cannot show that nothing was cut off its end: for
          that, keep the head elsewhere. Check it yourself:
        </p>
        <Command line={`ctx verify ${session_id} --head ${head.hash}`} />
      </Block>
      <Block title="Capture manifest">
        <dl class="card pairs">
          {Object.entries(run.capture).map(([name, source]) => (
            <>
              <dt>{name}</dt>
              <dd>
                <b>{source}</b>: {captureWords(source)}
              </dd>
            </>
          ))}
        </dl>
      </Block>
    </>
  );
}

function Verified({ sessionKey, head }: { readonly sessionKey: string; readonly head: string }) {
  const { value, fault, isLoading, again } = useFetched<VerifyAnswer>(
    `/api${sessionPath(sessionKey)}/verify`,
    head,
  );
  return (
    <Block title="Verified by the server" end={isLoading ? 'checking' : undefined}>
      {fault !== undefined ? (
        <FaultCard fault={fault} again={again} />
      ) : value === undefined ? (
        <Loading lines={1} />
      ) : (
        <Verdict answer={value} />
      )}
    </Block>
  );
}

const looks = { pass: 'good', fail: 'bad', incomplete: 'open' } as const;
const verdictWords = {
  pass: 'Every record hashes to the next, and every rule of the format holds.',
  fail: 'The log breaks a rule: somebody changed it, or it was written incorrectly.',
  incomplete: 'No error, but something is missing: a run that has not ended, or an incomplete last line.',
} as const;

function Verdict({ answer: { verification, signature } }: { readonly answer: VerifyAnswer }) {
  const { verdict, checked, not_checked, findings, findings_left_out, chain_head } = verification;
  return (
    <div class={`card top ${looks[verdict]}`} data-verdict={verdict}>
      <p class="over">
        <Badge look={looks[verdict]}>{verdict}</Badge>
        <span>{verdictWords[verdict]}</span>
      </p>
      <dl class="pairs small">
        <dt>checked</dt>
        <dd>{checked.join(', ').replaceAll('_', ' ')}</dd>
        {not_checked.length === 0 ? null : (
          <>
            <dt>not checked</dt>
            <dd>{not_checked.join(', ').replaceAll('_', ' ')}</dd>
          </>
        )}
        <dt>head</dt>
        <dd>
          <code>{plain(chain_head ?? 'none')}</code>
        </dd>
        <dt>signature</dt>
        <dd>{signature === undefined ? 'not signed' : signature.state}</dd>
      </dl>
      {findings.length === 0 ? null : (
        <ul class="small found">
          {findings.map(({ code, seq, message }, i) => (
            <li key={i}>
              <Badge look="bad">{code}</Badge> {seq === undefined ? '' : `record ${seq}: `}
              <Foreign text={message} />
            </li>
          ))}
          {findings_left_out === 0 ? null : <li>… and {counted(findings_left_out, 'more finding')}.</li>}
        </ul>
      )}
    </div>
  );
}
