// Where spans are sent, by OpenTelemetry's own variables and by what a config or a flag says.

import type { Environment } from '../disk/user-folder.js';
import { fail } from '../protocol/codes.js';
import { proxyFor } from '../proxy/named-proxy.js';
import type { Attributes } from './span.js';

export interface Collector {
  readonly url: string;
  /** As a person sees it: without credentials. */
  readonly shown: string;
  readonly headers: Readonly<Record<string, string>>;
  /** For one request, in milliseconds. */
  readonly timeout: number;
  readonly gzip: boolean;
  /** What the way there leads through. */
  readonly proxy?: URL | undefined;
  readonly resource: Attributes;
}

/**
 * A base like http://127.0.0.1:4318, or the whole address that ends in /v1/traces. The headers of the environment (a credential,
 * mostly) go only to an endpoint that a person named: `isOwn`.
 */
export function collectorAt(endpoint: string, target: string, env: Environment, isOwn: boolean): Collector {
  const url = urlOf(endpoint, target);
  const protocol = of(env, 'PROTOCOL');
  if (protocol === 'grpc')
    throw unusable(target, endpoint, 'ctx speaks http/json, and OTEL_EXPORTER_OTLP_PROTOCOL wants grpc');
  if (url.pathname.replace(/\/$/, '').endsWith('/v1/traces')) url.pathname = url.pathname.replace(/\/$/, '');
  else url.pathname = `${url.pathname.replace(/\/$/, '')}/v1/traces`;
  const timeout = Number(of(env, 'TIMEOUT') ?? '');
  return {
    url: url.href,
    shown: `${url.origin}${url.pathname}`,
    headers: isOwn ? headersFrom(of(env, 'HEADERS') ?? '') : {},
    timeout: Number.isFinite(timeout) && timeout > 0 ? Math.min(timeout, 60_000) : 10_000,
    gzip: of(env, 'COMPRESSION') === 'gzip',
    proxy: proxyFor(url, env),
    resource: {
      'service.name': 'ctx',
      ...pairs(env['OTEL_RESOURCE_ATTRIBUTES'] ?? ''),
      ...((env['OTEL_SERVICE_NAME'] ?? '') !== '' && { 'service.name': env['OTEL_SERVICE_NAME'] }),
    },
  };
}

function urlOf(endpoint: string, target: string): URL {
  const url = URL.canParse(endpoint) ? new URL(endpoint) : undefined;
  if (url === undefined || !/^https?:$/.test(url.protocol))
    throw unusable(target, endpoint, 'it is not an http:// or https:// address');
  if (url.username !== '' || url.password !== '')
    throw unusable(target, url.origin, 'it holds a credential; put that into OTEL_EXPORTER_OTLP_HEADERS');
  return url;
}

function unusable(target: string, value: string, reason: string) {
  return fail('otel_endpoint_invalid', { operation: 'export', target, value, reason });
}

/** The variable for traces wins over the one for everything. */
function of(env: Environment, what: 'PROTOCOL' | 'HEADERS' | 'TIMEOUT' | 'COMPRESSION'): string | undefined {
  const own = env[`OTEL_EXPORTER_OTLP_TRACES_${what}`] ?? '';
  if (own !== '') return own;
  const all = env[`OTEL_EXPORTER_OTLP_${what}`] ?? '';
  return all === '' ? undefined : all;
}

/** `name=value,name=value`, percent-encoded. What is no pair, or no header, is left out: nothing of it is ever shown. */
function headersFrom(text: string): Record<string, string> {
  const isSendable = ([name, value]: [string, string]) =>
    /^[\w!#$%&'*+.^`|~-]+$/.test(name) && /^[\t\x20-\x7e\x80-\xff]*$/.test(value);
  return Object.fromEntries(Object.entries(pairs(text)).filter(isSendable));
}

function pairs(text: string): Record<string, string> {
  const found = text.split(',').flatMap((pair): [string, string][] => {
    const at = pair.indexOf('=');
    return at < 1 ? [] : [[pair.slice(0, at).trim(), decoded(pair.slice(at + 1).trim())]];
  });
  return Object.fromEntries(found);
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}
