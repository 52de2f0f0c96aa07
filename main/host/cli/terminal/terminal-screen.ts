// The whole terminal for one program: its own page, keys as they are pressed, and everything put
// back as it was when it is closed, also when the process ends in some other way.
import type { ReadStream, WriteStream } from 'node:tty'

export type TerminalScreen = {
  readonly columns: number
  readonly rows: number
  /** It shows more than ASCII. */
  readonly unicode: boolean
  write(text: string): void
  /** What is typed, as it comes; null once: nothing more can come, the terminal is gone. */
  onTyped(listener: (text: string | null) => void): void
  onResized(listener: () => void): void
  /** Gives the terminal to other programs until `work` ends: nothing is drawn and no key is read then. */
  lend<T>(work: () => Promise<T>): Promise<T>
  /** Stops this program as Ctrl+Z does elsewhere, until the shell goes on with it. */
  suspend(): void
  close(): void
}

const USUAL = { columns: 80, rows: 24 } as const
/** The other page, no cursor, no wrapping by the terminal itself, pasted text marked as pasted. */
const ENTER = '\u{1b}[?1049h\u{1b}[?25l\u{1b}[?7l\u{1b}[?2004h'
/** What was drawn goes first: on a terminal that has one page only it would stay there. */
const LEAVE = '\u{1b}[H\u{1b}[J\u{1b}[?2004l\u{1b}[?7h\u{1b}[?25h\u{1b}[?1049l'

export function openTerminalScreen(
  stdin: ReadStream,
  stdout: WriteStream,
  unicode: boolean,
): TerminalScreen {
  const typed = new Set<(text: string | null) => void>()
  const resized = new Set<() => void>()
  let open = true
  let away = false
  const onData = (text: string): void => typed.forEach((listener) => listener(text))
  const onGone = (): void => typed.forEach((listener) => listener(null))
  const onResize = (): void => resized.forEach((listener) => listener())
  const close = (): void => {
    if (!open) return
    open = false
    stdin.off('data', onData).off('end', onGone).off('error', onGone).pause()
    stdout.off('resize', onResize)
    process.off('exit', close).off('SIGCONT', enterAgain)
    if (!away) leave()
  }
  const leave = (): void => {
    stdin.setRawMode(false)
    stdout.write(LEAVE)
  }
  // The shell may have set the terminal otherwise meanwhile.
  const enterAgain = (): void => {
    if (away || !open) return
    stdin.setRawMode(false).setRawMode(true)
    stdout.write(ENTER)
    onResize()
  }
  stdin.setRawMode(true).setEncoding('utf8')
  stdin.on('data', onData).on('end', onGone).on('error', onGone).resume()
  stdout.on('resize', onResize)
  process.on('exit', close).on('SIGCONT', enterAgain)
  stdout.write(ENTER)
  return {
    // A terminal that does not know its size says 0.
    get columns() {
      return stdout.columns || USUAL.columns
    },
    get rows() {
      return stdout.rows || USUAL.rows
    },
    unicode,
    write: (text) => void (away || stdout.write(text)),
    async lend(work) {
      away = true
      stdin.off('data', onData).pause()
      leave()
      try {
        return await work()
      } finally {
        away = false
        if (open) {
          stdin.setRawMode(true).setEncoding('utf8')
          stdin.on('data', onData).resume()
          stdout.write(ENTER)
        }
      }
    },
    suspend() {
      if (away || process.platform === 'win32') return
      leave()
      // The launcher waits for this process, so the shell has to see both of them stop.
      process.kill(0, 'SIGTSTP')
      // Where no shell could go on with it, the system stops nothing.
      setTimeout(enterAgain, 100)
    },
    onTyped: (listener) => void typed.add(listener),
    onResized: (listener) => void resized.add(listener),
    close,
  }
}
