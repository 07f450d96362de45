// What receives sessions on this machine, from the flags of whoever serves.

import { hostname } from 'node:os';
import { join } from 'node:path';
import { modelFor } from '../../agent/models/model-for.js';
import type { Services } from '../../cli/command.js';
import { failureInWords } from '../../cli/failure-in-words.js';
import { wrongInLog } from '../../evidence/verify/wrong-in-log.js';
import { userName } from '../../machine/user-name.js';
import { Failure } from '../../protocol/failure.js';
import { redactorFor } from '../../session/redact.js';
import type { Accepting } from '../../teleport/destination.js';
import { teleportsFolder } from '../../teleport/outgoing.js';
import type { ReceivingServices } from '../../teleport/receiving-services.js';
import { inRpcWords } from '../acp/rpc-failure.js';
import { ownUrls } from '../default-model.js';

export function receivingServices(
  accepting: Accepting | undefined,
  trusting: boolean,
  services: Services,
): ReceivingServices {
  const { env, clock, program, cwd } = services;
  return {
    accepting,
    trusting,
    folder: join(teleportsFolder(env), 'in'),
    env,
    clock,
    redactor: redactorFor(env),
    host: hostname(),
    user: userName(env),
    version: program.version,
    now: () => clock.now(),
    async unusable({ model, base_url }) {
      // A script comes with the workspace; another session's answers do not.
      if (model.startsWith('script:')) return undefined;
      if (model.startsWith('replay:')) return 'the recording that it answers from does not move along';
      try {
        const urls = base_url === undefined ? [] : await ownUrls(services);
        await modelFor(
          { model, ...(base_url !== undefined && { base_url }) },
          'r1',
          { root: cwd, env, ownUrls: urls },
          0,
        );
        return undefined;
      } catch (error) {
        if (!(error instanceof Failure)) throw error;
        return (await failureInWords(error, program.name)).message.replace(/\.$/, '');
      }
    },
    wrongIn: wrongInLog,
    inWords: (work) => inRpcWords(program.name, false, work),
  };
}
