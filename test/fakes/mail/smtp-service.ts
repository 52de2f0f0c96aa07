// An SMTP server (RFC 5321) that asks for a sign-in and keeps what it was given.
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { onTestFinished } from 'vitest'

export type Delivered = {
  readonly from: string
  readonly to: readonly string[]
  readonly text: string
}
export type SmtpService = { readonly host: string; readonly delivered: Delivered[] }

/**
 * `refuses`: a recipient that nobody has here. `echo`: it answers a sign-in with what it was sent. `after`:
 * what it does once it has an email, in the place of an answer.
 */
export async function smtpService({
  user = 'me',
  password = 'pass word "quoted"',
  refuses = 'nobody@example.org',
  echo = false,
  after = 'answers',
  greets = true,
}: {
  readonly user?: string
  readonly password?: string
  readonly refuses?: string
  readonly echo?: boolean
  readonly after?: 'answers' | 'drops' | 'drips'
  /** False: it did, before TLS began. */
  readonly greets?: boolean
} = {}) {
  const delivered: Delivered[] = []
  const server = createServer((socket) => {
    const say = (line: string): void => void socket.write(`${line}\r\n`)
    let held = ''
    let signedIn = false
    let from = ''
    let to: string[] = []
    let text: string[] | null = null
    const run = (line: string): void => {
      if (text !== null) {
        if (line !== '.') return void text.push(line.replace(/^\./, ''))
        delivered.push({ from, to, text: text.join('\r\n') })
        text = null
        if (after === 'drops') return void socket.destroy()
        if (after === 'drips') {
          const drip = setInterval(() => socket.write('2'), 20)
          return void socket.on('close', () => clearInterval(drip))
        }
        return say('250 queued')
      }
      if (line.startsWith('EHLO'))
        return (say('250-hello'), say('250-AUTH PLAIN LOGIN'), say('250 SIZE'))
      if (line.startsWith('AUTH PLAIN ')) {
        if (echo) return say(`501 cannot decode ${line.slice(11)}`)
        signedIn = Buffer.from(line.slice(11), 'base64').toString() === `\0${user}\0${password}`
        return say(signedIn ? '235 in' : '535 wrong')
      }
      if (line === 'QUIT') return say('221 bye')
      if (!signedIn) return say('530 sign in first')
      if (line.startsWith('MAIL FROM:')) {
        from = line.slice(11, -1)
        to = []
        return say('250 fine')
      }
      if (line.startsWith('RCPT TO:')) {
        const one = line.slice(9, -1)
        if (one === refuses) return say('550 no such person')
        to.push(one)
        return say('250 fine')
      }
      if (line === 'DATA') {
        text = []
        return say('354 go on')
      }
      return say('500 unknown')
    }
    socket.on('error', () => undefined)
    socket.on('data', (chunk) => {
      held += chunk.toString('utf8')
      for (let end = held.indexOf('\r\n'); end >= 0; end = held.indexOf('\r\n')) {
        const line = held.slice(0, end)
        held = held.slice(end + 2)
        run(line)
      }
    })
    if (greets) say('220 ready')
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  onTestFinished(() => void server.close())
  const { port } = server.address() as AddressInfo
  return { host: `127.0.0.1:${port}`, delivered } satisfies SmtpService
}
