// What the sessions of a fleet are worked on with, whichever store they come from.

import type { Services } from '../../cli/command.js';
import { wrongInLog } from '../../evidence/verify/wrong-in-log.js';
import type { Working } from '../../fleet/work-session.js';
import { projectRoot } from '../../project/root.js';
import { makeSessionsFolder, sessionsFolder } from '../../session/sessions-folder.js';
import type { FleetStore } from '../../store/fleet-store.js';
import { askingFrom } from '../approver.js';
import { ownUrls } from '../default-model.js';
import { withTrust } from '../trust-gate.js';

export async function workingOn(
  store: FleetStore,
  flags: Readonly<Record<string, unknown>>,
  services: Services,
): Promise<Working> {
  const folder = sessionsFolder(services);
  makeSessionsFolder(folder);
  // Nobody sits in front of a fleet: what is not trusted yet is refused, and a config's own program is asked, or nobody.
  const unattended = { ...flags, 'output-format': 'json' };
  const trusting = withTrust({ flags: unattended }, { ...services, emit: () => {}, show: undefined });
  const asking = await askingFrom(unattended, trusting);
  return {
    store,
    root: projectRoot(services),
    wrongIn: wrongInLog,
    sessionsFolder: folder,
    ownUrls: await ownUrls(services),
    servicesFor: async (plan) => ({ ...trusting, ...(await asking.approvals(plan)) }),
  };
}
