// Standard input, output and error, each made when it is first used (the input takes some milliseconds,
// and a look asks nobody), with its faults taken, which would end the process.
import type { Failure } from '../../../../contract/failure.ts'
import { complain } from '../output/complain.ts'
import { outputFailure } from '../output/output-failure.ts'
import { wantsColor } from '../output/wants-color.ts'

export const stdin = (): typeof process.stdin => withFaults(process.stdin)
export const stdout = (): typeof process.stdout => withFaults(process.stdout)
export const stderr = (): typeof process.stderr => withFaults(process.stderr)

/** Undefined, not false, for a pipe or a file, whatever the types say. */
export const onTerminal = (stream: { readonly isTTY?: boolean }): boolean => stream.isTTY === true

export const inColor = (): boolean =>
  wantsColor(process.env, onTerminal(stdout()) && onTerminal(stderr()))

let unwritten: Failure | null = null
/** What could not be written, of the first such fault. */
export const unwrittenOutput = (): Failure | null => unwritten

const listened = new WeakSet<object>()
function withFaults<S extends NodeJS.EventEmitter>(stream: S): S {
  if (listened.has(stream)) return stream
  listened.add(stream)
  stream.on('error', (cause: NodeJS.ErrnoException) => {
    unwritten ??= outputFailure(cause)
    // Said where it still can be: a full disk takes standard output, and the terminal shows this.
    if (unwritten !== null && Object.is(stream, process.stdout))
      complain(written(), unwritten, false)
  })
  return stream
}

const written = () => ({
  out: (text: string) => void stdout().write(text),
  note: (text: string) => void stderr().write(text),
  color: inColor(),
})
