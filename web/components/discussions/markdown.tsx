import { Fragment, type ReactNode, useMemo } from 'react';
import { type Block, type Inline, parseMarkdown } from '../../lib/discussions/markdown.ts';
import styles from './discussions.module.css';

/** A text in Markdown, drawn without any HTML of its writer's. */
export function Markdown({ text, mentions }: { text: string; mentions: readonly string[] }) {
  const blocks = useMemo(() => parseMarkdown(text, mentions), [text, mentions]);
  return <div className={styles.markdown}>{blocksOf(blocks)}</div>;
}

// What stands in a text has no identity but its place.
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
          <code>{block.text}</code>
        </pre>
      );
    case 'quote':
      return <blockquote>{blocksOf(block.children)}</blockquote>;
    case 'list': {
      const items = each(block.items, (item) => <li>{inlineOf(item)}</li>);
      return block.ordered ? <ol>{items}</ol> : <ul>{items}</ul>;
    }
  }
}

function partOf(part: Inline): ReactNode {
  switch (part.kind) {
    case 'text':
      return part.text;
    case 'code':
      return <code>{part.text}</code>;
    case 'strong':
      return <strong>{inlineOf(part.children)}</strong>;
    case 'emphasis':
      return <em>{inlineOf(part.children)}</em>;
    case 'mention':
      return <strong className={styles.mention}>@{part.name}</strong>;
    case 'link':
      return (
        <a href={part.href} rel="noreferrer noopener" {...(part.href.startsWith('/') ? {} : { target: '_blank' })}>
          {inlineOf(part.children)}
        </a>
      );
  }
}
