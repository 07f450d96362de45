// The token of the printed address: taken out of the address at once, kept for this tab, and handed to other tabs of this page.

const kept = 'ctx-token';
type Word = { readonly want: true } | { readonly token: string };

export function takeToken(): string | undefined {
  const url = new URL(location.href);
  const given = url.searchParams.get('token');
  if (given !== null) {
    url.searchParams.delete('token');
    history.replaceState(history.state, '', url);
    sessionStorage.setItem(kept, given);
  }
  return given ?? sessionStorage.getItem(kept) ?? undefined;
}

export function keepToken(token: string): void {
  sessionStorage.setItem(kept, token);
}

export function forgetToken(): void {
  sessionStorage.removeItem(kept);
}

/** Answers tabs that ask for it; hears of one, where another tab has it. Gives back what asks, and what tells of a new one. */
export function shareToken(mine: () => string | undefined, heard: (token: string) => void) {
  const channel = new BroadcastChannel('ctx-token');
  const say = (word: Word) => channel.postMessage(word);
  channel.onmessage = ({ data }: MessageEvent<Word>) => {
    const token = mine();
    if ('token' in data) heard(data.token);
    else if (token !== undefined) say({ token });
  };
  return { want: () => say({ want: true }), tell: (token: string) => say({ token }) };
}
