/**
 * Fills for cells without a colour of the range: diagonal hatches for stale frames, an outlined hatch for missing
 * values.
 */
export function MapPatterns({ id }: { id: string }) {
  return (
    <defs>
      <Hatch id={`${id}-stale-light`} gap={4} stroke="#ffffff" opacity={0.75} width={0.8} />
      <Hatch id={`${id}-stale-dark`} gap={4} stroke="#10141c" opacity={0.7} width={0.8} />
      <Hatch id={`${id}-missing`} gap={5} stroke="var(--line-strong)" opacity={0.55} width={0.9} base="var(--ground)" />
      <Hatch id={`${id}-faulty`} gap={40} stroke="none" opacity={0} width={0} base="var(--bad-soft)" />
    </defs>
  );
}

function Hatch(props: { id: string; gap: number; stroke: string; opacity: number; width: number; base?: string }) {
  return (
    <pattern
      id={props.id}
      width={props.gap}
      height={props.gap}
      patternUnits="userSpaceOnUse"
      patternTransform="rotate(45)"
    >
      {props.base && <rect width={props.gap} height={props.gap} fill={props.base} />}
      <line y2={props.gap} stroke={props.stroke} strokeOpacity={props.opacity} strokeWidth={props.width * 2} />
    </pattern>
  );
}
