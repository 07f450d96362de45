// A program that does what Claude Code does in a live check, and nothing else: it asks the model, starts the hooks of its settings, runs
// what they do not deny. A word in the file `faults` beside it makes it do one thing wrong.

const { spawnSync, spawn } = require('node:child_process');
const { existsSync, readFileSync, writeFileSync, renameSync } = require('node:fs');
const { join } = require('node:path');

const { HOME, ANTHROPIC_BASE_URL } = process.env;
const faults = existsSync(join(__dirname, 'faults')) ? readFileSync(join(__dirname, 'faults'), 'utf8') : '';
const has = (fault) => faults.split('\n').includes(fault);

if (process.argv.includes('--version')) {
  process.stdout.write('9.8.7 (a pretend host)\n');
  process.exit(0);
}

// A person's own, or those of the project.
const [file] = [HOME, process.cwd()]
  .map((folder) => join(folder, '.claude', 'settings.json'))
  .filter((path) => existsSync(path));
const settings = JSON.parse(readFileSync(file, 'utf8'));

function hook(event, fields) {
  const agent = fields.agent_id === undefined ? {} : { agent_type: 'general-purpose' };
  const input = { session_id: 'live', cwd: process.cwd(), hook_event_name: event, ...agent, ...fields };
  return settings.hooks[event].flatMap(({ hooks }) =>
    hooks.map(({ command }) => {
      const { stdout } = spawnSync(command, { shell: true, input: JSON.stringify(input), encoding: 'utf8' });
      return stdout === '' ? {} : (JSON.parse(stdout).hookSpecificOutput ?? {});
    }),
  );
}

async function ask(messages) {
  const tools = [
    { name: 'Bash', input_schema: { properties: { command: {} } } },
    ...(has('no subagents') ? [] : [{ name: 'Task', input_schema: { properties: { subagent_type: {} } } }]),
  ];
  const body = JSON.stringify({ model: 'm', stream: false, messages, tools });
  const response = await fetch(`${ANTHROPIC_BASE_URL}/v1/messages`, { method: 'POST', body });
  return response.json();
}

/** One agent: its answers, and what comes of its calls. */
async function work(prompt, told, agent) {
  const messages = [{ role: 'user', content: [...told, prompt].map((text) => ({ type: 'text', text })) }];
  for (;;) {
    const { content } = await ask(messages);
    const call = content.find(({ type }) => type === 'tool_use');
    if (call === undefined) return content[0].text;
    const result = { type: 'tool_result', tool_use_id: call.id, content: await outcome(call, agent) };
    messages.push({ role: 'assistant', content }, { role: 'user', content: [result] });
  }
}

async function outcome({ id, name, input }, agent) {
  const call = { tool_name: name, tool_input: input, tool_use_id: id, ...(agent && { agent_id: agent }) };
  const answers = has('deaf') || (agent && has('deaf in subagents')) ? [] : hook('PreToolUse', call);
  const denial = answers.find(({ permissionDecision }) => permissionDecision === 'deny');
  if (denial !== undefined) return denial.permissionDecisionReason;
  if (name === 'Task') return work(input.prompt, [], 'sub');
  spawnSync(input.command, { shell: true });
  hook('PostToolUse', { ...call, tool_response: { stdout: '' } });
  return 'done';
}

async function main() {
  if (has('leaves something running')) {
    const child = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], {
      detached: true,
      stdio: 'ignore',
    });
    writeFileSync(join(__dirname, 'left.tmp'), String(child.pid));
    renameSync(join(__dirname, 'left.tmp'), join(__dirname, 'left'));
    child.unref();
  }
  if (has('hangs')) {
    writeFileSync(join(__dirname, 'hanging'), process.env.HOME);
    setInterval(() => {}, 1000);
    return;
  }
  const prompt = process.argv[process.argv.indexOf('-p') + 1];
  const answers = [...hook('SessionStart', { source: 'startup' }), ...hook('UserPromptSubmit', { prompt })];
  const told = answers.flatMap(({ additionalContext }) => additionalContext ?? []);
  const output = await work(prompt, has('mute') ? [] : told, undefined);
  hook('Stop', { last_assistant_message: output });
  hook('SessionEnd', { reason: 'other' });
  process.stdout.write(`${JSON.stringify({ type: 'result', result: output })}\n`);
}

main();
