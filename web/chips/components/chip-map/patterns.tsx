import { hatches, hatchNames } from './pieces.ts';
import { hatchId, svgPaint } from './svg-paint.ts';

/** The hatches of a drawing, as patterns whose ids begin with `id`. */
export function MapPatterns({ id }: { id: string }) {
  return (
    <defs>
      {hatchNames.map((name) => {
        const { gap, width, stroke, opacity, ground } = hatches[name];
        return (
          <pattern
            key={name}
            id={hatchId(id, name)}
            width={gap}
            height={gap}
            patternUnits="userSpaceOnUse"
            patternTransform="rotate(45)"
          >
            {ground && <rect width={gap} height={gap} fill={svgPaint(ground, id)} />}
            <rect width={width} height={gap} fill={svgPaint(stroke, id)} fillOpacity={opacity} />
          </pattern>
        );
      })}
    </defs>
  );
}
