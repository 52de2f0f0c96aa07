/** The gateway's end of a connection, line by line. */
export type LineClient = { line(text: string): void; tooLong(): void; close(): void; end(): void }

/** `unread`: resolves when the client has read what it was sent; null where it has. */
export type OpenLineClient = (
  client: string,
  write: (text: string) => void,
  pid: number | undefined,
  unread: () => Promise<void> | null,
) => LineClient

/** What `gatehouse exec` asks for. `pid`: that program itself; `cwd`: where its agent's shell works. */
export type ExecAsked = {
  readonly token: string
  readonly cwd: string
  readonly pid: number
}

/** What it is told, in this order: pieces of output, and one end. */
export type ExecSaid =
  | { readonly kind: 'output'; readonly stream: 'stdout' | 'stderr'; readonly text: string }
  /** `notes`: sentences for standard error. */
  | { readonly kind: 'end'; readonly code: number; readonly notes: readonly string[] }

/** Runs the one line of a token. Closed: nobody is there any more, so the call is stopped. */
export type OpenExec = (asked: ExecAsked, say: (said: ExecSaid) => void) => { close(): void }
