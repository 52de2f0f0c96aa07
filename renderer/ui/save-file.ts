// Hands a file to the person: the desktop asks where, a browser puts it to the downloads.
export function saveFile(blob: Blob, name: string): void {
  const link = document.createElement('a')
  link.href = URL.createObjectURL(blob)
  link.download = name
  link.click()
  // Not at once: the download has only been asked for.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000)
}
