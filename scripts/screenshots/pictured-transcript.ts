// A session of Claude Code for the picture in docs/your-agents.md: in the form that Claude Code writes, with words of ours.

const usage = (input_tokens: number, output_tokens: number) => ({
  input_tokens,
  output_tokens,
  cache_creation_input_tokens: 0,
  cache_read_input_tokens: 0,
});

export const pictured = 'f3c1a2b4-5d6e-4f70-8a9b-0c1d2e3f4a5b';

/** The lines of the transcript of a session in this folder. */
export function picturedTranscript(cwd: string): string {
  let line = 0;
  const envelope = () => {
    line += 1;
    const timestamp = new Date(Date.UTC(2026, 10, 16, 8, 0, line * 7)).toISOString();
    const common = { isSidechain: false, sessionId: pictured, version: '2.1.197', cwd, timestamp };
    return { ...common, uuid: `line-${line}`, parentUuid: line === 1 ? null : `line-${line - 1}` };
  };
  const user = (content: unknown, more = {}) => ({
    ...envelope(),
    type: 'user',
    message: { role: 'user', content },
    ...more,
  });
  const said = (id: string, content: object, stop_reason: string) => ({
    ...envelope(),
    type: 'assistant',
    message: {
      id,
      role: 'assistant',
      model: 'claude-sonnet-4-5',
      content: [content],
      stop_reason,
      usage: usage(2400, 130),
    },
  });
  const call = (id: string, tool: string, name: string, input: object) =>
    said(id, { type: 'tool_use', id: tool, name, input }, 'tool_use');
  const result = (tool_use_id: string, content: string, is_error = false) =>
    user([{ type: 'tool_result', tool_use_id, content, is_error }], { toolUseResult: content });
  const lines = [
    user('The date in the footer is one day off in summer. Please fix it.'),
    call('msg_1', 'call_1', 'Bash', { command: 'grep -rn "toISOString" src', description: 'Find the dates' }),
    result('call_1', 'src/footer.ts:12:  return date.toISOString().slice(0, 10);'),
    call('msg_2', 'call_2', 'Edit', {
      file_path: `${cwd}/src/footer.ts`,
      old_string: 'return date.toISOString().slice(0, 10);',
      new_string: "return date.toLocaleDateString('sv');",
    }),
    result('call_2', 'The file has been updated.'),
    call('msg_3', 'call_3', 'Bash', { command: 'npm test', description: 'Run the tests' }),
    result('call_3', 'Exit code 1\n1 failed, 41 passed', true),
    call('msg_4', 'call_4', 'Bash', { command: 'git push', description: 'Push it' }),
    result('call_4', 'Permission to use Bash with command git push has been denied.', true),
    said('msg_5', { type: 'text', text: 'The footer shows the local day now. All tests pass.' }, 'end_turn'),
  ];
  return lines.map((each) => `${JSON.stringify(each)}\n`).join('');
}
