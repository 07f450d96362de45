// The small parts of every view.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';
import type { Fault } from '../state/ask.js';
import { useDashboard } from '../state/dashboard.js';
import type { View } from '../state/route.js';
import { Foreign } from './foreign.js';
import { Icon } from './icons.js';

export type Look = 'good' | 'bad' | 'open' | 'warn' | 'live' | '';

export function Badge({
  look = '',
  children,
}: {
  readonly look?: Look;
  readonly children: ComponentChildren;
}) {
  return <span class={`badge ${look}`}>{children}</span>;
}

interface TitleProps {
  readonly title: ComponentChildren;
  /** For the browser's own title, where it differs. */
  readonly name?: string;
  readonly sub?: ComponentChildren;
  readonly children?: ComponentChildren;
}

/** The heading of a view. It takes the focus when the view comes, so that a screen reader says where one is. */
export function Title({ title, name, sub, children }: TitleProps) {
  const heading = useRef<HTMLHeadingElement>(null);
  const said = name ?? (typeof title === 'string' ? title : 'ctx');
  useLayoutEffect(() => {
    document.title = `${said} · ctx`;
  }, [said]);
  // With the view, not a frame after it: by then, a quick hand has gone on. What it went to keeps the focus.
  useLayoutEffect(() => {
    if (document.activeElement === document.body) heading.current?.focus({ preventScroll: true });
  }, []);
  return (
    <header class="title">
      <h1 ref={heading} tabIndex={-1}>
        {title}
      </h1>
      {children === undefined ? null : <div class="actions">{children}</div>}
      {sub === undefined ? null : <p class="sub">{sub}</p>}
    </header>
  );
}

interface BlockProps {
  readonly title: string;
  readonly end?: ComponentChildren;
  readonly id?: string;
  readonly children: ComponentChildren;
}

export function Block({ title, end, id, children }: BlockProps) {
  return (
    <section class="block" id={id}>
      <div class="head">
        <h2>{title}</h2>
        {end === undefined ? null : <span class="end soft small">{end}</span>}
      </div>
      {children}
    </section>
  );
}

interface EmptyProps {
  readonly icon: View;
  readonly title: string;
  readonly command?: string;
  readonly children?: ComponentChildren;
}

/** Nothing here yet: why, and the command that changes that. */
export function Empty({ icon, title, command, children }: EmptyProps) {
  return (
    <div class="card empty">
      <Icon name={icon} />
      <h2>{title}</h2>
      {children === undefined ? null : <p>{children}</p>}
      {command === undefined ? null : <Command line={command} />}
    </div>
  );
}

export function Command({ line }: { readonly line: string }) {
  return (
    <span class="command">
      <code>{line}</code>
      <Copy text={line} name="Copy the command" />
    </span>
  );
}

interface CopyProps {
  readonly text: string;
  readonly name: string;
  readonly label?: string;
}

export function Copy({ text, name, label = 'Copy' }: CopyProps) {
  const { toast } = useDashboard();
  const copy = () =>
    navigator.clipboard.writeText(text).then(
      () => toast.set('Copied.'),
      () => toast.set('The browser did not allow copying: select the text and copy it by hand.'),
    );
  return (
    <button type="button" class="btn tiny" aria-label={name} onClick={copy}>
      {label}
    </button>
  );
}

/** What could not be had, in the server's own words. */
export function FaultCard({ fault, again }: { readonly fault: Fault; readonly again?: () => void }) {
  return (
    <div class="card fault" role="alert">
      <b>
        <Foreign text={fault.message} />
      </b>
      {fault.hint === undefined ? null : (
        <p class="soft">
          <Foreign text={fault.hint} />
        </p>
      )}
      {again === undefined ? null : (
        <button type="button" class="btn" onClick={again}>
          Try again
        </button>
      )}
    </div>
  );
}

export function Loading({ lines = 3 }: { readonly lines?: number }) {
  return (
    <div class="bones" role="status" aria-label="Loading">
      {Array.from({ length: lines }, (_, i) => (
        <div class="bone" key={i} />
      ))}
    </div>
  );
}

/** A moment that a view has to follow: the time that passed, second by second. */
export function useNow(every = 1000): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), every);
    return () => clearInterval(timer);
  }, [every]);
  return now;
}
