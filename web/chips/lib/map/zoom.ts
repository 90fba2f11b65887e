/** How many times larger than it fits its frame a map is drawn. 1 fits. */

/** Pitch in pixels beyond which a map grows no more: a cell then has its largest digits with room to spare. */
const largestPitch = 168;

/** One press of a key or a button. */
export const zoomStep = 1.5;

/** The zoom within what a map of such a pitch, when it fits, can have. */
export const clampZoom = (zoom: number, fittingPitch: number): number =>
  Math.min(Math.max(1, zoom), Math.max(1, largestPitch / fittingPitch));

/** Frame in pixels below which a map is for fingers. */
const narrowFrame = 500;
/** Side of a cell in pixels that a finger meets (WCAG 2.2, target size). */
const fingerSide = 24;

/** The zoom at which a map opens: it fits, but where the window is narrow its cells are large enough for a finger. */
export const openingZoom = (frameWidth: number, fitting: { pitch: number; qubit: number }): number =>
  frameWidth < narrowFrame ? clampZoom(fingerSide / fitting.qubit, fitting.pitch) : 1;

/** By how much a turn of the wheel zooms; `deltaMode` 1 counts lines, and a pinch on a trackpad is a wheel of few pixels. */
export const wheelFactor = ({ deltaY, deltaMode }: { deltaY: number; deltaMode: number }): number =>
  Math.exp(Math.max(-60, Math.min(60, -deltaY * (deltaMode === 1 ? 16 : 1))) / 150);
