// The file that opencode loads. It runs in opencode's own process, so it holds as little as possible: it starts our program for an event
// and does what the answer says. What it cannot ask about before a tool, it denies.

import type { Program } from './host.js';
import { layout, layoutFlag } from './layout.js';
import { absentWords } from './portable.js';

/** The line that we know the file by. */
export const pluginMark = /^\/\/ ctx-hook plugin, (\[.*\]) --ctx-layout (\d+)\./;

export function pluginText(program: Program): string {
  const isPortable = program.length === 1;
  return `// ctx-hook plugin, ${JSON.stringify(program)} ${layoutFlag} ${layout}. Written by \`ctx init --hooks\`; \`ctx hooks remove\` takes it away.

import { spawn } from 'node:child_process';

const program = ${JSON.stringify(program)};
const longestAnswer = 1 << 20;
const patienceMs = 10_000;

/** The answer of ctx to an event, or nothing where it has none. */
function ask(event, fields) {
  return new Promise((resolve, reject) => {
    const [file, ...words] = program;
    const child = spawn(file, [...words, 'opencode', event, '${layoutFlag}', '${layout}'], {
      stdio: ['pipe', 'pipe', 'ignore'],
      timeout: patienceMs,
      killSignal: 'SIGKILL',
    });
    let answer = '';
    child.on('error', reject);
    child.stdin.on('error', () => {});
    child.stdout.setEncoding('utf8').on('data', (chunk) => {
      if (answer.length < longestAnswer) answer += chunk;
    });
    child.on('close', (code) => {
      try {
        if (code !== 0) throw new Error(\`ctx-hook ended with \${code}\`);
        resolve(answer === '' ? {} : JSON.parse(answer));
      } catch (error) {
        reject(error);
      }
    });
    child.stdin.end(JSON.stringify(fields));
  });
}

export const CtxHooks = async ({ directory, client }) => {
  /** What each session is told with every request: at its start, and with its last prompt. */
  const told = new Map();
  const parents = new Map();
  const failed = new Set();
  /** What ctx says to each session's start: opencode tells of it while the first prompt is under way, which has to wait for it. */
  const beginnings = new Map();
  /** Messages of the model, and what the last of them said in each session. */
  const answers = new Set();
  const said = new Map();
  let isAbsent = false;

  const notesOf = (session) => {
    const notes = told.get(session) ?? {};
    told.set(session, notes);
    return notes;
  };
  const show = async (message, variant = 'info') => {
    try {
      await client.tui.showToast({ body: { title: 'ctx', message, variant } });
    } catch {
      // Without a screen there is nobody to show it to.
    }
  };
  /** A subagent's session belongs to the one that a person began. */
  const place = (session) => {
    let top = session;
    while (parents.has(top)) top = parents.get(top);
    return { session: top, directory, ...(top === session ? {} : { agent: session }) };
  };
  const tell = async (event, fields) => {
    if (isAbsent) return {};
    try {
      const answer = await ask(event, fields);
      if (answer.message !== undefined) await show(answer.message);
      return answer;
    } catch (error) {
${
  isPortable
    ? `      if (error?.code === 'ENOENT') {
        isAbsent = true;
        await show(${JSON.stringify(absentWords)}, 'warning');
        return {};
      }
`
    : ''
}      if (event === 'tool.execute.before') throw error;
      return {};
    }
  };
  const begin = (session, source) => {
    const beginning = tell('session.created', { ...place(session), source }).then(({ context }) => {
      notesOf(session).start = context;
    });
    beginnings.set(session, beginning);
    return beginning;
  };
  const begun = (session, source) => beginnings.get(session) ?? begin(session, source);

  return {
    event: async ({ event: { type, properties = {} } }) => {
      const session = properties.sessionID ?? properties.info?.id;
      if (type === 'session.created') {
        const { id, parentID } = properties.info ?? {};
        if (parentID) parents.set(id, parentID);
        else if (id !== undefined) await begun(id, 'startup');
      } else if (type === 'session.compacted') {
        await tell('session.compacted', place(session));
        if (!parents.has(session)) await begin(session, 'compact');
      } else if (type === 'session.idle') {
        await tell('session.idle', { ...place(session), output: said.get(session) });
        answers.clear();
      } else if (type === 'message.updated') {
        if (properties.info?.role === 'assistant') answers.add(properties.info.id);
      } else if (type === 'message.part.updated') {
        const { type: kind, tool, callID, state, sessionID, messageID, text } = properties.part ?? {};
        if (kind === 'text' && answers.has(messageID)) said.set(sessionID, text);
        if (kind !== 'tool' || state?.status !== 'error' || failed.has(callID)) return;
        failed.add(callID);
        const fields = { tool, call: callID, args: state.input, output: state.error, failed: true };
        await tell('tool.execute.after', { ...place(sessionID), ...fields });
      }
    },
    'chat.message': async ({ sessionID, model }, { parts = [] }) => {
      if (parents.has(sessionID)) return;
      await begun(sessionID, 'resume');
      const prompt = parts.filter((part) => part.type === 'text' && !part.synthetic).map(({ text }) => text);
      const fields = { prompt: prompt.join('\\n'), model: model?.modelID };
      const { context } = await tell('chat.message', { ...place(sessionID), ...fields });
      notesOf(sessionID).prompt = context;
    },
    'tool.execute.before': async ({ tool, sessionID, callID }, { args }) => {
      let answer;
      try {
        answer = await tell('tool.execute.before', { ...place(sessionID), tool, call: callID, args });
      } catch (error) {
        failed.add(callID);
        throw new Error(\`ctx could not judge this call, so it must not run: \${error?.message ?? error}\`);
      }
      if (answer.refusal === undefined) return;
      failed.add(callID);
      throw new Error(answer.refusal);
    },
    'tool.execute.after': async ({ tool, sessionID, callID, args }, { output }) => {
      await tell('tool.execute.after', { ...place(sessionID), tool, call: callID, args, output });
    },
    'experimental.chat.system.transform': async ({ sessionID }, { system }) => {
      const { start, prompt } = told.get(sessionID) ?? {};
      for (const text of [start, prompt]) if (text !== undefined) system.push(text);
    },
  };
};
`;
}
