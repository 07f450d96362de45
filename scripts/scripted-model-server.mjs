// A model on loopback for a real host, by a library that knows the providers' wire formats: it asks for one tool, then
// says that it is done. In front of it a recorder writes each request to a file, so that it can be seen what reached it.
//
//   node scripts/scripted-model-server.mjs PROMPT TOOL INPUT REQUESTS.jsonl     prints its address, ends with its stdin

import { appendFileSync } from 'node:fs';
import { createServer, request } from 'node:http';
import { LLMock } from '@copilotkit/aimock';

const [prompt, tool, input, requests] = process.argv.slice(2);
const model = new LLMock({ port: 0, host: '127.0.0.1', logLevel: 'silent' });
const asked = ({ messages }) =>
  messages.every(({ role }) => role !== 'tool') && JSON.stringify(messages).includes(prompt);
model.on({ predicate: asked }, { toolCalls: [{ name: tool, arguments: input }] });
model.on({}, { content: 'It is done.' });
await model.start();

const recorder = createServer(async (incoming, answer) => {
  const chunks = [];
  for await (const chunk of incoming) chunks.push(chunk);
  const body = Buffer.concat(chunks);
  if (body.includes(prompt)) appendFileSync(requests, `${JSON.stringify(body.toString())}\n`);
  const { method, headers, url } = incoming;
  const onwards = request(new URL(url, model.url), { method, headers }, (response) => {
    answer.writeHead(response.statusCode, response.headers);
    response.pipe(answer);
  });
  onwards.on('error', () => answer.destroy());
  onwards.end(body);
});
recorder.listen(0, '127.0.0.1', () => console.log(`http://127.0.0.1:${recorder.address().port}`));
process.stdin.resume().on('end', () => process.exit(0));
