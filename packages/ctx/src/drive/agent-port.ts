// What driving needs of another agent, whatever it speaks; and what that agent tells and asks while it works.

import type { Agent, Fence, Finish, Usage } from '../protocol/records.js';

/** An agent that was started and has said who it is. */
export interface DrivenAgent {
  readonly agent: Agent;
  /** Who decides on its calls, by tool; the first that fits counts. */
  readonly enforcement: NonNullable<Fence['enforcement']>;
  /** Whether it tells of every call of a tool itself, besides what our hook asks. */
  readonly isTold?: ((tool: string) => boolean) | undefined;
  /** It does not run our hook: what it may run, others decide. */
  readonly ignoresHook?: boolean;
  /** Whether it says where each answer of its model ends; otherwise that is concluded from its calls. */
  readonly tellsAnswers: boolean;
  /** One turn, until it is over. It never rejects: what went wrong is how the turn ended. */
  prompt(text: string, desk: Desk): Promise<TurnEnd>;
  /** Asks it to end the turn; `prompt` settles when it has. */
  cancel(): void;
  /** Ends it with all that it started. */
  end(): Promise<void>;
}

export type TurnEnd =
  /** `finish` where the agent says how its last answer ended, `usage` what the turn used besides what was told. */
  | { readonly how: 'ended'; readonly finish?: Finish; readonly usage?: ToldUsage | undefined }
  /** It ended its turn because a call was denied. */
  | { readonly how: 'gave_up' }
  | {
      readonly how: 'failed';
      readonly message: string;
      readonly status?: number;
      /** The agent itself failed, and not its provider. */
      readonly isAgents?: boolean;
      readonly usage?: ToldUsage | undefined;
    };

export interface ToldCall {
  readonly call_id: string;
  /** As the agent calls it. */
  readonly tool: string;
  readonly input: unknown;
  /** What it would change, for whoever is asked about it. */
  readonly preview?: string | undefined;
}

export interface ToldResult {
  readonly call_id: string;
  readonly output: string;
  readonly is_error: boolean;
  readonly exit_code?: number | undefined;
}

export interface ToldUsage {
  readonly usage: Usage | undefined;
  readonly cost_microusd?: number | undefined;
}

/** Of an answer whose end the agent tells. */
export interface ToldAnswer extends Partial<ToldUsage> {
  readonly finish: Finish;
  readonly id?: string | undefined;
  readonly model?: string | undefined;
}

export type Word =
  | { readonly say: 'allow' }
  | { readonly say: 'deny'; readonly reason: string }
  /** The turn is being ended: nothing is allowed any more. */
  | { readonly say: 'cancelled' };

/** Where an agent tells and asks. Everything is in the log before the answer goes out. */
export interface Desk {
  /** Something came, whatever it was. */
  heard(): void;
  text(piece: string): void;
  thought(piece: string): void;
  answer(answer: ToldAnswer): void;
  usage(of: 'turn' | 'subagent', told: ToldUsage): void;
  /** It says that there will be a call. */
  announced(call: ToldCall): void;
  /** It wants to make a call, and waits for a word. */
  ask(call: ToldCall, by?: 'asked' | 'hook'): Promise<Word>;
  /** It would make a call unasked, and our hook asks for it. Its id may be unknown. */
  hooked(call: ToldCall): Promise<Word>;
  /** It makes a call, and asked nobody. */
  began(call: ToldCall): void;
  /** `isBelieved`: whether whoever tells it is to be believed for the tool of that call. */
  returned(result: ToldResult, isBelieved?: (tool: string) => boolean): void;
  /** Something that a reader should know. */
  note(code: string, says: string): void;
}
