// A remote as the commands about them answer.

import * as t from 'typebox';
import { neutral } from '../../cli/terminal.js';
import { closed } from '../../protocol/closed.js';
import type { Remote } from '../../reach/remotes.js';

export const remoteAnswer = {
  name: t.String(),
  url: t.String(),
  /** Without one, the token of your own servers. */
  token_file: t.Optional(t.String()),
  folder: t.Optional(t.String()),
};

export const remoteRow = t.Object(remoteAnswer, closed);

export function answered({ name, url, tokenFile, folder }: Remote): t.Static<typeof remoteRow> {
  return {
    name,
    url,
    ...(tokenFile !== undefined && { token_file: tokenFile }),
    ...(folder !== undefined && { folder }),
  };
}

export function remoteCells({ name, url, token_file, folder }: t.Static<typeof remoteRow>): string[] {
  return [name, url, folder ?? '', token_file === undefined ? '' : `token in ${token_file}`].map(neutral);
}
