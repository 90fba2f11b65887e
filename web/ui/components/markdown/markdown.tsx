import { useRouter } from '@tanstack/react-router';
import { Fragment, type MouseEvent, type ReactNode, useMemo } from 'react';
import { mentionedNames } from '#shared/discussions/rules/mentions.ts';
import { projectAddress, splitAddress } from '#shared/kernel/rules/page-address.ts';
import { visibleText } from '#shared/kernel/rules/visible-text.ts';
import { currentProject } from '../../lib/api/session.ts';
import { type Block, type Inline, type MarkdownLinks, parseMarkdown } from '../../lib/markdown/markdown.ts';
import styles from './markdown.module.css';
import { TextImage } from './text-image.tsx';

/** Markdown text, rendered without any HTML from its author. If `mentions` is absent, every mention is shown as one. */
export function Markdown({ text, mentions, chipId }: { text: string } & MarkdownLinks) {
  const blocks = useMemo(
    () => parseMarkdown(text, { mentions: mentions ?? mentionedNames(text), chipId }),
    [text, mentions, chipId],
  );
  return <div className={styles.markdown}>{blocksOf(blocks)}</div>;
}

// The parts of a text have no identity but their position.
const each = <T,>(parts: readonly T[], draw: (part: T) => ReactNode): ReactNode =>
  parts.map((part, place) => <Fragment key={String(place)}>{draw(part)}</Fragment>);

const blocksOf = (blocks: readonly Block[]): ReactNode => each(blocks, blockOf);
const inlineOf = (parts: readonly Inline[]): ReactNode => each(parts, partOf);

function blockOf(block: Block): ReactNode {
  switch (block.kind) {
    case 'paragraph':
      return <p>{inlineOf(block.children)}</p>;
    case 'heading':
      return <p className={styles.heading}>{inlineOf(block.children)}</p>;
    case 'code':
      return (
        <pre>
          <code>{visibleText(block.text)}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{blocksOf(block.children)}</blockquote>;
    case 'list': {
      const items = block.items.map((item, place) => (
        // The parts of a text have no identity but their position.
        // biome-ignore lint/suspicious/noArrayIndexKey: as everywhere here
        <li key={place} data-below={block.isBelow?.[place] || undefined}>
          {inlineOf(item)}
        </li>
      ));
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
    case 'table':
      return <Table {...block} />;
  }
}

function Table({ alignments, head, rows }: Extract<Block, { kind: 'table' }>) {
  const places = head.map((_, place) => place);
  return (
    <div className={styles.scroll}>
      <table>
        <thead>
          <tr>
            {places.map((place) => (
              <th key={place} data-align={alignments[place]}>
                {inlineOf(head[place] ?? [])}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {each(rows, (row) => (
            <tr>
              {places.map((place) => (
                <td key={place} data-align={alignments[place]}>
                  {inlineOf(row[place] ?? [])}
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

/**
 * A link within the application. An address without a project belongs to the project of the text, whose pages need no
 * reload.
 */
function InnerLink({ href: written, children }: { href: string; children: ReactNode }) {
  const router = useRouter();
  const current = currentProject();
  const { project } = splitAddress(written);
  const href = project === undefined && current !== undefined ? projectAddress(current, written) : written;
  const follow = (event: MouseEvent) => {
    if (project !== undefined && project !== current) return;
    if (event.button !== 0 || event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    router.history.push(href);
  };
  return (
    <a href={href} onClick={follow}>
      {children}
    </a>
  );
}

function partOf(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return visibleText(part.text);
    case 'code':
      return <code>{visibleText(part.text)}</code>;
    case 'strong':
      return <strong>{inlineOf(part.children)}</strong>;
    case 'emphasis':
      return <em>{inlineOf(part.children)}</em>;
    case 'mention':
      return <strong className={styles.mention}>@{part.name}</strong>;
    case 'image':
      return <TextImage {...part} />;
    case 'link':
      return part.href.startsWith('/') ? (
        <InnerLink href={part.href}>{inlineOf(part.children)}</InnerLink>
      ) : (
        <a href={part.href} rel="noreferrer noopener" target="_blank">
          {inlineOf(part.children)}
        </a>
      );
  }
}
