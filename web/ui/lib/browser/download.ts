/** Hands a text to the browser as a file. */
export const downloadText = (fileName: string, text: string, type: string): void =>
  downloadBlob(fileName, new Blob([text], { type }));

/** Downloads an address in the browser, which writes the data to the disk as it arrives. */
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
