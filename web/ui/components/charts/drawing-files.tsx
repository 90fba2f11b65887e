import { type RefObject, useEffect, useState } from 'react';
import { savePicture } from '../../lib/browser/svg-files.ts';
import { Button } from '../button.tsx';

/**
 * Buttons that save the drawing in a frame: as SVG, as PNG, and as a picture of the size of a slide with its name as title.
 * Too few values are listed without a drawing.
 */
export function DrawingFiles({ name, frame }: { name: string; frame: RefObject<HTMLElement | null> }) {
  const isDrawn = useIsDrawn(frame);
  const button = (text: string, as: Parameters<typeof savePicture>[2], ending: string, title?: string) => (
    <Button
      small
      aria-label={`${name} as ${ending}`}
      title={title}
      disabledReason={isDrawn ? undefined : 'There is no drawing to save'}
      onClick={() => void savePicture(() => drawingIn(frame), name, as)}
    >
      {text}
    </Button>
  );
  return (
    <>
      {button('SVG', 'svg', 'SVG')}
      {button('PNG', 'png', 'PNG')}
      {button('Slide', 'slide', 'a slide', 'A picture of 1920 by 1080 with its title')}
    </>
  );
}

const drawingIn = (frame: RefObject<HTMLElement | null>): Element | null => frame.current?.querySelector('svg') ?? null;

/** Whether the frame has a drawing now. */
function useIsDrawn(frame: RefObject<HTMLElement | null>): boolean {
  const [isDrawn, setIsDrawn] = useState(false);
  useEffect(() => {
    if (!frame.current) return;
    const look = () => setIsDrawn(drawingIn(frame) !== null);
    look();
    const observer = new MutationObserver(look);
    observer.observe(frame.current, { childList: true, subtree: true });
    return () => observer.disconnect();
  }, [frame]);
  return isDrawn;
}
