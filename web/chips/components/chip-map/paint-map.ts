import type { Place } from '../../lib/map/lasso.ts';
import type { DrawnCell, DrawnLayer } from './layer.ts';
import {
  bareCouplings,
  blockPaint,
  cellPieces,
  cellTexts,
  type Hatch,
  haloWidth,
  type Paint,
  type Piece,
  type Placed,
  patchFrame,
  type TextPiece,
  type Token,
  textSizes,
} from './pieces.ts';
import { emphasisOf, type MapScene } from './scene.ts';
import { type CellGeometry, cellGeometries, centre, type MapSizes, type Vector, vectorOf } from './shapes.ts';

/** What a map is painted with; a test gives a context that only notes what it is told. */
export interface Painter {
  context: Pick<
    CanvasRenderingContext2D,
    | 'setTransform'
    | 'clearRect'
    | 'fillRect'
    | 'fill'
    | 'stroke'
    | 'fillText'
    | 'strokeText'
    | 'setLineDash'
    | 'fillStyle'
    | 'strokeStyle'
    | 'lineWidth'
    | 'lineCap'
    | 'lineJoin'
    | 'font'
    | 'textAlign'
  >;
  pathOf: (path: string) => Path2D;
  colourOf: (token: Token) => string;
  hatchOf: (hatch: Hatch) => CanvasPattern | string;
  fontFamily: string;
  /** Pixels of the canvas for one of the page. */
  ratio: number;
}

/** The part of a map that is in sight, in its pixels. */
interface MapWindow {
  left: number;
  top: number;
  width: number;
  height: number;
}

/** Most cells that are painted in each frame of a gesture (rule MAP-30). */
const mostPaintedInMotion = 600;

/** Whether so many cells are in sight that a gesture moves a picture of the map instead of painting them in each frame. */
export const isCrowded = ({ qubits, couplings }: MapScene, sizes: MapSizes, window: MapWindow): boolean =>
  [qubits, couplings].reduce((sum, layer) => sum + (layer ? seenOf(layer, sizes, window).length : 0), 0) >
  mostPaintedInMotion;

/**
 * Paints the part of a map that is in sight, in the order in which the SVG has its shapes.
 * @param isCoarse paints each cell as a block in its colour, without marks and figures.
 */
export function paintMap(
  painter: Painter,
  scene: MapScene,
  sizes: MapSizes,
  window: MapWindow,
  isCoarse = false,
): void {
  const { layout, qubits, couplings, patch } = scene;
  const brush = brushOf(painter, window);
  brush.clear();
  const placed = (pieces: readonly Placed[]) => {
    for (const { x, y, piece } of pieces) brush.draw(x, y, [piece]);
  };
  if (patch.qubit.size > 0) placed(patchFrame(patch, layout, sizes));
  if (!couplings) {
    const seen = layout.couplings.filter((edge) => isInSight(centre(edge, sizes), vectorOf(edge), sizes, window));
    placed(bareCouplings({ ...layout, couplings: seen }, sizes));
  }
  for (const layer of [couplings, qubits])
    if (layer) paintLayer(brush, scene, layer, sizes, seenOf(layer, sizes, window), isCoarse);
}

interface SeenCell extends Place {
  cell: DrawnCell;
}

/** The cells of a layer in sight, with their middles. */
function seenOf(layer: DrawnLayer, sizes: MapSizes, window: MapWindow): SeenCell[] {
  const seen: SeenCell[] = [];
  for (const cell of layer.cells) {
    const { x, y } = centre(cell.point, sizes);
    if (isInSight({ x, y }, cell.along, sizes, window)) seen.push({ cell, x, y });
  }
  return seen;
}

/** Whether a part of a cell may be in sight, with its marks. */
function isInSight(
  { x, y }: Place,
  along: Vector | undefined,
  { pitch }: MapSizes,
  { left, top, width, height }: MapWindow,
): boolean {
  const reach = pitch * (1 + (along ? Math.max(Math.abs(along.x), Math.abs(along.y)) / 2 : 0));
  return x + reach >= left && x - reach <= left + width && y + reach >= top && y - reach <= top + height;
}

type Brush = ReturnType<typeof brushOf>;

function paintLayer(
  brush: Brush,
  scene: MapScene,
  layer: DrawnLayer,
  sizes: MapSizes,
  seen: readonly SeenCell[],
  isCoarse: boolean,
): void {
  const { couplingShape } = scene.layout;
  const geometryOf = cellGeometries(couplingShape, sizes);
  for (const { cell, x, y } of seen) {
    const emphasis = emphasisOf(scene, cell);
    const block = isCoarse ? blockPaint(cell, emphasis) : undefined;
    const at = geometryOf(cell);
    if (block) brush.block(x, y, at.block, block);
    else brush.draw(x, y, cellPieces(cell, at, emphasis));
  }
  const written = textSizes(layer, couplingShape, sizes);
  if (!isCoarse && (written.figure > 0 || written.hasCaptions))
    for (const { cell, x, y } of seen) brush.write(x, y, cellTexts(cell, written));
}

/** Sets of a context only what differs from before: most cells are alike. */
function brushOf({ context, pathOf, colourOf, hatchOf, fontFamily, ratio }: Painter, window: MapWindow) {
  const known: { fill?: Paint; stroke?: Paint; dash?: string | undefined; font?: string; join?: string } = {};
  const styleOf = (paint: Paint) => {
    if (paint.startsWith('hatch:')) return hatchOf(paint as Hatch);
    return paint.startsWith('--') ? colourOf(paint as Token) : paint;
  };
  const setFill = (paint: Paint) => {
    if (known.fill !== paint) context.fillStyle = styleOf(paint);
    known.fill = paint;
  };
  const setStroke = (paint: Paint, width: number) => {
    if (known.stroke !== paint) context.strokeStyle = styleOf(paint);
    known.stroke = paint;
    context.lineWidth = width;
  };
  const setLine = (dash: Piece['dash'], isRound: boolean) => {
    if (known.dash !== dash?.join()) context.setLineDash([...(dash ?? [])]);
    known.dash = dash?.join();
    const join = isRound ? 'round' : 'miter';
    if (known.join === join) return;
    context.lineCap = isRound ? 'round' : 'butt';
    context.lineJoin = join;
    known.join = join;
  };
  const moveTo = (x: number, y: number) =>
    context.setTransform(ratio, 0, 0, ratio, (x - window.left) * ratio, (y - window.top) * ratio);
  return {
    /** A rectangle, turned. */
    block: (x: number, y: number, { length, width, right, down }: CellGeometry['block'], paint: Paint) => {
      const [a, b] = [right * ratio, down * ratio];
      context.setTransform(a, b, -b, a, (x - window.left) * ratio, (y - window.top) * ratio);
      setFill(paint);
      context.fillRect(-length / 2, -width / 2, length, width);
    },
    clear: () => {
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, window.width, window.height);
      context.textAlign = 'center';
      // The last paint may have ended with dashes.
      context.setLineDash([]);
    },
    draw: (x: number, y: number, pieces: readonly Piece[]) => {
      moveTo(x, y);
      for (const { path, fill, stroke, width = 1, dash, isRound = false } of pieces) {
        const outline = pathOf(path);
        if (fill) {
          setFill(fill);
          context.fill(outline);
        }
        if (stroke) {
          setStroke(stroke, width);
          setLine(dash, isRound);
          context.stroke(outline);
        }
      }
    },
    write: (x: number, y: number, texts: readonly TextPiece[]) => {
      if (texts.length === 0) return;
      moveTo(x, y);
      for (const { text, y: below, size, weight, fill, halo } of texts) {
        const font = `${weight} ${size}px ${fontFamily}`;
        if (known.font !== font) context.font = font;
        known.font = font;
        if (halo) {
          setStroke(halo, haloWidth);
          setLine(undefined, true);
          context.strokeText(text, 0, below);
        }
        setFill(fill);
        context.fillText(text, 0, below);
      }
    },
  };
}
