// Where traces of a run go, if anywhere: what its config says, then the environment, then the project, then the user.

import { readSettings } from '../memory/read-settings.js';
import { configName, type OtelSettings } from '../memory/settings.js';
import { traceAddressItem } from '../memory/settings-trust.js';
import { projectRoot, type Whereabouts } from '../project/root.js';
import type { TrustItem } from '../trust/item.js';
import type { TrustPlace } from '../trust/trust-file.js';
import { userConfig } from './user-config.js';

export interface TracesTo {
  readonly endpoint: string;
  readonly content: boolean;
  /** What says so, as people are told. */
  readonly from: string;
  /** A person named it for themselves: the environment's headers may go there. */
  readonly isOwn: boolean;
  readonly needsTrust?: TrustItem | undefined;
}

/** `ofEnvironment` is the endpoint that OTEL_* name. */
export async function tracesTo(
  planned: OtelSettings | undefined,
  ofEnvironment: string | undefined,
  place: Whereabouts,
): Promise<TracesTo | undefined> {
  if (planned !== undefined) return wanted(planned, 'otel.endpoint', false);
  if (ofEnvironment !== undefined)
    return { endpoint: ofEnvironment, content: false, from: 'OTEL_EXPORTER_OTLP_ENDPOINT', isOwn: true };
  const root = projectRoot(place);
  const { otel } = await readSettings({ root });
  if (otel !== undefined) return wanted(otel, `.context/${configName}`, false, traceAddressItem(otel));
  return ofUser({ root, env: place.env });
}

function wanted(
  otel: OtelSettings,
  from: string,
  isOwn: boolean,
  needsTrust?: TrustItem,
): TracesTo | undefined {
  if (otel === 'off') return undefined;
  return { endpoint: otel.endpoint, content: otel.content ?? false, from, isOwn, needsTrust };
}

async function ofUser(place: TrustPlace): Promise<TracesTo | undefined> {
  const { otel, file, isProjects } = (await userConfig(place)) ?? {};
  if (otel === undefined || file === undefined) return undefined;
  return wanted(otel, file, !isProjects, isProjects ? traceAddressItem(otel) : undefined);
}
