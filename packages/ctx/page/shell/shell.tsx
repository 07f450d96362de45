// What stands around every view: where one can go, whether the server is there, light or dark.

import { useEffect, useRef, useState } from 'preact/hooks';
import { Foreign, plain } from '../parts/foreign.js';
import { BrandMark, Icon } from '../parts/icons.js';
import { useKeys } from '../parts/keys.js';
import { useDashboard } from '../state/dashboard.js';
import { followLinks, goTo, pathOf, type Route, useRoute, type View, views } from '../state/route.js';
import { useStore } from '../state/store.js';
import { chooseTheme, chosenTheme, type Theme, themes } from '../state/theme.js';
import { CatalogView } from '../views/catalog.js';
import { CompareView } from '../views/compare.js';
import { FleetView } from '../views/fleet.js';
import { FleetsView } from '../views/fleets.js';
import { MemoryView } from '../views/memory.js';
import { NowView } from '../views/now.js';
import { PolicyView } from '../views/policy.js';
import { SessionView } from '../views/session.js';
import { SessionsView } from '../views/sessions.js';
import { TrendsView } from '../views/trends.js';
import { Unknown } from '../views/unknown.js';
import { KeyHelp } from './key-help.js';
import { LineState, LostBanner } from './line-state.js';
import { Toast } from './toast.js';

const names: Readonly<Record<View, string>> = {
  now: 'Now',
  sessions: 'Sessions',
  fleets: 'Fleets',
  trends: 'Trends',
  policy: 'Policy lab',
  memory: 'Memory',
  catalog: 'Catalog',
};

export function Shell() {
  const keyHelp = useRef<HTMLDialogElement>(null);
  const showKeys = () => keyHelp.current?.showModal();
  const route = useRoute();
  useKeys({
    '?': showKeys,
    ...Object.fromEntries(views.map((view) => [`g ${view[0]}`, () => goTo(pathOf(view))])),
  });
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: links inside of it are what is clicked; they work without it as well.
    // biome-ignore lint/a11y/useKeyWithClickEvents: a key on a link is a click.
    <div class="shell" onClick={followLinks}>
      <a class="skip" href="#view">
        Skip to the view
      </a>
      <Side view={route.view} showKeys={showKeys} />
      <div class="body">
        <LostBanner />
        <main class="page" id="view">
          <div class="inner" key={`${route.view} ${route.key ?? ''}`}>
            <ViewOf route={route} />
          </div>
        </main>
      </div>
      <Toast />
      <KeyHelp dialog={keyHelp} />
    </div>
  );
}

function ViewOf({ route }: { readonly route: Route }) {
  switch (route.view) {
    case 'now':
      return <NowView />;
    case 'sessions':
      return <SessionsView query={route.query} />;
    case 'session':
      return <SessionView sessionKey={route.key ?? ''} query={route.query} />;
    case 'fleets':
      return <FleetsView />;
    case 'fleet':
      return <FleetView fleetKey={route.key ?? ''} query={route.query} />;
    case 'compare':
      return <CompareView query={route.query} />;
    case 'trends':
      return <TrendsView query={route.query} />;
    case 'policy':
      return <PolicyView query={route.query} />;
    case 'memory':
      return <MemoryView query={route.query} />;
    case 'catalog':
      return <CatalogView query={route.query} />;
    case 'unknown':
      return <Unknown />;
  }
}

function Side({ view, showKeys }: { readonly view: Route['view']; readonly showKeys: () => void }) {
  const { data } = useDashboard();
  const status = useStore(data.status);
  const running = useStore(data.live).size;
  const waiting = useStore(data.questions).length;
  const shownView =
    view === 'session' || view === 'compare' ? 'sessions' : view === 'fleet' ? 'fleets' : view;
  const project = status?.project.split('/').findLast((part) => part !== '') ?? '';
  return (
    <header class="side">
      <a class="brand" href="/">
        <BrandMark />
        <div>
          <b>ctx</b>
          <span class="cut" title={plain(status?.project ?? '')}>
            {status?.all ? 'All projects' : <Foreign text={project} />}
          </span>
        </div>
      </a>
      <nav class="views" aria-label="Views">
        {views.map((name) => (
          <a
            href={pathOf(name)}
            key={name}
            {...(name === shownView ? { 'aria-current': 'page' as const } : {})}
          >
            <Icon name={name} />
            <span>{names[name]}</span>
            {name === 'now' && waiting > 0 ? (
              <span class="count ask">
                {waiting}
                <span class="hidden"> waiting for an answer</span>
              </span>
            ) : name === 'now' && running > 0 ? (
              <span class="count">
                {running}
                <span class="hidden"> running</span>
              </span>
            ) : null}
          </a>
        ))}
      </nav>
      <div class="foot">
        <LineState />
        {status === undefined ? null : (
          <span class="mode">{status.control ? 'Control: you can answer and change' : 'Read-only'}</span>
        )}
        <ThemeSwitch />
        <button type="button" class="keys" onClick={showKeys}>
          <span>Keyboard</span>
          <kbd>?</kbd>
        </button>
      </div>
    </header>
  );
}

const themeNames: Readonly<Record<Theme, string>> = { system: 'Auto', light: 'Light', dark: 'Dark' };

function ThemeSwitch() {
  const [theme, setTheme] = useState(chosenTheme);
  useEffect(() => {
    const look = () => setTheme(chosenTheme());
    addEventListener('storage', look);
    return () => removeEventListener('storage', look);
  }, []);
  const choose = (next: Theme) => {
    chooseTheme(next);
    setTheme(next);
  };
  return (
    <div class="themes" role="group" aria-label="Colours">
      {themes.map((each) => (
        <button type="button" key={each} aria-pressed={each === theme} onClick={() => choose(each)}>
          {themeNames[each]}
        </button>
      ))}
    </div>
  );
}
