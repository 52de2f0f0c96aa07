// A mail server that begins in the open: it is asked to go over to TLS (RFC 3207, RFC 9051) before
// anything else is said, and where it does not, nothing is. What it says about that is not believed
// later: everything is asked again behind TLS.
import type { Socket } from 'node:net'
import type { MailUpgrade } from '../../contract/policy/config/mail-settings.ts'
import { failure, type Failure } from '../../contract/failure.ts'
import { cancelled } from './fault.ts'

/** A greeting and a list of what a server can do. */
const MOST_BYTES = 16 * 1024

type Step = {
  /** Said first; null: the server begins. */
  readonly say: string | null
  /** Whether a line is the last of its answer. */
  readonly isLast: (line: string) => boolean
  readonly isGood: (lines: readonly string[]) => boolean
}

const isSmtpEnd = (line: string): boolean => /^\d{3}(?: |$)/.test(line)
const smtp = (say: string | null, code: string, has?: RegExp): Step => ({
  say,
  isLast: isSmtpEnd,
  isGood: (lines) =>
    lines.every((line) => line.startsWith(code)) &&
    (has === undefined || lines.some((line) => has.test(line))),
})
const steps: Readonly<Record<MailUpgrade, readonly Step[]>> = {
  smtp: [
    smtp(null, '220'),
    smtp('EHLO gatehouse', '250', /^250[ -]STARTTLS\s*$/i),
    smtp('STARTTLS', '220'),
  ],
  imap: [
    { say: null, isLast: () => true, isGood: ([line = '']) => /^\* OK\b/i.test(line) },
    {
      say: 'G0 STARTTLS',
      isLast: (line) => line.startsWith('G0 '),
      isGood: (lines) => /^G0 OK\b/i.test(lines.at(-1) ?? ''),
    },
  ],
}

/** Null: TLS can begin. @param signal ends the wait; the socket stays for the caller to close. */
export async function askForTls(
  socket: Socket,
  by: MailUpgrade,
  host: string,
  signal: AbortSignal,
): Promise<Failure | null> {
  const unencrypted = failure(
    'mail.no-encryption',
    `${host} does not begin encryption (STARTTLS) on this port, so nothing was sent.`,
    'Ask the person to use the port where it is encrypted from the start: 465 for SMTP, 993 for IMAP.',
  )
  let held = ''
  let wake: () => void = () => {}
  let over = false
  const take = (chunk: Buffer): void => {
    held += chunk.toString('latin1')
    wake()
  }
  const end = (): void => {
    over = true
    wake()
  }
  socket.on('data', take)
  socket.on('close', end)
  signal.addEventListener('abort', end, { once: true })
  const nextLine = async (): Promise<string | null> => {
    for (;;) {
      const at = held.indexOf('\r\n')
      if (at >= 0) {
        const line = held.slice(0, at)
        held = held.slice(at + 2)
        return line
      }
      if (over || held.length > MOST_BYTES) return null
      await new Promise<void>((resolve) => (wake = resolve))
    }
  }
  try {
    for (const { say, isLast, isGood } of steps[by]) {
      if (say !== null) socket.write(`${say}\r\n`)
      const lines: string[] = []
      for (let last = false; !last;) {
        const line = await nextLine()
        if (signal.aborted) return cancelled()
        if (line === null || lines.push(line) > 200) return unencrypted
        last = isLast(line)
      }
      if (!isGood(lines)) return unencrypted
    }
    // A program between us could have put in what would be read as said behind TLS.
    return held === '' ? null : unencrypted
  } finally {
    socket.removeListener('data', take)
    socket.removeListener('close', end)
    signal.removeEventListener('abort', end)
  }
}
