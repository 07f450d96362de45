// Prompts that hosts show as commands of their own: to begin with what the memory holds, and to leave it to the next.

import { type GetPromptResult, ProtocolError, ProtocolErrorCode } from '@modelcontextprotocol/server';
import type { Services } from '../cli/command.js';
import { asData } from '../protocol/foreign-text.js';
import { briefText } from './served-resources.js';

interface ServedPrompt {
  readonly name: string;
  readonly title: string;
  readonly description: string;
  text(services: Services): Promise<string>;
}

const prompts: readonly ServedPrompt[] = [
  {
    name: 'start',
    title: 'Start from the project brief',
    description: 'Read the project brief, then say what to do next.',
    text: async (services) =>
      `Here is the brief of this project.\n\n${asData(await briefText(services), '.context')}\n\nSum up where things stand in three sentences, and propose what to do next.`,
  },
  {
    name: 'handover',
    title: 'Write a handover',
    description: 'Leave a note for the next session.',
    text: async () =>
      'Write a handover for the next session with the tool handover_write: where things stand, what is done, what comes next, what is blocked. Record decisions with decision_add and lessons with learning_add, each once, and only if a later session needs them.',
  },
];

export function servedPrompts() {
  return prompts.map(({ name, title, description }) => ({ name, title, description }));
}

export async function getPrompt(name: string, services: Services): Promise<GetPromptResult> {
  const prompt = prompts.find((each) => each.name === name);
  if (prompt === undefined)
    throw new ProtocolError(ProtocolErrorCode.InvalidParams, `Unknown prompt: ${name}`);
  const text = await prompt.text(services);
  return { description: prompt.description, messages: [{ role: 'user', content: { type: 'text', text } }] };
}
