import type { FileTreeNode } from '../contract/schemas/files.ts';
import type { FileNode } from '../rules/file-tree.ts';

/** A file or a folder, on the wire. */
export const presentNode = (node: FileNode): FileTreeNode => ({
  ...{ name: node.name, path: node.path, type: node.children ? 'directory' : 'file' },
  children: node.children?.map(presentNode) ?? null,
});

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
