// The whole page: before it has a token, a door; after that, the shell with one view in it.

import { useEffect, useMemo, useState } from 'preact/hooks';
import { areSingleKeysOn, keyboard } from './parts/keys.js';
import { Door } from './shell/door.js';
import { Shell } from './shell/shell.js';
import { askWith } from './state/ask.js';
import { connect } from './state/connect.js';
import { type Dashboard, DashboardContext } from './state/dashboard.js';
import { emptyData } from './state/data.js';
import { store, useStore } from './state/store.js';
import { forgetToken, keepToken, shareToken } from './state/token.js';

export function App({ token: given }: { readonly token: string | undefined }) {
  const token = useMemo(() => store(given), [given]);
  const refused = useMemo(() => store(false), []);
  const has = useStore(token);
  const wasRefused = useStore(refused);
  const [tabs] = useState(() =>
    shareToken(
      () => (refused.get() ? undefined : token.get()),
      (heard) => {
        if (token.get() !== undefined && !refused.get()) return;
        keepToken(heard);
        refused.set(false);
        token.set(heard);
      },
    ),
  );
  useEffect(() => {
    if (has === undefined || wasRefused) tabs.want();
    else tabs.tell(has);
  }, [has, wasRefused, tabs]);
  if (has === undefined || wasRefused) {
    const enter = (said: string) => {
      keepToken(said);
      refused.set(false);
      token.set(said);
    };
    return <Door wasRefused={wasRefused} enter={enter} />;
  }
  // An answer to an older token may come after a person has given a newer one.
  const refuse = () => {
    if (token.get() !== has) return;
    forgetToken();
    refused.set(true);
  };
  return <Inside key={has} token={has} refuse={refuse} />;
}

function Inside({ token, refuse }: { readonly token: string; readonly refuse: () => void }) {
  const [dashboard] = useState<Dashboard>(() => {
    const singleKeys = store(areSingleKeysOn());
    return {
      ask: askWith(() => token, refuse),
      data: emptyData(),
      toast: store(''),
      singleKeys,
      keyboard: keyboard(singleKeys.get),
    };
  });
  useEffect(() => connect(dashboard.ask, dashboard.data), [dashboard]);
  return (
    <DashboardContext.Provider value={dashboard}>
      <Shell />
    </DashboardContext.Provider>
  );
}
