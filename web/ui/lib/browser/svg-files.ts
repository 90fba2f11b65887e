import { downloadBlob, downloadText } from './download.ts';

/** The styles of a drawing that come from the page and must be written into the file. */
const kept = [
  ...['fill', 'fill-opacity', 'stroke', 'stroke-width', 'stroke-opacity', 'stroke-dasharray', 'stroke-linejoin'],
  ...['stroke-linecap', 'font-family', 'font-size', 'font-weight', 'text-anchor', 'dominant-baseline', 'paint-order'],
  ...['opacity', 'display', 'visibility'],
];
/** Pixels of a picture for one of the page. */
const pixelsPerPoint = 2;

/** A drawing of the page as a file: with its current look, on the colour of the page. */
function svgText(drawing: SVGSVGElement): string {
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
async function toPng(drawing: SVGSVGElement): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect();
  const size = { width: Math.round(width * pixelsPerPoint), height: Math.round(height * pixelsPerPoint) };
  return picture(drawing, size, (context, image) => context.drawImage(image, 0, 0, size.width, size.height));
}

const slide = { width: 1920, height: 1080, margin: 60, title: 48 };

/** The same as a picture of the size of a slide: the title, and the drawing as large as fits below it. */
function slidePng(drawing: SVGSVGElement, title: string): Promise<Blob> {
  const { width, height } = drawing.getBoundingClientRect();
  const top = slide.margin + 2 * slide.title;
  const room = { width: slide.width - 2 * slide.margin, height: slide.height - top - slide.margin };
  const scale = Math.min(room.width / width, room.height / height);
  const { backgroundColor, color, fontFamily } = getComputedStyle(document.body);
  return picture(drawing, slide, (context, image) => {
    context.fillStyle = backgroundColor;
    context.fillRect(0, 0, slide.width, slide.height);
    context.fillStyle = color;
    context.font = `600 ${slide.title}px ${fontFamily}`;
    context.fillText(title, slide.margin, slide.margin + slide.title, room.width);
    const left = (slide.width - width * scale) / 2;
    context.drawImage(image, left, top + (room.height - height * scale) / 2, width * scale, height * scale);
  });
}

/** Draws a picture with the drawing as an image. */
async function picture(
  drawing: SVGSVGElement,
  size: { width: number; height: number },
  draw: (context: CanvasRenderingContext2D, image: HTMLImageElement) => void,
): Promise<Blob> {
  const url = URL.createObjectURL(new Blob([svgText(drawing)], { type: 'image/svg+xml' }));
  try {
    const image = new Image();
    image.src = url;
    await image.decode();
    const canvas = document.createElement('canvas');
    canvas.width = size.width;
    canvas.height = size.height;
    const context = canvas.getContext('2d');
    if (!context) throw new Error('The picture could not be drawn');
    draw(context, image);
    return await new Promise((resolve, reject) =>
      canvas.toBlob((blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be drawn')))),
    );
  } finally {
    URL.revokeObjectURL(url);
  }
}

/** A chart comes some frames after the buttons that save it; on a slow machine many. */
const mostFrames = 600;

/** Waits for a drawing with a size. @throws Error if none comes. */
async function drawingOf(find: () => Element | null): Promise<SVGSVGElement> {
  for (let frame = 0; frame < mostFrames; frame += 1) {
    const found = find();
    if (found instanceof SVGSVGElement && found.getBoundingClientRect().width > 0) return found;
    await new Promise(requestAnimationFrame);
  }
  throw new Error('There is no drawing to save');
}

/** Saves a drawing of the page under its name, once it is there. */
export async function savePicture(
  find: () => Element | null,
  name: string,
  as: 'svg' | 'png' | 'slide',
): Promise<void> {
  const drawing = await drawingOf(find);
  const file = name.replaceAll(/[^\p{L}\p{N}_.-]+/gu, '-');
  if (as === 'svg') downloadText(`${file}.svg`, svgText(drawing), 'image/svg+xml');
  else if (as === 'png') downloadBlob(`${file}.png`, await toPng(drawing));
  else downloadBlob(`${file}-slide.png`, await slidePng(drawing, name));
}
