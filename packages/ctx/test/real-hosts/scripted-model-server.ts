// A model server on loopback, by a library that knows the providers' wire formats: it plays a script of tool calls. In
// front of it stands a recorder that keeps each request as it came, so that a test sees what really reached the model.

import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { type ChatCompletionRequest, LLMock } from '@copilotkit/aimock';
import { onTestFinished } from 'vitest';
import { listening } from '../listening.js';

export interface ToolStep {
  readonly name: string;
  readonly input: object;
}

export interface ModelServer {
  readonly url: string;
  /** The requests of the conversation that the prompt began, byte for byte. */
  requests(): string[];
}

/** Calls the tools one after the other, and says `closing` when their results are all there. */
export async function scriptedModelServer(
  prompt: string,
  steps: readonly ToolStep[],
  closing: string,
): Promise<ModelServer> {
  const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
  for (const [index, { name, input }] of steps.entries()) {
    const toolCalls = [{ name, arguments: JSON.stringify(input) }];
    const isNext = ({ messages }: ChatCompletionRequest) => {
      const results = messages.filter(({ role }) => role === 'tool').length;
      return results === index && JSON.stringify(messages).includes(prompt);
    };
    model.on({ predicate: isNext }, { toolCalls });
  }
  model.on({}, { content: closing });
  await model.start();
  onTestFinished(() => model.stop());
  const bodies: string[] = [];
  const recorder = await listening(
    createServer((incoming, answer) => pass(incoming, answer, model.url, bodies)),
  );
  return { url: recorder, requests: () => bodies.filter((body) => body.includes(prompt)) };
}

async function pass(incoming: IncomingMessage, answer: ServerResponse, to: string, bodies: string[]) {
  const chunks: Buffer[] = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  bodies.push(body.toString());
  const { method, headers, url = '/' } = incoming;
  const onwards = request(new URL(url, to), { method, headers }, (response) => {
    answer.writeHead(response.statusCode ?? 500, response.headers);
    response.pipe(answer);
  });
  onwards.on('error', () => answer.destroy());
  onwards.end(body);
}
