/** The gateway's end of a connection, line by line. */
export type LineClient = { line(text: string): void; tooLong(): void; close(): void; end(): void }

/** `unread`: resolves when the client has read what it was sent; null where it has. */
export type OpenLineClient = (
  client: string,
  write: (text: string) => void,
  pid: number | undefined,
  unread: () => Promise<void> | null,
) => LineClient
