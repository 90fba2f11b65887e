import type { Piece } from './pieces.ts';
import { svgPaint } from './svg-paint.ts';

/** A piece of a map as SVG. */
export function PiecePath({ piece, drawing }: { piece: Piece; drawing: string }) {
  const { path, fill, stroke, width, dash, isRound } = piece;
  return (
    <path
      d={path}
      fill={fill ? svgPaint(fill, drawing) : 'none'}
      {...(stroke && { stroke: svgPaint(stroke, drawing), strokeWidth: width })}
      {...(dash && { strokeDasharray: dash.join(' ') })}
      {...(isRound && { strokeLinecap: 'round', strokeLinejoin: 'round' })}
    />
  );
}
