// A list of any length of which only what is in sight is there. All rows are equally high, so a place in the list is a matter of counting.

import type { ComponentChildren } from 'preact';
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks';

interface ListProps<T> {
  readonly rows: readonly T[];
  readonly rowHeight: number;
  readonly keyOf: (row: T) => string;
  readonly label: string;
  readonly head?: ComponentChildren;
  /** The row that a key moved to: it is brought into sight. */
  readonly active: number;
  readonly children: (row: T, index: number) => ComponentChildren;
}

/** Rows beyond the edge, so that a quick scroll shows no holes. */
const beyond = 8;

export function VirtualList<T>({ rows, rowHeight, keyOf, label, head, active, children }: ListProps<T>) {
  const box = useRef<HTMLDivElement>(null);
  const [{ top, tall }, setSight] = useState({ top: 0, tall: 800 });
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return;
    const look = () => setSight({ top: element.scrollTop, tall: element.clientHeight });
    const sized = new ResizeObserver(look);
    sized.observe(element);
    element.addEventListener('scroll', look, { passive: true });
    look();
    return () => {
      sized.disconnect();
      element.removeEventListener('scroll', look);
    };
  }, []);
  const activeRow = rows[active];
  const activeKey = activeRow === undefined ? undefined : keyOf(activeRow);
  // When another row is chosen, not when the chosen one moves: a person may have scrolled away from it.
  useEffect(() => {
    const element = box.current;
    if (element === null || active < 0) return;
    const from = active * rowHeight;
    if (from < element.scrollTop) element.scrollTop = from;
    else if (from + rowHeight > element.scrollTop + element.clientHeight)
      element.scrollTop = from + rowHeight - element.clientHeight;
  }, [activeKey, rowHeight]);
  const first = Math.max(0, Math.floor(top / rowHeight) - beyond);
  const last = Math.min(rows.length, Math.ceil((top + tall) / rowHeight) + beyond);
  return (
    <div class="list" role="table" aria-label={label} aria-rowcount={rows.length + 1}>
      {head}
      <div class="scroll" role="rowgroup" ref={box} tabIndex={0} aria-label={`${label}: rows`}>
        <div class="whole" role="presentation" style={{ height: `${rows.length * rowHeight}px` }}>
          {rows.slice(first, last).map((row, i) => (
            <div
              class="place"
              role="presentation"
              key={keyOf(row)}
              style={{ transform: `translateY(${(first + i) * rowHeight}px)`, height: `${rowHeight}px` }}
            >
              {children(row, first + i)}
            </div>
          ))}
        </div>
      </div>
    </div>
  );
}
