// `fetch` for servers that may answer without end: a body that grows past its limit is cut off with an error.

/** No tool's result is that large by honest means; the loop keeps 30,000 characters of it. */
const largestBody = 64 * 1024 * 1024;

export async function boundedFetch(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init);
  if (response.body === null) return response;
  let seen = 0;
  const counted = response.body.pipeThrough(
    new TransformStream<Uint8Array, Uint8Array>({
      transform(chunk, controller) {
        seen += chunk.length;
        if (seen > largestBody) controller.error(new Error(`the answer is larger than ${largestBody} bytes`));
        else controller.enqueue(chunk);
      },
    }),
  );
  const { status, statusText, headers } = response;
  return new Response(counted, { status, statusText, headers });
}
