// The providers that ctx can talk to: what each is called, where it is, and which variables its vendor's own tools read.

import type { Connect } from './provider/connect.js';

export const providerNames = ['anthropic', 'openai', 'google', 'openai-compatible', 'ollama'] as const;
export type ProviderName = (typeof providerNames)[number];

export function isProviderName(name: string): name is ProviderName {
  return providerNames.some((one) => one === name);
}

export interface Provider {
  /** The variables that may hold the credential, the first that is set counts. */
  readonly credentials: readonly string[];
  /** A server of one's own may ask for none. */
  readonly credentialRequired: boolean;
  readonly baseUrl: {
    /** The variable that the vendor's tools read. */
    readonly variable: string;
    /** What the vendor's tools put behind it to get the API's root. */
    readonly suffix: string;
    readonly otherwise?: string;
  };
  /** Its package, loaded when it is first called. */
  load(): Promise<{ readonly connect: Connect }>;
}

export const providers: Readonly<Record<ProviderName, Provider>> = {
  anthropic: {
    credentials: ['ANTHROPIC_API_KEY', 'ANTHROPIC_AUTH_TOKEN'],
    credentialRequired: true,
    baseUrl: {
      variable: 'ANTHROPIC_BASE_URL',
      suffix: '/v1',
      otherwise: 'https://api.anthropic.com/v1',
    },
    load: () => import('./provider/connect-anthropic.js'),
  },
  openai: {
    credentials: ['OPENAI_API_KEY'],
    credentialRequired: true,
    baseUrl: { variable: 'OPENAI_BASE_URL', suffix: '', otherwise: 'https://api.openai.com/v1' },
    load: () => import('./provider/connect-openai.js'),
  },
  google: {
    credentials: ['GOOGLE_API_KEY', 'GEMINI_API_KEY', 'GOOGLE_GENERATIVE_AI_API_KEY'],
    credentialRequired: true,
    baseUrl: {
      variable: 'GOOGLE_GEMINI_BASE_URL',
      suffix: '/v1beta',
      otherwise: 'https://generativelanguage.googleapis.com/v1beta',
    },
    load: () => import('./provider/connect-google.js'),
  },
  'openai-compatible': {
    credentials: ['OPENAI_COMPATIBLE_API_KEY'],
    credentialRequired: false,
    baseUrl: { variable: 'OPENAI_COMPATIBLE_BASE_URL', suffix: '' },
    load: () => import('./provider/connect-openai-compatible.js'),
  },
  ollama: {
    credentials: ['OLLAMA_API_KEY'],
    credentialRequired: false,
    baseUrl: { variable: 'OLLAMA_HOST', suffix: '/v1', otherwise: 'http://127.0.0.1:11434/v1' },
    load: () => import('./provider/connect-openai-compatible.js'),
  },
};
