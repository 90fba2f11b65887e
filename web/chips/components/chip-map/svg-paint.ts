import type { Hatch, Paint } from './pieces.ts';

/** The id of a hatch in a drawing. */
export const hatchId = (drawing: string, hatch: Hatch): string => `${drawing}-${hatch.slice('hatch:'.length)}`;

/** A paint as an attribute of SVG. */
export function svgPaint(paint: Paint, drawing: string): string {
  if (isHatch(paint)) return `url(#${hatchId(drawing, paint)})`;
  return paint.startsWith('--') ? `var(${paint})` : paint;
}

const isHatch = (paint: Paint): paint is Hatch => paint.startsWith('hatch:');
