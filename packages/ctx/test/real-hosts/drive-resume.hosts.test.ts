// The six hosts, given another task in the same session: those that can load a session by ACP go on in their own conversation.

import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readWhole } from '../../src/session/read-whole.js';
import { hosts, modelOf, verified, withHosts } from './driven-hosts.js';

withHosts();

/** Their own sessions are theirs to take up, by another way than ACP. */
const beginsAnew = new Set(['claude-code', 'codex']);

/** It does not find every session again that it has just left; the log then says so. */
const mayForget = new Set(['gemini']);

it.each(hosts.map((host) => [host.name, host] as const))(
  '%s goes on with another task, in its own conversation where it can',
  async (_, host) => {
    const { url } = await modelOf([host.shell('touch one.txt')]);
    const project = host.project(url);
    expect(await project.run({})).toMatchObject({ exit_code: 0 });
    const words = ['resume', 's', '--task', 'Is the newt fed as well?', '--trust', '--output-format', 'json'];
    const answer = JSON.parse((await project.ctx(...words)).stdout);
    expect(answer).toMatchObject({
      exit_code: 0,
      data: { runs: [{ turns: [{ output: 'It is fed.', tool_calls: 0 }] }] },
    });
    const { records } = readWhole(join(project.root, '.context/sessions/s.jsonl'));
    const agents = records.flatMap((record) =>
      record.type === 'run.opened' && record.capture.model === 'driven' ? [record.agent] : [],
    );
    const says = records.flatMap((record) => (record.type === 'finding' ? [record.code] : []));
    const isResumed = agents[1]?.resumed === true;
    if (!mayForget.has(host.name)) expect(isResumed).toBe(!beginsAnew.has(host.name));
    expect(agents[1]?.session_id === agents[0]?.session_id).toBe(isResumed);
    expect(says.includes('conversation_new')).toBe(!isResumed);
    await verified(project);
  },
);
