/** The styles of a drawing that come from the page and must be written into the file. */
const kept = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin'],
  ...['font-family', 'font-size', 'font-weight', 'paint-order', 'opacity'],
];
/** Pixels of a picture for one of the page. */
const pixelsPerPoint = 2;

/** A drawing of the page as a file: with its current look, on the colour of the page. */
export function svgText(drawing: SVGSVGElement): string {
  const copy = drawing.cloneNode(true) as SVGSVGElement;
  const [seen, own] = [drawing, copy].map((one) => [one, ...one.querySelectorAll<SVGElement>('*')]);
  for (const [index, element] of (seen ?? []).entries()) {
    const style = getComputedStyle(element);
    for (const name of kept) own?.[index]?.setAttribute(name, style.getPropertyValue(name));
    own?.[index]?.removeAttribute('class');
  }
  const { width, height } = drawing.getBoundingClientRect();
  copy.setAttribute('xmlns', 'http://www.w3.org/2000/svg');
  copy.setAttribute('viewBox', `0 0 ${width} ${height}`);
  const ground = document.createElementNS('http://www.w3.org/2000/svg', 'rect');
  ground.setAttribute('width', '100%');
  ground.setAttribute('height', '100%');
  ground.setAttribute('fill', getComputedStyle(document.body).backgroundColor);
  copy.prepend(ground);
  return new XMLSerializer().serializeToString(copy);
}

/** The same as a picture. */
export async function toPng(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect();
  const url = URL.createObjectURL(new Blob([svgText(drawing)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = Math.round(width * pixelsPerPoint);
    canvas.height = Math.round(height * pixelsPerPoint);
    canvas.getContext('2d')?.drawImage(image, 0, 0, canvas.width, canvas.height);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}
