// What a scripted model hears and says, without anything of a provider's own form.

export interface ToolCall {
  readonly name: string;
  /** The group of tools that it stands in, where the host has such. */
  readonly namespace?: string;
  readonly input: Readonly<Record<string, unknown>>;
}

export interface OfferedTool {
  readonly name: string;
  /** The members that its input may have. */
  readonly takes: readonly string[];
  readonly namespace?: string | undefined;
}

/** What a host asks of the model. */
export interface ModelAsked {
  /** How many results of tools stand in the conversation. */
  readonly results: number;
  readonly tools: readonly OfferedTool[];
  /** Whether the answer is wanted piece by piece. */
  readonly streamed: boolean;
}

/** What the model answers: a call, or words. `id` tells its answers apart. */
export interface ModelSaid {
  readonly id: number;
  readonly call?: ToolCall;
  readonly text: string;
}

export interface HttpAnswer {
  readonly type: 'application/json' | 'text/event-stream';
  readonly body: string;
}

/** A provider's form, known by the address that a request goes to. */
export interface Wire {
  readonly path: RegExp;
  read(body: Readonly<Record<string, unknown>>, url: string): ModelAsked;
  answer(asked: ModelAsked, said: ModelSaid): HttpAnswer;
}

export function inJson(value: object): HttpAnswer {
  return { type: 'application/json', body: JSON.stringify(value) };
}

/** `named`: the events carry their type as a name, too. */
export function inEvents(events: readonly (object | string)[], named = false): HttpAnswer {
  const body = events
    .map((event) => {
      if (typeof event === 'string') return `data: ${event}\n\n`;
      const name = named && 'type' in event ? `event: ${event.type}\n` : '';
      return `${name}data: ${JSON.stringify(event)}\n\n`;
    })
    .join('');
  return { type: 'text/event-stream', body };
}
