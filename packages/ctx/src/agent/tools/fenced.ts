// Tools under a sandbox: what it hides, the file tools do not open; what it protects, they do not change; and what it saw
// while a call was under way goes into the call's outcome.

import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { isAboutPaths } from '../../policy/subject.js';
import { appearing } from '../../sandbox/protected.js';
import type { Sandbox } from '../../sandbox/sandbox.js';
import type { CallOptions, Denial, Tool } from '../ports.js';

const hidden: Denial = { rule: 'sandbox', reason: 'the sandbox hides it' };
const kept: Denial = { rule: 'sandbox', reason: 'the sandbox keeps it as it is' };

export function fencedTools(tools: readonly Tool[], workspace: string, sandbox: Sandbox): readonly Tool[] {
  const root = realpathSync(workspace);
  return tools.map((tool) => ({
    ...tool,
    async run(input, options) {
      const appeared = appearing(root);
      const outcome = await tool.run(input, fencedOptions(tool, options, root, sandbox));
      const refused = sandbox.takeDenied();
      const paths = tool.readOnly ? [] : appeared();
      return {
        ...outcome,
        ...(refused.length > 0 && { refused }),
        ...(paths.length > 0 && { appeared: paths }),
      };
    },
  }));
}

/** The tools ask about real paths, relative to the workspace. */
function fencedOptions(tool: Tool, options: CallOptions, root: string, sandbox: Sandbox): CallOptions {
  const { server, subject: about } = tool;
  if (server !== undefined || about === undefined || !isAboutPaths(about)) return options;
  return {
    ...options,
    guarded: true,
    judge(subject) {
      const path = join(root, subject);
      if (sandbox.hides(path)) return { allowed: false, ...hidden };
      if (!tool.readOnly && sandbox.explain(path) !== 'writable') return { allowed: false, ...kept };
      return options.judge(subject);
    },
  };
}
