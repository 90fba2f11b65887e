import { useQuery } from '@tanstack/react-query';
import { lazy, Suspense, useRef, useState } from 'react';
import type { ImageName } from '#shared/images/rules/reference.ts';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { imageQuery } from '../../../images/lib/queries.ts';
import { errorText, hasCode } from '../../lib/api/api.ts';
import { useNearView } from '../../lib/hooks/use-near-view.ts';
import { useObjectUrl } from '../../lib/hooks/use-object-url.ts';
import styles from './text-image.module.css';

const ImageDialog = lazy(() => import('./image-dialog.tsx').then((module) => ({ default: module.ImageDialog })));

/** Highest image in a text, in pixels. */
const highest = 480;

/** An image of the project in a text: its room is there before it is, and it opens large. */
export function TextImage({
  name,
  alt: given,
  width,
  height,
}: { name: string; alt: string } & Pick<ImageName, 'width' | 'height'>) {
  const alt = visibleText(given);
  const room = useRef<HTMLButtonElement>(null);
  const isNear = useNearView(room);
  const image = useQuery({ ...imageQuery(name), enabled: isNear });
  const url = useObjectUrl(image.data);
  const [isOpen, setOpen] = useState(false);
  if (image.error)
    return (
      <span className={styles.missing}>
        {alt || 'Image'} (
        {hasCode(image.error, 'not_found') ? 'this image is not there any more' : errorText(image.error)})
      </span>
    );
  return (
    <>
      <button
        ref={room}
        type="button"
        className={styles.image}
        style={{ width: Math.min(width, (highest * width) / height), aspectRatio: `${width} / ${height}` }}
        aria-label={`Open image${alt && `: ${alt}`}`}
        aria-busy={url === undefined}
        onClick={() => setOpen(true)}
      >
        {url && <img src={url} alt={alt} width={width} height={height} />}
      </button>
      {isOpen && url && (
        <Suspense>
          <ImageDialog url={url} alt={alt} width={width} height={height} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}
