// The head of the chain, kept outside the database: what number and hash the last row had. Nothing
// else writes that file. Never judges: whether head and database fit together is verify.ts.
//
// One block of fixed size, written in place through an open descriptor: a killed process leaves the
// old text or the new one. It is flushed to the disk when made, when writing begins and ends, and
// at most a second after a row; so after a power cut it may be behind the database, and never ahead
// of it, because it is written after the commit.
import { closeSync, fsync, fsyncSync, openSync, readFileSync, statSync, writeSync } from 'node:fs'
import { z } from 'zod'
import { replaceFile } from '../disk/replace-file.ts'

/**
 * open: a writer is at work or was killed, so rows may be beyond it. closed: the writer ended in
 * order, so none may.
 */
export const Head = z.strictObject({
  seq: z.int().min(0),
  hash: z.string().regex(/^([0-9a-f]{64})?$/),
  state: z.enum(['open', 'closed']),
})
export type Head = z.infer<typeof Head>

export type HeadReading =
  | { readonly kind: 'head'; readonly head: Head }
  | { readonly kind: 'missing' }
  | { readonly kind: 'unreadable' }

const SIZE = 256

/**
 * Throws when the file is there and cannot be opened: then nobody can say whether the journal is
 * whole.
 */
export function readHead(file: string): HeadReading {
  if (statSync(file, { throwIfNoEntry: false }) === undefined) return { kind: 'missing' }
  const text = readFileSync(file, 'utf8')
  try {
    const parsed = Head.safeParse(JSON.parse(text))
    return parsed.success ? { kind: 'head', head: parsed.data } : { kind: 'unreadable' }
  } catch {
    return { kind: 'unreadable' }
  }
}

export type HeadWriter = {
  /** In place, in one write. Throws what the file system throws. */
  write(head: Head): void
  /** Flushes to the disk, now. */
  flush(): void
  /**
   * Flushes to the disk without holding up the event loop. Never rejects: the next flush tries
   * again.
   */
  flushSoon(): Promise<void>
  close(): void
}

/** Takes the file over with this head, durably. Throws what the file system throws. */
export function openHeadWriter(file: string, head: Head): HeadWriter {
  if (statSync(file, { throwIfNoEntry: false })?.size !== SIZE)
    replaceFile(file, inBlock(Buffer.alloc(SIZE), head))
  const fd = openSync(file, 'r+')
  const block = Buffer.alloc(SIZE)
  let flushing: Promise<void> | null = null
  const write = (next: Head): void => {
    writeBlock(fd, block, next)
  }
  const flushSoon = (): Promise<void> => {
    flushing ??= new Promise<void>((resolve) => {
      fsync(fd, () => {
        flushing = null
        resolve()
      })
    })
    return flushing
  }
  try {
    write(head)
    fsyncSync(fd)
  } catch (error) {
    closeSync(fd)
    throw error
  }
  return { write, flush: () => fsyncSync(fd), flushSoon, close: () => closeSync(fd) }
}

function writeBlock(fd: number, block: Buffer, head: Head): void {
  const written = writeSync(fd, inBlock(block, head), 0, SIZE, 0)
  if (written !== SIZE) throw new Error(`only ${written} of ${SIZE} bytes were written`)
}

function inBlock(block: Buffer, { seq, hash, state }: Head): Buffer {
  block.fill(0x20)
  block.write(`{"seq":${seq},"hash":"${hash}","state":"${state}"}`, 0, 'latin1')
  block[SIZE - 1] = 0x0a
  return block
}
