// Where traces of a run go, if anywhere: what its config says, then the environment, then the project, then the user.

import { readOwnFile } from '../disk/own-file.js';
import { readSettings, saysNothing } from '../memory/read-settings.js';
import { configName, type OtelSettings } from '../memory/settings.js';
import { traceAddressItem } from '../memory/settings-trust.js';
import { projectRoot } from '../project/root.js';
import { fail } from '../protocol/codes.js';
import type { TrustItem } from '../trust/item.js';
import { isInProject, userFile } from '../trust/trust-file.js';

export interface TracesTo {
  readonly endpoint: string;
  readonly content: boolean;
  /** What says so, as people are told. */
  readonly from: string;
  /** A person named it for themselves: the environment's headers may go there. */
  readonly isOwn: boolean;
  readonly needsTrust?: TrustItem | undefined;
}

interface Place {
  readonly cwd: string;
  readonly env: Readonly<Record<string, string | undefined>>;
}

/** `ofEnvironment` is the endpoint that OTEL_* name. */
export async function tracesTo(
  planned: OtelSettings | undefined,
  ofEnvironment: string | undefined,
  place: Place,
): Promise<TracesTo | undefined> {
  if (planned !== undefined) return wanted(planned, 'otel.endpoint', false);
  if (ofEnvironment !== undefined)
    return { endpoint: ofEnvironment, content: false, from: 'OTEL_EXPORTER_OTLP_ENDPOINT', isOwn: true };
  const root = projectRoot(place);
  const { otel } = await readSettings({ root });
  if (otel !== undefined) return wanted(otel, `.context/${configName}`, false, traceAddressItem(otel));
  return ofUser(root, place.env);
}

function wanted(
  otel: OtelSettings | undefined,
  from: string,
  isOwn: boolean,
  needsTrust?: TrustItem,
): TracesTo | undefined {
  if (otel === undefined || otel === 'off') return undefined;
  return { endpoint: otel.endpoint, content: otel.content ?? false, from, isOwn, needsTrust };
}

async function ofUser(root: string, env: Place['env']): Promise<TracesTo | undefined> {
  const path = userFile(configName, { env });
  if (path === undefined) return undefined;
  const unusable = (reason: string, cause?: unknown) =>
    fail('user_config_unusable', { operation: 'plan', target: path, reason, cause });
  const text = readOwnFile({ path, withheld: 'change', unusable });
  if (text === undefined || saysNothing(text)) return undefined;
  const { userSettings } = await import('../memory/settings-document.js');
  const { otel } = userSettings(text, path);
  const isProjects = isInProject(path, { root });
  return wanted(otel, path, !isProjects, isProjects ? traceAddressItem(otel) : undefined);
}
