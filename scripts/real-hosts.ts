// The hosts that tests drive, once and before any of them, so that no test waits for a download of 200 MB.

import { provedOn } from '../packages/ctx/src/hosts/proved-on.js';
import { acpxProgram } from '../packages/ctx/test/real-hosts/acpx.js';
import { hostPrograms } from '../packages/ctx/test/real-hosts/hosts-on-disk.js';
import { conformanceProgram } from '../packages/ctx/test/real-hosts/mcp-conformance.js';

try {
  await hostPrograms();
  await conformanceProgram();
  await acpxProgram();
  console.log(
    Object.entries(provedOn)
      .map(([name, version]) => `${name} ${version}`)
      .join(', '),
    'the MCP conformance suite and acpx are there',
  );
} catch (error) {
  console.error(error instanceof Error ? `${error.message}\n${String(error.cause)}` : error);
  process.exit(1);
}
