// A server that answers in the format of another API than the one it was asked by.

export const otherFormat = 'CTX_OTHER_FORMAT';

type Format = 'Chat Completions' | 'Responses';

const model: Readonly<Record<Format, string>> = {
  'Chat Completions': 'openai-compatible/MODEL',
  Responses: 'openai/MODEL',
};

export function answeredInFormat(format: Format, asked: Format): Error {
  const message = `The server answered in the ${format} format, and was asked by the ${asked} API: use --model ${model[format]} with this base URL.`;
  return Object.assign(new Error(message), { code: otherFormat });
}
