// What a provider's package comes to: one model to call, and the habits of its API that a request has to follow.

import type { LanguageModelV3, SharedV3ProviderOptions } from '@ai-sdk/provider';
import type { Environment } from '../../../disk/user-folder.js';

export interface Credential {
  /** The variable that it comes from. */
  readonly variable: string;
  readonly value: string;
}

/** How a provider is reached. */
export interface Access {
  /** The root of the API, as the provider's package takes it. */
  readonly baseUrl: string;
  readonly credential: Credential | undefined;
  readonly env: Environment;
}

export interface ProviderConnection {
  readonly model: LanguageModelV3;
  readonly habits: Habits;
}

export interface Habits {
  /** How a request says how much the model should think. */
  readonly effort?: (effort: string) => SharedV3ProviderOptions;
  /** Goes with every request. */
  readonly options?: SharedV3ProviderOptions;
  /** On the system prompt and on the last message: what comes before it may stay in the provider's cache. */
  readonly cacheMark?: SharedV3ProviderOptions;
  /** Whether tools are asked for with inputs that hold to their schemas word for word; nothing is said where it is left out. */
  readonly strictTools?: boolean;
  /** Whether it takes a schema for the answer beside tools. Where it does not, the model is told in words. */
  readonly schemaBesideTools: boolean;
}

export type Connect = (provider: string, model: string, access: Access) => ProviderConnection;
