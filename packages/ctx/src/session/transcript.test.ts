import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { inScratch } from '../disk/fixtures/scratch.js';
import { opened, runOpened, writeRun, writerOptions } from './fixtures/example.js';
import { createSession } from './open.js';
import { readWhole } from './read-whole.js';
import { type Transcript, transcriptOf } from './transcript.js';
import { markdownOf } from './transcript-markdown.js';
import type { SessionWriter } from './writer.js';

describe('a transcript', () => {
  it('has the messages of each turn of each run, in order', () => {
    const transcript = transcriptAfter(writeRun);
    expect(transcript).toEqual({
      session_id: 'example',
      created_at: '2026-01-01T00:00:00.000Z',
      runs: [
        {
          run_id: 'r1',
          model: 'script:./a.script.yaml',
          stop_reason: 'completed',
          turns: [
            {
              turn: 1,
              stop_reason: 'completed',
              messages: [
                { role: 'user', text: 'Fix it.' },
                { role: 'reasoning', text: 'Hm.' },
                { role: 'assistant', text: 'I read it first.' },
                { role: 'tool_call', call_id: 'c1', tool: 'read', input: { path: 'a.js' } },
                { role: 'tool_call', call_id: 'c2', tool: 'bash', input: '{"command":' },
                { role: 'tool_result', call_id: 'c1', tool: 'read', output: 'let a = 1;', is_error: false },
                { role: 'tool_denied', call_id: 'c2', tool: 'bash', reason: 'not allowed' },
              ],
            },
          ],
        },
      ],
    });
  });

  it('of an open turn has no stop reason yet', () => {
    const [run] = transcriptAfter(openTurn).runs;
    expect(run).not.toHaveProperty('stop_reason');
    expect(run?.turns[0]).not.toHaveProperty('stop_reason');
    expect(run?.turns[0]?.messages.at(-1)).toMatchObject({ role: 'tool_result', interrupted: true });
  });
});

describe('a transcript in Markdown', () => {
  it('reads from top to bottom', () => {
    expect(markdownOf(transcriptAfter(writeRun))).toBe(`# Session \`example\`

Opened 2026-01-01T00:00:00.000Z.

## Run \`r1\`

Model \`script:./a.script.yaml\`; completed.

### Turn 1: completed

**User**

> Fix it.

**Reasoning**

> Hm.

**Assistant**

> I read it first.

**Calls \`read\`**

\`\`\`
{
  "path": "a.js"
}
\`\`\`

**Calls \`bash\`**

\`\`\`
{"command":
\`\`\`

**\`read\` returned**

\`\`\`
let a = 1;
\`\`\`

**\`bash\` was denied**

> not allowed
`);
  });

  it('says what is open, what failed and what was interrupted', () => {
    const text = markdownOf(transcriptAfter(openTurn));
    expect(text).toContain('Model `script:./a.script.yaml`; open.');
    expect(text).toContain('### Turn 1: open');
    expect(text).toContain('**`bash` failed**');
    expect(text).toContain('**`bash` was interrupted**');
  });

  it('lets nothing that was said pass for its own headings', () => {
    const hostile = '```\n# Session `fake`\n````\n## Run `fake`\r```\r# Session\n~~~\n<!-- \n\n# Session';
    const text = markdownOf({
      session_id: 'a',
      created_at: 'now',
      runs: [
        {
          run_id: 'r',
          model: 'm`\n# Session',
          turns: [
            {
              turn: 1,
              messages: [
                { role: 'user', text: hostile },
                { role: 'assistant', text: hostile },
                { role: 'tool_call', call_id: 'c', tool: '``\n# Session', input: { hostile } },
                { role: 'tool_result', call_id: 'c', tool: '`', output: hostile, is_error: false },
                { role: 'tool_result', call_id: 'c', tool: 'empty', output: '', is_error: false },
                { role: 'tool_denied', call_id: 'c', tool: 'x', reason: hostile },
              ],
            },
          ],
        },
      ],
    });
    expect(headingsOf(text)).toEqual(['# Session `a`', '## Run `r`', '### Turn 1: open']);
  });
});

/** The headings outside quotations and fences, as CommonMark sees them. */
function headingsOf(markdown: string): string[] {
  const headings: string[] = [];
  let fence: string | undefined;
  for (const line of markdown.split(/\r\n|\n|\r/)) {
    const ticks = /^(`{3,}|~{3,})(.*)$/.exec(line);
    if (fence !== undefined) {
      const closes = ticks?.[1]?.startsWith(fence) && ticks[2]?.trim() === '';
      if (closes) fence = undefined;
    } else if (ticks !== null) fence = ticks[1];
    else if (line.startsWith('#')) headings.push(line);
  }
  return headings;
}

function transcriptAfter(write: (writer: SessionWriter) => void): Transcript {
  return inScratch((folder) => {
    const path = join(folder, 'a.jsonl');
    const writer = createSession(path, writerOptions());
    writer.append('session.opened', opened());
    write(writer);
    writer.close();
    return transcriptOf(readWhole(path).records);
  });
}

function openTurn(writer: SessionWriter): void {
  writer.append('run.opened', runOpened);
  writer.append('turn.opened', { turn: 1, prompt: 'Go.' });
  const call = { call_id: 'c', tool: 'bash', output: 'exit 1', is_error: true } as const;
  writer.append('tool.returned', call);
  writer.append('tool.returned', { ...call, interrupted: true });
}
