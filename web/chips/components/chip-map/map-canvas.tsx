import { memo, type RefObject, useLayoutEffect, useRef } from 'react';
import { useMedia } from '../../../ui/lib/hooks/use-media.ts';
import styles from './chip-map.module.css';
import { isCrowded, type Painter, paintMap } from './paint-map.ts';
import { type Hatch, hatches, type Token, tokens } from './pieces.ts';
import type { MapScene } from './scene.ts';
import type { MapSizes } from './shapes.ts';
import type { LiveDrawing } from './use-map-zoom.ts';

/** Milliseconds after the last frame of a gesture after which the map is painted in full. */
const restMilliseconds = 120;
/** How much larger than on the screen the tile of a hatch is drawn, which is turned. */
const tileScale = 4;

interface Shown {
  scene: MapScene;
  sizesAt: (zoom: number) => MapSizes;
  zoom: number;
}

/**
 * The part of a map in sight, on a canvas over its frame. It is painted anew, in one frame, when the frame is scrolled, while it is
 * zoomed, and after each render with something else to show. If many cells are in sight, a gesture moves and scales a picture of
 * them, and they are painted when it rests (rule MAP-30).
 */
export const MapCanvas = memo(function MapCanvas(
  props: Shown & {
    frame: RefObject<HTMLDivElement | null>;
    sheet: RefObject<HTMLDivElement | null>;
    live: RefObject<LiveDrawing | undefined>;
  },
) {
  const { scene, sizesAt, zoom, frame, sheet, live } = props;
  const canvas = useRef<HTMLCanvasElement>(null);
  const colours = useRef<HTMLSpanElement>(null);
  const drawing = useRef<Drawing>(undefined);
  const isForced = useMedia('(forced-colors: active)');
  useLayoutEffect(() => {
    const [element, window, probe] = [canvas.current, frame.current, colours.current];
    const context = element?.getContext('2d');
    if (!element || !window || !probe || !context) return;
    const made = drawOn({ canvas: element, context, frame: window, sheet, probe });
    drawing.current = made;
    live.current = made;
    return () => {
      made.stop();
      drawing.current = undefined;
      live.current = undefined;
    };
  }, [frame, sheet, live]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: forced colours change what the names of colours mean
  useLayoutEffect(() => drawing.current?.show({ scene, sizesAt, zoom }), [scene, sizesAt, zoom, isForced]);
  return (
    <>
      {/* biome-ignore lint/a11y/noAriaHiddenOnFocusable: a canvas is not focusable */}
      <canvas ref={canvas} className={styles.painted} aria-hidden="true" />
      <span ref={colours} hidden>
        {tokens.map((token) => (
          <span key={token} style={{ color: `var(${token})` }} />
        ))}
      </span>
    </>
  );
});

interface Drawing extends LiveDrawing {
  show: (shown: Shown) => void;
  stop: () => void;
}

function drawOn(on: {
  canvas: HTMLCanvasElement;
  context: CanvasRenderingContext2D;
  frame: HTMLElement;
  /** Not yet set if the canvas is mounted together with the sheet, which comes after it in the page. */
  sheet: RefObject<HTMLElement | null>;
  probe: HTMLElement;
}): Drawing {
  const { canvas, context, frame, sheet, probe } = on;
  const paths = new Map<string, Path2D>();
  let shown: Shown | undefined;
  /** The zoom of the last render; a gesture changes that of `shown`. */
  let renderedZoom = 0;
  let pitch = 0;
  let requested = 0;
  let size = { width: 0, height: 0 };
  let resting: ReturnType<typeof setTimeout> | undefined;
  /** The whole map in blocks, from the first frame of a gesture to its rest. */
  let picture: OffscreenCanvas | undefined;
  let isInMotion = false;
  let movedAt = Number.NEGATIVE_INFINITY;

  const paint = () => {
    cancelAnimationFrame(requested);
    clearTimeout(resting);
    requested = 0;
    const map = sheet.current;
    if (!shown || !map) return;
    const sizes = shown.sizesAt(shown.zoom);
    if (sizes.pitch !== pitch) paths.clear();
    pitch = sizes.pitch;
    const ratio = devicePixelRatio;
    giveSize(canvas, size, ratio);
    const [own, whole] = [canvas.getBoundingClientRect(), map.getBoundingClientRect()];
    const part = { left: own.left - whole.left, top: own.top - whole.top, ...size };
    if (isInMotion && isCrowded(shown.scene, sizes, part)) {
      picture ??= pictureOf(shown, ratio, probe);
      context.setTransform(ratio, 0, 0, ratio, 0, 0);
      context.clearRect(0, 0, size.width, size.height);
      context.drawImage(picture, -part.left, -part.top, sizes.width, sizes.height);
    } else paintMap(painterOn(context, ratio, probe, paths), shown.scene, sizes, part);
    if (isInMotion) resting = setTimeout(request, restMilliseconds);
    // The colours of the page may have changed.
    else picture = undefined;
  };
  const request = () => {
    isInMotion = false;
    requested ||= requestAnimationFrame(paint);
  };
  /** One step of a gesture; a single one, as by a button, is painted in full at once. */
  const move = () => {
    const now = performance.now();
    if (!requested) isInMotion = now - movedAt < restMilliseconds;
    movedAt = now;
    requested ||= requestAnimationFrame(paint);
  };
  const resized = new ResizeObserver(() => {
    size = { width: frame.clientWidth, height: frame.clientHeight };
    isInMotion = false;
    // In the frame in which the size changed, or the picture would be stretched for one.
    paint();
  });
  resized.observe(frame);
  frame.addEventListener('scroll', move, { passive: true });
  document.fonts.addEventListener('loadingdone', request);
  // A graphics card that restarts loses what was painted.
  canvas.addEventListener('contextrestored', request);
  const ofScreen = watchRatio(request);
  size = { width: frame.clientWidth, height: frame.clientHeight };
  return {
    show: (next) => {
      // New data during a gesture do not end it.
      shown = shown && next.zoom === renderedZoom ? { ...next, zoom: shown.zoom } : next;
      renderedZoom = next.zoom;
      movedAt = Number.NEGATIVE_INFINITY;
      request();
    },
    zoomTo: (zoom) => {
      const map = sheet.current;
      if (!shown || !map) return;
      shown = { ...shown, zoom };
      const sizes = shown.sizesAt(zoom);
      map.style.width = `${sizes.width}px`;
      map.style.height = `${sizes.height}px`;
      const grid = map.querySelector<HTMLElement>('[data-targets]');
      if (grid) grid.style.transform = `scale(${zoom})`;
      move();
    },
    stop: () => {
      cancelAnimationFrame(requested);
      clearTimeout(resting);
      resized.disconnect();
      ofScreen();
      frame.removeEventListener('scroll', move);
      document.fonts.removeEventListener('loadingdone', request);
      canvas.removeEventListener('contextrestored', request);
    },
  };
}

const painterOn = (
  context: Painter['context'] & CanvasFillStrokeStyles,
  ratio: number,
  probe: HTMLElement,
  paths: Map<string, Path2D>,
): Painter => ({ context, ratio, ...paintsOf(probe, context), pathOf: (path) => known(paths, path) });

/** A map in blocks, as large as it is when it is not zoomed. */
function pictureOf({ scene, sizesAt }: Shown, ratio: number, probe: HTMLElement): OffscreenCanvas {
  const sizes = sizesAt(1);
  const picture = new OffscreenCanvas(Math.ceil(sizes.width * ratio), Math.ceil(sizes.height * ratio));
  const context = picture.getContext('2d');
  if (context) paintMap(painterOn(context, ratio, probe, new Map()), scene, sizes, { left: 0, top: 0, ...sizes }, true);
  return picture;
}

/** Gives a canvas the pixels of the screen; setting them clears it, so only when they change. */
function giveSize(canvas: HTMLCanvasElement, size: { width: number; height: number }, ratio: number): void {
  const [width, height] = [Math.round(size.width * ratio), Math.round(size.height * ratio)];
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
  canvas.style.width = `${size.width}px`;
  canvas.style.height = `${size.height}px`;
}

function known(paths: Map<string, Path2D>, path: string): Path2D {
  const made = paths.get(path) ?? new Path2D(path);
  paths.set(path, made);
  return made;
}

/** Tells when the window is moved to a screen of other pixels, or the page is zoomed. */
function watchRatio(onChange: () => void): () => void {
  const stop = new AbortController();
  const watch = () =>
    matchMedia(`(resolution: ${devicePixelRatio}dppx)`).addEventListener(
      'change',
      () => {
        onChange();
        watch();
      },
      { once: true, signal: stop.signal },
    );
  watch();
  return () => stop.abort();
}

/** The colours of the page at the moment, from the elements that have them, and the hatches in these. */
function paintsOf(probe: HTMLElement, context: CanvasFillStrokeStyles) {
  const colours = new Map<Token, string>(
    tokens.map((token, n) => [token, getComputedStyle(probe.children[n] ?? probe).color]),
  );
  const colourOf = (token: Token) => colours.get(token) ?? '';
  const patterns = new Map<Hatch, CanvasPattern | string>();
  const hatchOf = (hatch: Hatch) => {
    const pattern = patterns.get(hatch) ?? patternOf(hatch, colourOf, context);
    patterns.set(hatch, pattern);
    return pattern;
  };
  return { colourOf, hatchOf, fontFamily: getComputedStyle(probe).fontFamily };
}

function patternOf(hatch: Hatch, colourOf: (token: Token) => string, context: CanvasFillStrokeStyles) {
  const { gap, width, stroke, opacity, ground } = hatches[hatch];
  const tile = new OffscreenCanvas(gap * tileScale, gap * tileScale);
  const drawn = tile.getContext('2d');
  const colour = stroke.startsWith('--') ? colourOf(stroke as Token) : stroke;
  if (!drawn) return colour;
  if (ground) {
    drawn.fillStyle = colourOf(ground);
    drawn.fillRect(0, 0, tile.width, tile.height);
  }
  drawn.globalAlpha = opacity;
  drawn.fillStyle = colour;
  drawn.fillRect(0, 0, width * tileScale, tile.height);
  const pattern = context.createPattern(tile, 'repeat');
  pattern?.setTransform(new DOMMatrix().rotate(45).scale(1 / tileScale));
  return pattern ?? colour;
}
