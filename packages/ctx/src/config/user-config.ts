// What a person's own config says, for every project. Most people have none, and then nothing has to be parsed.

import { readOwnFile } from '../disk/own-file.js';
import { saysNothing } from '../memory/read-settings.js';
import { configName } from '../memory/settings.js';
import type { UserSettings } from '../memory/settings-document.js';
import { fail } from '../protocol/codes.js';
import { isInProject, type TrustPlace, userFile } from '../trust/trust-file.js';

export interface UserConfig extends UserSettings {
  readonly file: string;
  /** It lies inside of the project, so the project may have written it: what it says needs the trust that a project's config needs. */
  readonly isProjects: boolean;
}

export async function userConfig({ root, env }: TrustPlace): Promise<UserConfig | undefined> {
  const file = userFile(configName, { env });
  if (file === undefined) return undefined;
  const unusable = (reason: string, cause?: unknown) =>
    fail('user_config_unusable', { operation: 'plan', target: file, reason, cause });
  const text = readOwnFile({ path: file, withheld: 'change', unusable });
  if (text === undefined || saysNothing(text)) return undefined;
  const { userSettings } = await import('../memory/settings-document.js');
  return { ...userSettings(text, file), file, isProjects: isInProject(file, { root }) };
}
