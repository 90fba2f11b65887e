import type { FileTreeNode } from '#shared/contract/schemas/files.ts';

/** A file or a folder, on the wire. */
export const presentNode = (node: PresentedNode): FileTreeNode => ({
  ...{ name: node.name, path: node.path, type: node.children ? 'directory' : 'file' },
  children: node.children?.map(presentNode) ?? null,
});

interface PresentedNode {
  name: string;
  path: string;
  children?: PresentedNode[] | undefined;
}

/** The text of a file, on the wire. */
export const presentContent = (file: {
  path: string;
  name: string;
  content: string;
  savedAt?: string | undefined;
}) => ({
  ...{ content: file.content, path: file.path, name: file.name },
  size: Buffer.byteLength(file.content),
  modified: file.savedAt ?? null,
});
