// A model that answers with its prompt: free, the same every time, and enough to try everything around a model.

import type { Model } from '../ports.js';

export function echo(): Model {
  return {
    name: 'echo/1',
    source: 'deterministic',
    price: { input: 0, output: 0 },
    async call({ messages }, { onText }) {
      const asked = messages.findLast(({ role }) => role === 'user');
      const text = asked?.role === 'user' ? asked.text : '';
      onText(text);
      const usage = { input_tokens: 0, output_tokens: 0 };
      return { kind: 'responded', content: [{ type: 'text', text }], finish: 'stop', usage };
    },
  };
}
