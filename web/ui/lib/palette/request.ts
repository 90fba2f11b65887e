/** Opens the command palette from a page: the palette belongs to the navigation. */
const requests = new EventTarget();

export const requestPalette = (): void => void requests.dispatchEvent(new Event('open'));

/** @returns what ends the listening. */
export function onPaletteRequest(listener: () => void): () => void {
  requests.addEventListener('open', listener);
  return () => requests.removeEventListener('open', listener);
}
