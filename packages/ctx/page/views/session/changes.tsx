// The files that a run changed: those that its tools wrote as diffs, those that its commands changed by name.

import { useMemo } from 'preact/hooks';
import { counted } from '../../../src/evidence/story/amounts.js';
import type { FileChange } from '../../../src/evidence/story/file-changes.js';
import type { RunStory } from '../../../src/evidence/story/story.js';
import { lineDiff } from '../../../src/text/line-diff.js';
import { Badge, Block, Empty } from '../../parts/basics.js';
import { Foreign, plain } from '../../parts/foreign.js';
import { recordPath } from './overview.js';

/** Lines of one diff, and paths, that the page shows. */
const mostLines = 1500;
const mostPaths = 500;

export function Changes({ run }: { readonly run: RunStory }) {
  const { files, changed, left_out } = run;
  if (files.length === 0 && changed.length === 0)
    return (
      <Empty icon="sessions" title="No changed file">
        The log shows no file that this run wrote or changed.
      </Empty>
    );
  return (
    <>
      {files.map((file) => (
        <FileBox key={`${file.path} ${file.writes[0]}`} file={file} />
      ))}
      {left_out.writes === 0 ? null : (
        <p class="note">
          {counted(left_out.writes, 'further write')} of files are not shown: they are too large for a page.
          The log has them.
        </p>
      )}
      {changed.length === 0 ? null : (
        <Block title="Files that commands or turns changed in the workspace">
          <ul class="card paths">
            {changed.slice(0, mostPaths).map(({ path, change, seq, by }) => (
              <li key={`${seq} ${path}`}>
                <Badge look={change === 'removed' ? 'bad' : change === 'added' ? 'good' : ''}>{change}</Badge>
                <code>{plain(path)}</code>
                <span class="soft small">
                  {by === undefined ? '' : 'by '}
                  {by === undefined ? null : <code>{plain(by)}</code>}{' '}
                  <a href={recordPath(seq)}>record {seq}</a>
                </span>
              </li>
            ))}
          </ul>
          {changed.length + left_out.changed > mostPaths ? (
            <p class="small soft">… and {changed.length + left_out.changed - mostPaths} more.</p>
          ) : null}
        </Block>
      )}
    </>
  );
}

function FileBox({ file }: { readonly file: FileChange }) {
  const { path, before, after, writes, piece } = file;
  const { added, removed, hunks } = useMemo(() => lineDiff(before ?? '', after), [before, after]);
  let left = mostLines;
  return (
    <details class="card" open={added + removed <= 60}>
      <summary class="line">
        <code class="cut">{plain(path)}</code>
        <span class="small num">
          <span class="plus">+{added}</span> <span class="minus">−{removed}</span>
        </span>
        {before === undefined ? <Badge>before: not in the log</Badge> : null}
        {piece === undefined ? null : <Badge>a piece of it</Badge>}
      </summary>
      <p class="small soft">
        Written by{' '}
        {writes.map((seq, i) => (
          <>
            {i === 0 ? '' : ', '}
            <a href={recordPath(seq)}>record {seq}</a>
          </>
        ))}
      </p>
      <pre class="diff" tabIndex={0}>
        {hunks.map(({ old, fresh, lines }) => {
          const shown = lines.slice(0, Math.max(0, left));
          left -= lines.length;
          return shown.length === 0 ? null : (
            <>
              <div class="at">
                @@ −{old} +{fresh} @@
              </div>
              {shown.map(({ sign, text }, i) => (
                <div key={i} class={sign === '+' ? 'add' : sign === '-' ? 'del' : 'same'}>
                  {sign === '-' ? '−' : sign} <Foreign text={text} />
                </div>
              ))}
            </>
          );
        })}
        {left < 0 ? <div class="at">… and {-left} more lines</div> : null}
      </pre>
    </details>
  );
}
