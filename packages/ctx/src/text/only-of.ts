// Whether a text is made of certain signs alone, for whoever asks a few times: to make a regular expression takes a hook
// longer than to look.

/** Of words and names. */
export const wordSigns = 'ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_';

export function isOnlyOf(signs: string, text: string): boolean {
  for (const sign of text) if (!signs.includes(sign)) return false;
  return true;
}
