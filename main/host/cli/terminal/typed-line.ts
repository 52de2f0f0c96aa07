// A line that a person types in answer to a question of a command.
import { createInterface } from 'node:readline/promises'

type Asking = {
  readonly input: NodeJS.ReadStream
  readonly output: NodeJS.WritableStream
  /** Ctrl+C, as a key. */
  readonly onInterrupt: () => void
  /** By that key or by a signal. */
  readonly isInterrupted: () => boolean
}

/** One line, echoed to `output`. `ready` is called when what is typed from now on counts. */
export async function typedLine(
  prompt: string,
  signal: AbortSignal,
  asking: Asking,
  ready?: () => void,
): Promise<string | null> {
  const { input, output, onInterrupt } = asking
  if (!(await forgetTyped(asking))) return null
  const lines = createInterface({ input, output, terminal: true, historySize: 0 })
  // In raw mode Ctrl+C comes as a key. To a question it is an answer: none, which denies.
  lines.once('SIGINT', () => {
    onInterrupt()
    lines.close()
  })
  // A terminal that is gone fails instead of ending, and fails again when it is given its mode
  // back.
  const ended = new Promise<null>((done) =>
    lines.on('error', () => done(null)).once('close', () => done(null)),
  )
  try {
    ready?.()
    return await Promise.race([lines.question(prompt, { signal }), ended])
  } catch (cause) {
    if (signal.aborted) return null
    throw cause
  } finally {
    lines.close()
  }
}

/**
 * Throws away what was typed before the question could be seen: a pasted text whose second line is
 * "yes" is no answer. False when Ctrl+C was among it.
 */
async function forgetTyped({ input, onInterrupt, isInterrupted }: Asking): Promise<boolean> {
  const discard = (bytes: Buffer): void => {
    if (bytes.includes(3)) onInterrupt()
  }
  input.setRawMode(true).on('data', discard).resume()
  await new Promise((done) => setTimeout(done, 150))
  input.off('data', discard).pause()
  return !isInterrupted()
}
