/** Hands a text to the browser as a file. */
export const downloadText = (fileName: string, text: string, type: string): void =>
  downloadBlob(fileName, new Blob([text], { type }));

/** Has the browser keep what is at an address, which it writes to the disk as it comes. */
export function downloadFrom(url: string, fileName: string): void {
  const link = document.createElement('a');
  link.href = url;
  link.download = fileName;
  link.click();
}

/** Hands bytes to the browser as a file. */
export function downloadBlob(fileName: string, blob: Blob): void {
  const url = URL.createObjectURL(blob);
  downloadFrom(url, fileName);
  // Some browsers read the address only after this task.
  setTimeout(() => URL.revokeObjectURL(url), 1000);
}
