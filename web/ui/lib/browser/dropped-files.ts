/** The files of a drop, and those in its folders and below. Call it while the event is handled: its entries are gone later. */
export function droppedFiles(transfer: DataTransfer | null): Promise<File[]> {
  const entries = [...(transfer?.items ?? [])].flatMap((item) => item.webkitGetAsEntry() ?? []);
  return entries.length > 0
    ? Promise.all(entries.map(filesOf)).then((files) => files.flat())
    : Promise.resolve([...(transfer?.files ?? [])]);
}

async function filesOf(entry: FileSystemEntry): Promise<File[]> {
  if (entry.isFile) {
    return [await new Promise<File>((resolve, reject) => (entry as FileSystemFileEntry).file(resolve, reject))];
  }
  const reader = (entry as FileSystemDirectoryEntry).createReader();
  const files: File[] = [];
  // A folder is read in parts, until one is empty.
  for (;;) {
    const part = await new Promise<FileSystemEntry[]>((resolve, reject) => reader.readEntries(resolve, reject));
    if (part.length === 0) return files.filter(({ name }) => isDocument(name));
    for (const child of part) files.push(...(await filesOf(child)));
  }
}

/** Whether a file of a folder is a document of a device. */
const isDocument = (name: string): boolean => /\.(json|jsonl|ya?ml)$/i.test(name);
