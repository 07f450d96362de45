// Traces of runs while they happen, where a config or OTEL_* want them. No run fails for them or waits for a collector: what
// one has not taken when the run ends is sent on by a process of its own.

import { type TracesTo, tracesTo } from '../config/otel.js';
import type { Plan } from '../config/plan.js';
import { projectRoot } from '../project/root.js';
import { Failure } from '../protocol/failure.js';
import { systemAlarm } from '../time/clock.js';
import type { LiveTraces } from '../traces/live-traces.js';
import { endpointOf, isOff } from '../traces/otel-variables.js';
import { requireTrust } from '../trust/require-trust.js';
import type { Conducted } from './conducted.js';
import type { RunServices } from './run-services.js';

export async function withTraces(
  planned: Plan['otel'],
  services: RunServices,
  conduct: (services: RunServices) => Promise<Conducted>,
): Promise<Conducted> {
  if (isOff(services.env)) return conduct(services);
  const warnings: string[] = [];
  const traces = await opened(planned, services, warnings);
  try {
    const conducted = await conduct(traces === undefined ? services : { ...services, traces });
    const lost = (await traces?.end()) ?? [];
    return { ...conducted, warnings: [...conducted.warnings, ...warnings, ...lost] };
  } catch (error) {
    await traces?.end();
    throw error;
  }
}

async function opened(
  planned: Plan['otel'],
  services: RunServices,
  warnings: string[],
): Promise<LiveTraces | undefined> {
  let from = 'otel';
  try {
    const to = await tracesTo(planned, endpointOf(services.env), services);
    if (to === undefined) return undefined;
    from = to.from;
    return await openedTo(to, services, warnings);
  } catch (error) {
    if (!(error instanceof Failure)) throw error;
    warnings.push(notSent(error, from));
    return undefined;
  }
}

/** An address that only the project names is used once a person trusts it; until then nothing goes there. */
async function openedTo(to: TracesTo, services: RunServices, warnings: string[]): Promise<LiveTraces> {
  const { endpoint, content, from, isOwn, needsTrust } = to;
  if (needsTrust !== undefined)
    await requireTrust([needsTrust], { root: projectRoot(services), env: services.env }, services.trust);
  const [{ collectorAt }, { liveTraces }, { sendOn, waitingSince }] = await Promise.all([
    import('../traces/endpoint.js'),
    import('../traces/live-traces.js'),
    import('../traces/send-on.js'),
  ]);
  warnings.push(...waitingSince(services.env));
  return liveTraces({
    collector: collectorAt(endpoint, from, services.env, isOwn),
    content,
    alarm: services.clock.alarm ?? systemAlarm,
    handOn: (lines) => sendOn({ endpoint, from, isOwn }, lines, services),
  });
}

function notSent({ code, where }: Failure, from: string): string {
  if (code === 'trust_missing')
    return `no traces were sent: ${from} names an endpoint that you have not trusted; ctx trust shows it`;
  if (code === 'proxy_invalid') return `no traces were sent: ${where.target} is not a proxy that ctx can use`;
  return `no traces were sent, ${from} cannot be used: ${String(Reflect.get(where, 'reason') ?? code)}`;
}
