/** A folder, or a file: without children. */
export interface FileNode {
  name: string;
  path: string;
  children?: FileNode[] | undefined;
}
