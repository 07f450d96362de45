// Gemini CLI, by ACP. It asks about what changes something; a policy file of this run makes it ask about everything else, too. It shows a
// call only as people see it, and names its tool in the call's id.

import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { membersOf } from '../../acp/fields.js';
import { startAcp } from '../acp-agent.js';
import { type AcpTraits, tokens } from '../acp-traits.js';
import type { DrivableHost } from '../drivable-host.js';

const enforcement = [{ tool: '*', by: 'asked' }] as const;

const traits: AcpTraits = {
  enforcement: [...enforcement],
  mode: 'default',
  toolOf: (_, { id }) => /^(.+?)__\1_\d/.exec(id)?.[1] ?? /^([a-z_]+?)__/.exec(id)?.[1],
  toolsOf: (server) => `mcp_${server.replace(/[^\w.-]/g, '_')}_`,
  usageOf({ _meta }) {
    const { token_count } = membersOf(membersOf(_meta)['quota']);
    const { input_tokens, output_tokens } = membersOf(token_count);
    return tokens(input_tokens, output_tokens);
  },
};

export const gemini: DrivableHost = {
  name: 'gemini',
  title: 'Gemini CLI',
  program: 'gemini',
  npm: '@google/gemini-cli',
  oldest: '0.61.0',
  protocol: 'acp',
  enforcement: [...enforcement],
  variables: /^(?:GEMINI|GOOGLE)_/,
  own: ['.gemini'],
  obeys: ['.gemini/settings.json', '.gemini/GEMINI.md', '.gemini/policies', '.gemini/extensions'],
  network: ['generativelanguage.googleapis.com', 'cloudcode-pa.googleapis.com', 'oauth2.googleapis.com'],
  addresses: ({ env }) => [
    env['GOOGLE_GEMINI_BASE_URL'],
    env['GOOGLE_VERTEX_BASE_URL'],
    ...(env['GOOGLE_GENAI_USE_VERTEXAI'] === 'true' ? vertexOf(env['GOOGLE_CLOUD_LOCATION']) : []),
  ],
  tellsTokens: true,
  tellsCost: false,
  start({ folder, shownFolder, model }) {
    const name = 'ask-about-everything.toml';
    writeFileSync(join(folder, name), '[[rule]]\ntoolName = "*"\ndecision = "ask_user"\npriority = 999\n', {
      mode: 0o600,
    });
    return {
      argv: ['--acp', '--policy', join(shownFolder, name), ...(model === undefined ? [] : ['-m', model])],
    };
  },
  inTranscript: (session) => `-${session.slice(0, 8)}.`,
  connect: (started) => startAcp({ ...started, name: 'gemini', traits }),
};

/** Google's Vertex AI has a host for each region. */
function vertexOf(location = 'global'): readonly string[] {
  const hosts = ['aiplatform', ...(location === 'global' ? [] : [`${location}-aiplatform`])];
  return hosts.map((host) => `https://${host}.googleapis.com`);
}
