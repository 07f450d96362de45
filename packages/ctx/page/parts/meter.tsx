// How much of a budget is used.

interface MeterProps {
  readonly name: string;
  readonly used: number | null;
  readonly most: number | undefined;
  readonly says: (value: number) => string;
}

export function Meter({ name, used, most, says }: MeterProps) {
  const value = used === null ? 'unknown' : says(used);
  const what = name === 'cost' ? '' : ` ${name}`;
  if (most === undefined || most === 0)
    return (
      <div class="meter">
        <span class="says">
          <b>{value}</b> {name}
        </span>
      </div>
    );
  const part = used === null ? 0 : Math.min(1, used / most);
  const look = part >= 1 ? 'full' : part >= 0.8 ? 'much' : '';
  return (
    <div class="meter">
      <span class="says">
        <b>{value}</b> of {says(most)}
        {what}
      </span>
      <span
        class="bar"
        role="meter"
        aria-label={`${name} used`}
        aria-valuemin={0}
        aria-valuemax={most}
        aria-valuenow={used ?? 0}
      >
        <i class={look} style={{ width: `${part * 100}%` }} />
      </span>
    </div>
  );
}
