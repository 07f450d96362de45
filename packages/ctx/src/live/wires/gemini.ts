// Google's generateContent, as Gemini CLI speaks it.

import { membersOf } from '../../protocol/members.js';
import { listIn, offeredTool } from './fields.js';
import { type HttpAnswer, inEvents, inJson, type ModelAsked, type ModelSaid, type Wire } from './wire.js';

export const geminiWire: Wire = { path: /:(?:streamGenerateContent|generateContent)$/, read, answer };

function read(body: Readonly<Record<string, unknown>>, url: string): ModelAsked {
  const parts = listIn(body['contents']).flatMap(({ parts: list }) => listIn(list));
  const declared = listIn(body['tools']).flatMap((tool) => listIn(tool['functionDeclarations']));
  return {
    results: parts.filter(({ functionResponse }) => functionResponse !== undefined).length,
    tools: declared.flatMap((tool) =>
      offeredTool(tool['name'], membersOf(tool['parametersJsonSchema'] ?? tool['parameters'])),
    ),
    streamed: url.includes(':stream'),
  };
}

function answer({ streamed }: ModelAsked, { call, text }: ModelSaid): HttpAnswer {
  const part = call === undefined ? { text } : { functionCall: { name: call.name, args: call.input } };
  const whole = {
    candidates: [{ content: { role: 'model', parts: [part] }, finishReason: 'STOP', index: 0 }],
    usageMetadata: { promptTokenCount: 10, candidatesTokenCount: 5, totalTokenCount: 15 },
    modelVersion: 'scripted',
  };
  return streamed ? inEvents([whole]) : inJson(whole);
}
