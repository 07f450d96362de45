// One call of a provider's model: asked, streamed, and answered. What fails is an answer too.

import type { ModelAnswer, ModelRequest } from '../../ports.js';
import { callOptions } from './call-options.js';
import type { ProviderConnection } from './connect.js';
import { failureOf, stopped } from './failures.js';
import { type Heard, readStream } from './read-stream.js';

export async function callProvider(
  { model, habits }: ProviderConnection,
  request: ModelRequest,
  { signal, ...heard }: { readonly signal: AbortSignal } & Heard,
): Promise<ModelAnswer> {
  const options = callOptions(request, habits);
  try {
    const { stream, response } = await model.doStream({ ...options, abortSignal: signal });
    const answer = await readStream(stream, response?.headers?.['content-type'], heard);
    return signal.aborted && answer.kind === 'failed' ? stopped() : answer;
  } catch (error) {
    // The packages are not ours: whatever they throw, the call has failed and the log says so.
    return signal.aborted ? stopped() : failureOf(error);
  }
}
