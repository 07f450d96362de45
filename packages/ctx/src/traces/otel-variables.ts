// What OpenTelemetry's own variables say of whether and where. Every run asks, so it needs nothing else.

import type { Environment } from '../disk/user-folder.js';

/** What `OTEL_*` say: nothing where they name no endpoint, or switch it off. */
export function endpointOf(env: Environment): string | undefined {
  if (isOff(env)) return undefined;
  const traces = env['OTEL_EXPORTER_OTLP_TRACES_ENDPOINT'] ?? '';
  if (traces !== '') return traces;
  const base = env['OTEL_EXPORTER_OTLP_ENDPOINT'] ?? '';
  return base === '' ? undefined : base;
}

export function isOff(env: Environment): boolean {
  return (env['OTEL_SDK_DISABLED'] ?? '').toLowerCase() === 'true' || env['OTEL_TRACES_EXPORTER'] === 'none';
}
