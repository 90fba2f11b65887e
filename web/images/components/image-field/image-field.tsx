import { type ClipboardEvent, type DragEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { imageBounds, imageBytesText } from '#shared/images/rules/bounds.ts';
import { imagesOf, imageTypes, parseImageName } from '#shared/images/rules/reference.ts';
import { formatFixed } from '#shared/values/rules/cell/quantity.ts';
import { Button } from '../../../ui/components/button.tsx';
import { TextImage } from '../../../ui/components/markdown/text-image.tsx';
import { Notice } from '../../../ui/components/notice.tsx';
import { api, errorText } from '../../../ui/lib/api/api.ts';
import { plural } from '../../../ui/lib/format/words.ts';
import { altOf, withImage } from '../../lib/typed-image.ts';
import styles from './image-field.module.css';

/** The picture kinds that a dialog for files offers. */
const accept = Object.values(imageTypes).join(',');

/** A file that is not in the text, and why. */
interface Problem {
  name: string;
  reason: string;
}

/**
 * Wraps a field for Markdown: images are pasted into it, dropped on it, or chosen by a button. Each is uploaded and
 * then inserted at the caret, with its description selected, to be improved. The text is kept if an upload fails.
 */
export function ImageField(props: { value: string; onText: (text: string) => void; children: ReactNode }) {
  const root = useRef<HTMLDivElement>(null);
  const files = useRef<HTMLInputElement>(null);
  const latest = useRef(props);
  const [sending, setSending] = useState(0);
  const [problems, setProblems] = useState<readonly Problem[]>([]);
  const [isOver, setOver] = useState(false);
  const [selected, setSelected] = useState<{ from: number; to: number }>();
  const area = () => root.current?.querySelector('textarea');
  useEffect(() => {
    latest.current = props;
  });
  // The form cannot be sent during an upload.
  useEffect(() => area()?.setCustomValidity(sending > 0 ? 'Wait until the image is in the text' : ''));
  useEffect(() => {
    if (!selected) return;
    area()?.focus();
    area()?.setSelectionRange(selected.from, selected.to);
    setSelected(undefined);
  });

  const insert = (file: File, url: string, before: string) => {
    const field = area();
    if (!field) return;
    const { value, onText } = latest.current;
    const place = { start: field.selectionStart, end: field.selectionEnd };
    const next = withImage(value, place, { alt: altOf(file.name), url });
    latest.current = { ...latest.current, value: next.text };
    onText(next.text);
    // Who has gone on writing is not made to write over the words.
    const after = next.text.length - (value.length - place.end);
    setSelected(value === before ? next : { from: after, to: after });
  };
  const send = async (chosen: readonly File[]) => {
    setProblems([]);
    setSending((count) => count + chosen.length);
    // One after the other, to keep their order.
    for (const file of chosen) {
      const before = latest.current.value;
      try {
        const problem = problemOf(file);
        if (problem !== undefined) throw new Error(problem);
        const { url } = await api.createImage({ body: { file } });
        insert(file, url, before);
      } catch (error) {
        const problem = { name: file.name, reason: errorText(error) };
        setProblems((others) => [...others, problem]);
      }
      setSending((count) => count - 1);
    }
  };

  const paste = (event: ClipboardEvent) => {
    const images = [...event.clipboardData.files].filter(({ type }) => type.startsWith('image/'));
    // A spreadsheet copies an image along with its text; the text is meant.
    if (images.length === 0 || event.clipboardData.types.includes('text/plain')) return;
    event.preventDefault();
    void send(images);
  };
  const dragged = (event: DragEvent, isAbove: boolean) => {
    if (!event.dataTransfer.types.includes('Files')) return;
    event.preventDefault();
    setOver(isAbove);
  };
  const drop = (event: DragEvent) => {
    dragged(event, false);
    if (event.dataTransfer.files.length > 0) void send([...event.dataTransfer.files]);
  };
  const names = imagesOf(props.value);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: the button below does the same by keyboard
    <div
      ref={root}
      className={styles.field}
      data-over={isOver || undefined}
      onPaste={paste}
      onDragOver={(event) => dragged(event, true)}
      onDragLeave={(event) => dragged(event, false)}
      onDrop={drop}
    >
      {props.children}
      <div className={styles.tools}>
        <Button small variant="quiet" onClick={() => files.current?.click()}>
          Add an image…
        </Button>
        <span className={styles.hint} role="status">
          {sending > 0 ? `Sending ${plural(sending, 'image')}…` : 'or paste or drop one'}
        </span>
        <input
          ref={files}
          type="file"
          hidden
          multiple
          accept={accept}
          onChange={({ target }) => {
            void send([...(target.files ?? [])]);
            // The same file may be chosen again.
            target.value = '';
          }}
        />
      </div>
      {problems.map(({ name, reason }) => (
        <Notice key={name} tone="bad">
          {name} is not in the text: {reason}
        </Notice>
      ))}
      {names.length > 0 && <Preview names={names} />}
    </div>
  );
}

/** The problem with a file before it is sent; the service reports all others. */
function problemOf({ size, type }: File): string | undefined {
  if (type !== '' && !type.startsWith('image/')) return 'it is not an image';
  return size > imageBounds.bytes
    ? `it has ${formatFixed(size / 1e6, 1)} MB, and an image may have ${imageBytesText}`
    : undefined;
}

/** The images that the text shows, as it will show them. */
function Preview({ names }: { names: readonly string[] }) {
  return (
    <ul className={styles.preview} aria-label="Images in the text">
      {names.map((name, place) => {
        const { width = 1, height = 1 } = parseImageName(name) ?? {};
        return (
          <li key={name}>
            <TextImage name={name} alt={`Image ${place + 1} of the text`} width={width} height={height} />
          </li>
        );
      })}
    </ul>
  );
}
