import * as t from 'typebox';
import { clawable } from '../../cli/command.js';
import { openContext } from '../../memory/context.js';
import { rekeyPad } from '../../memory/pad/rekey.js';
import { closed } from '../../protocol/closed.js';
import { acceptFlag, accepting } from './accepting.js';
import { changedAnswer, changedFields, changeWarnings } from './pad-answer.js';

export default clawable({
  name: 'pad rekey',
  group: 'memory',
  summary: 'Encrypt the pad with a new key',
  description:
    'Creates a new key in ~/.config/ctx/identity.txt and encrypts the pad for it. The old key stays in that file, marked as retired: it still opens older data (your other pads, earlier versions, git history), but ctx never encrypts with it again. Your other pads switch to the new key at their next change. If `recipients` in config.yaml lists your old public key, ctx replaces it. For a pad with a passphrase, set the new one in CTX_AGE_NEW_PASSPHRASE. Whoever has the old key can still read older copies: change the secrets themselves, too.',
  examples: [
    { line: 'ctx pad rekey', says: 'after a key may have leaked' },
    { line: 'CTX_AGE_NEW_PASSPHRASE=… ctx pad rekey', says: 'a new passphrase for a pad that has one' },
  ],
  arguments: {},
  flags: acceptFlag,
  returns: t.Object(
    {
      /** The public part of the new key; null for a new passphrase. */
      recipient: t.Union([t.String(), t.Null()]),
      /** Public keys that open nothing that is written from now on. */
      retired: t.Array(t.String()),
      /** Whether config.yaml named an old one. */
      config_changed: t.Boolean(),
      ...changedFields,
    },
    closed,
  ),
  async run({ flags }, services) {
    const context = openContext(services);
    const rekeyed = await rekeyPad(context, accepting({ flags }, services));
    const { recipient, retired, configChanged } = rekeyed;
    return {
      recipient: recipient ?? null,
      retired: [...retired],
      config_changed: configChanged,
      ...changedAnswer(context, rekeyed),
    };
  },
  render({ file, recipient, config_changed }) {
    if (recipient === null)
      return `${file} is encrypted with the new passphrase. Set CTX_AGE_PASSPHRASE to it.`;
    const config = config_changed ? '\nconfig.yaml names your new key now: commit it for your team.' : '';
    return `${file} is encrypted with your new key: ${recipient}\nBack up ~/.config/ctx/identity.txt. The old key stays in it, retired: it opens what is older.${config}`;
  },
  warnings: (answer) => [
    'Earlier states (`ctx pad undo --clear` removes them) and commits still open with the old key: change the secrets that they hold.',
    ...changeWarnings(answer),
  ],
});
