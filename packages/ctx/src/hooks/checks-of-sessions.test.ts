import { appendFileSync, existsSync, mkdirSync, readdirSync, utimesSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { hookCall } from '../../test/hook-call.js';
import { config, minute, write } from '../../test/hook-checks.js';
import { memoryProject } from '../../test/memory-project.js';

describe('a long session', () => {
  it('is told when nothing was written down for long', async () => {
    const project = await memoryProject();
    const old = new Date(project.clock.now());
    for (const name of readdirSync(project.path())) utimesSync(project.path(name), old, old);
    await hookCall(project, 'PostToolUse', write(join(project.root, 'src/a.ts')));
    project.clock.advance(89 * minute);
    expect((await hookCall(project, 'UserPromptSubmit')).stdout).toBe('');
    project.clock.advance(2 * minute);
    const { context, message } = await hookCall(project, 'UserPromptSubmit');
    expect(context).toContain('for 91 minutes of this session, in which 1 file changed');
    expect(message).toBeUndefined();
    expect((await hookCall(project, 'UserPromptSubmit')).stdout).toBe('');
  });

  const assistant = (tokens: number) =>
    JSON.stringify({
      type: 'assistant',
      message: { usage: { input_tokens: 3, cache_read_input_tokens: tokens - 5, output_tokens: 2 } },
    });
  const counted = (total: number, window: number) =>
    JSON.stringify({
      type: 'event_msg',
      payload: {
        type: 'token_count',
        info: { last_token_usage: { total_tokens: total }, model_context_window: window },
      },
    });

  it.each([
    ['claude-code', [assistant(100_000)], undefined],
    [
      'claude-code',
      [assistant(100_000), '{"torn', assistant(170_000), '{"type":"user"}'],
      '170000 tokens of 200000 (85 %)',
    ],
    ['claude-code', [assistant(250_000)], undefined],
    ['claude-code', [assistant(850_000)], '850000 tokens of 1000000 (85 %)'],
    ['codex', [counted(50_000, 60_000)], '50000 tokens of 60000 (83 %)'],
    ['codex', [counted(50_000, 272_000)], undefined],
    ['codex', ['{"type":"event_msg","payload":{"type":"token_count","info":null}}'], undefined],
  ])(
    'is told when the context of %s is nearly full, from its own transcript (%#)',
    async (host, lines, says) => {
      const project = await memoryProject();
      const transcript_path = join(project.home, 'transcript.jsonl');
      writeFileSync(transcript_path, `${lines.join('\n')}\n`);
      const call = () =>
        hookCall(project, 'UserPromptSubmit', { transcript_path }, [host, 'UserPromptSubmit']);
      const { context, message } = await call();
      if (says === undefined) expect(context).toBeUndefined();
      else {
        expect(context).toContain(says);
        expect(message).toContain('% full');
      }
      expect((await call()).stdout).toBe('');
    },
  );

  it('believes the config on how large the window is', async () => {
    const project = await memoryProject();
    await config(project, 'hooks:\n  context_window: 1000000\n');
    const transcript_path = join(project.home, 'transcript.jsonl');
    writeFileSync(transcript_path, `${assistant(190_000)}\n`);
    expect((await hookCall(project, 'UserPromptSubmit', { transcript_path })).stdout).toBe('');
  });

  it('has no transcript that could hang it', async () => {
    const project = await memoryProject();
    for (const transcript_path of ['/dev/zero', '/nowhere', project.home, '']) {
      expect((await hookCall(project, 'UserPromptSubmit', { transcript_path })).stdout).toBe('');
    }
    expect(existsSync(project.path('state', 'hook-errors.log'))).toBe(false);
  });
});

describe('when the agent stops', () => {
  async function busyProject() {
    const project = await memoryProject();
    await project.data('task', 'add', 'make the parser strict');
    await hookCall(project, 'PostToolUse', write(join(project.root, 'src/a.ts')));
    return project;
  }

  it('the person hears of open tasks and a missing handover, once a session', async () => {
    const project = await busyProject();
    const { message, refusal } = await hookCall(project, 'Stop', { stop_hook_active: false });
    expect(message).toBe(
      'ctx: no handover was written in this session, which changed 1 file: ctx handover write\ntasks are open in .context/TASKS.md (1): make the parser strict',
    );
    expect(refusal).toBeUndefined();
    expect((await hookCall(project, 'Stop')).stdout).toBe('');
  });

  it('nothing is said where there is nothing to say', async () => {
    const project = await busyProject();
    await project.data('task', 'done', '1');
    await project.data('handover', 'write', 'all is well');
    expect((await hookCall(project, 'Stop')).stdout).toBe('');
  });

  it('the agent is kept from stopping only if the config asks for it, once, and never in a loop', async () => {
    const project = await busyProject();
    await config(project, 'hooks:\n  block: [handover-unsaved]\n');
    expect((await hookCall(project, 'Stop', { stop_hook_active: true })).stdout).toBe('');
    const first = JSON.parse((await hookCall(project, 'Stop', { stop_hook_active: false })).stdout);
    expect(first).toMatchObject({ decision: 'block', reason: expect.stringContaining('ctx handover write') });
    expect((await hookCall(project, 'Stop', { stop_hook_active: true })).stdout).toBe('');
    expect((await hookCall(project, 'Stop', { stop_hook_active: false })).stdout).toBe('');
  });
});

describe('a session’s beginning and end', () => {
  it('begins with the handover and the brief, except where it goes on', async () => {
    const project = await memoryProject();
    expect((await hookCall(project, 'SessionStart', { source: 'startup' })).stdout).toBe('');
    await project.data('task', 'add', 'make the parser strict');
    await project.data('handover', 'write', 'The parser is half done.');
    const { context = '' } = await hookCall(project, 'SessionStart', { source: 'startup' });
    expect(context.indexOf('The parser is half done.')).toBeGreaterThan(0);
    expect(context.indexOf('make the parser strict')).toBeGreaterThan(context.indexOf('half done'));
    expect((await hookCall(project, 'SessionStart', { source: 'compact' })).context).toContain('half done');
    expect((await hookCall(project, 'SessionStart', { source: 'resume' })).stdout).toBe('');
  });

  it('begins with how many entries of the memory did not fit into the brief', async () => {
    const project = await memoryProject();
    const task = (n: number) => `- [ ] ${`task ${n} `.repeat(40)}\n`;
    project.write('TASKS.md', Array.from({ length: 60 }, (_, n) => task(n)).join(''));
    const { context = '' } = await hookCall(project, 'SessionStart');
    const shown = context.match(/\(\.context\/TASKS\.md:\d+\)/g)?.length ?? 0;
    expect(shown).toBeGreaterThan(0);
    expect(context).toContain(`${60 - shown} entries did not fit. All of it: ctx brief.`);
  });

  it('is not followed by a prompt that tells the model the same reminders, until they changed or a while passed', async () => {
    const project = await memoryProject();
    await project.data('remind', 'water the plants');
    const start = (source: string) => hookCall(project, 'SessionStart', { source });
    const ask = () => hookCall(project, 'UserPromptSubmit');
    expect((await start('startup')).context).toContain('water the plants');
    const first = await ask();
    expect(first.context).toBeUndefined();
    expect(first.message).toBe('ctx: reminders are due (1): water the plants');
    expect((await start('compact')).context).toContain('water the plants');
    expect((await ask()).stdout).toBe('');
    await project.data('remind', 'feed the cat');
    expect((await ask()).context).toContain('feed the cat');
    project.clock.advance(31 * minute);
    expect((await ask()).context).toContain('water the plants');
  });

  it('ends with an entry in the index, which search finds, without secrets', async () => {
    const project = await memoryProject();
    const transcript_path = join(project.home, 'transcript.jsonl');
    const said = (content: unknown, more = {}) =>
      `${JSON.stringify({ type: 'user', message: { role: 'user', content }, ...more })}\n`;
    writeFileSync(
      transcript_path,
      said('Tame the zebra with sk-ant-api03-abcdefghijklmnopqrstuvwxyz0123456789\nnow'),
    );
    appendFileSync(transcript_path, said('meta', { isMeta: true }) + said([{ type: 'tool_result' }]));
    await hookCall(project, 'PostToolUse', write(join(project.root, 'src/zebra.ts')));
    await hookCall(project, 'PostToolUse', write('/elsewhere/x.ts'));
    expect((await hookCall(project, 'SessionEnd', { reason: 'clear', transcript_path })).stdout).toBe('');
    await hookCall(project, 'SessionEnd', { reason: 'other', transcript_path });
    // Beside it stands the session that was captured, with what was said in it.
    const indexed = async (word: string) => {
      const { hits, unread }: { hits?: { kind: string }[]; unread?: object[] } = await project.data(
        'search',
        word,
      );
      expect(unread).toEqual([]);
      return hits?.filter(({ kind }) => kind !== 'session');
    };
    expect(await indexed('zebra')).toMatchObject([
      {
        kind: 'transcript',
        id: 'one',
        source: transcript_path,
        title: expect.stringMatching(/^claude-code: Tame the zebra/),
      },
    ]);
    expect(await indexed('src/zebra.ts')).toHaveLength(1);
    expect(project.read('state', 'transcripts.jsonl')).not.toContain('abcdefghijklmnop');
    appendFileSync(project.path('state', 'transcripts.jsonl'), '{"host": 1}\nnot json\n');
    expect(await indexed('zebra')).toHaveLength(1);
  });

  it('forgets the notes of sessions that are long over', async () => {
    const project = await memoryProject();
    await hookCall(project, 'PostToolUse', write(join(project.root, 'a')));
    const file = project.path('state', 'hooks', 'one.jsonl');
    const old = new Date(project.clock.now() - 40 * 86_400_000);
    utimesSync(file, old, old);
    mkdirSync(project.path('state', 'hooks', 'mine'));
    await hookCall(project, 'SessionStart', { session_id: 'two' });
    expect(existsSync(file)).toBe(false);
    expect(existsSync(project.path('state', 'hooks', 'mine'))).toBe(true);
  });
});

describe('claims of an agent that stops', () => {
  const said = 'I fixed it. All tests pass.';

  /** The events as each host sends them whose answer to a stop can hold words for the person. */
  const hosts: readonly [host: string, prompt: string, stop: string, fields: object][] = [
    ['claude-code', 'UserPromptSubmit', 'Stop', { last_assistant_message: said }],
    ['codex', 'UserPromptSubmit', 'Stop', { last_assistant_message: said }],
    ['qwen', 'UserPromptSubmit', 'Stop', { last_assistant_message: said }],
    ['gemini', 'BeforeAgent', 'AfterAgent', { prompt: 'Fix it.', prompt_response: said }],
    ['opencode', 'chat.message', 'session.idle', { output: said }],
  ];

  async function stopped(host: string, prompt: string, stop: string, fields: object, config: string) {
    const project = await memoryProject();
    project.write('config.yaml', config);
    const session = { session: 'one', directory: project.root };
    await hookCall(project, prompt, { ...session, prompt: 'Fix it.' }, [host, prompt]);
    const { stdout } = await hookCall(project, stop, { ...session, ...fields }, [host, stop]);
    return stdout;
  }

  it.each(hosts)('are told to the person in %s where the config wants it, and else not', async (...host) => {
    const told = await stopped(...host, 'hooks:\n  claims: true\n');
    expect(JSON.parse(told).systemMessage ?? JSON.parse(told).message).toContain(
      '“All tests pass.” (the log shows no test command)',
    );
    expect(await stopped(...host, 'hooks:\n  block: []\n')).toBe('');
  });

  it('are left alone where the log bears them out, and in a project that is not captured', async () => {
    const project = await memoryProject();
    project.write('config.yaml', 'hooks:\n  claims: true\n');
    const tests = { tool_name: 'Bash', tool_input: { command: 'npm test' }, tool_use_id: 'a' };
    const told = () => hookCall(project, 'Stop', { last_assistant_message: said });
    expect((await told()).message).toBeUndefined();
    await hookCall(project, 'UserPromptSubmit', { prompt: 'Fix it.' });
    await hookCall(project, 'PreToolUse', tests);
    await hookCall(project, 'PostToolUse', { ...tests, tool_response: { stdout: 'ok' } });
    expect((await told()).message).toBeUndefined();
    await hookCall(project, 'UserPromptSubmit', { prompt: 'Again.' });
    await hookCall(project, 'PreToolUse', { ...tests, tool_use_id: 'b' });
    const failed = { hook_event_name: 'PostToolUseFailure', tool_use_id: 'b', error: 'no' };
    await hookCall(project, 'PostToolUseFailure', { ...tests, ...failed });
    expect((await told()).message).toContain('the last test command failed');
  });
});
