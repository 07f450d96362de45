// Server-sent events, read from an answer's body: an EventSource could not send the token.

export interface Heard {
  readonly event: string;
  readonly data: string;
  readonly id: string | undefined;
}

/** Takes pieces of text as they come, and gives back the events that are whole by then. */
export function eventReader(): (piece: string) => Heard[] {
  let rest = '';
  return (piece) => {
    const blocks = (rest + piece).replaceAll('\r\n', '\n').split('\n\n');
    rest = blocks.pop() ?? '';
    return blocks.flatMap((block) => {
      const heard = eventIn(block);
      return heard === undefined ? [] : [heard];
    });
  };
}

function eventIn(block: string): Heard | undefined {
  let event = 'message';
  let id: string | undefined;
  const data: string[] = [];
  for (const line of block.split('\n')) {
    const colon = line.indexOf(':');
    if (colon <= 0) continue;
    const value = line.slice(colon + 1).replace(/^ /, '');
    const field = line.slice(0, colon);
    if (field === 'event') event = value;
    else if (field === 'data') data.push(value);
    else if (field === 'id') id = value;
  }
  return data.length === 0 ? undefined : { event, data: data.join('\n'), id };
}

/** Ends when the stream does; `alive` is called with everything that comes, comments too. */
export async function readEvents(
  body: ReadableStream<Uint8Array>,
  heard: (each: Heard) => void,
  alive: () => void,
): Promise<void> {
  const reader = body.getReader();
  const decoder = new TextDecoder();
  const take = eventReader();
  for (;;) {
    const { done, value } = await reader.read();
    if (done) return;
    alive();
    for (const each of take(decoder.decode(value, { stream: true }))) heard(each);
  }
}
