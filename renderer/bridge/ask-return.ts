// One try of a page to come back: Gatehouse proves itself first, then the page does. Nothing is
// signed for anybody who has not proved that they hold the key this page was given.
import {
  type KeepAnswer,
  ReturnAnswer,
  type ReturnFacts,
  type ReturnRequest,
} from '../../contract/ipc/page-return.ts'
import { newNonce, type PagePair } from './page-pair.ts'

/** How long one try may take, in milliseconds. */
const timeoutMs = 5_000

export type ReturnTry = {
  readonly pair: PagePair
  readonly home: KeepAnswer
  /** The port of this page's address, which both sides sign. */
  readonly port: number
  readonly socket: WebSocket
  /** Called once Gatehouse has proved itself. False: this page stays for now, and signs nothing. */
  mayLeave(): Promise<boolean>
}

/**
 * none: nobody answered. same-start: Gatehouse never ended. unknown: somebody answered who does not
 * know this page. false: another program answered. stays: it is, and this page does not
 * leave yet. link: where to go.
 */
export type ReturnEnd =
  | { readonly kind: 'none' | 'same-start' | 'unknown' | 'false' | 'stays' }
  | { readonly kind: 'link'; readonly url: string }

/** Never rejects, and closes the socket. */
export async function askReturn(tried: ReturnTry): Promise<ReturnEnd> {
  const { socket, home, port, pair } = tried
  const say = (message: ReturnRequest): void => socket.send(JSON.stringify(message))
  const answers = answersOf(socket)
  try {
    if (!(await answers.opened)) return { kind: 'none' }
    const pageNonce = newNonce()
    say({ kind: 'hello', id: home.id, nonce: pageNonce })
    const proof = await answers.next()
    if (proof?.kind === 'same-start' || proof?.kind === 'unknown') return { kind: proof.kind }
    if (proof?.kind !== 'proof') return { kind: proof === null ? 'none' : 'false' }
    const facts: ReturnFacts = { id: home.id, port, pageNonce, homeNonce: proof.nonce }
    if (!(await pair.checkHome(home, facts, proof.signature))) return { kind: 'false' }
    if (!(await tried.mayLeave())) return { kind: 'stays' }
    say({ kind: 'proof', signature: await pair.sign(facts) })
    const link = await answers.next()
    return link?.kind === 'link' && isOwn(link.url, port)
      ? { kind: 'link', url: link.url }
      : { kind: 'unknown' }
  } catch {
    return { kind: 'none' }
  } finally {
    socket.close()
  }
}

/** A link leads to this very port, and nowhere else. */
const isOwn = (url: string, port: number): boolean =>
  URL.canParse(url) && new URL(url).origin === `http://127.0.0.1:${port}`

/** What comes over the socket, one after another; null once nothing more will, or time is over. */
function answersOf(socket: WebSocket) {
  const waiting: ((answer: ReturnAnswer | null) => void)[] = []
  const come: (ReturnAnswer | null)[] = []
  const give = (answer: ReturnAnswer | null): void => {
    const take = waiting.shift()
    if (take === undefined) come.push(answer)
    else take(answer)
  }
  const opened = Promise.withResolvers<boolean>()
  const timeout = setTimeout(() => socket.close(), timeoutMs)
  socket.addEventListener('open', () => opened.resolve(true))
  socket.addEventListener('message', ({ data }: MessageEvent<unknown>) => give(readAnswer(data)))
  socket.addEventListener('close', () => {
    clearTimeout(timeout)
    opened.resolve(false)
    give(null)
    give(null)
  })
  return {
    opened: opened.promise,
    next: (): Promise<ReturnAnswer | null> =>
      new Promise((resolve) => {
        const answer = come.shift()
        if (answer === undefined) waiting.push(resolve)
        else resolve(answer)
      }),
  }
}

function readAnswer(data: unknown): ReturnAnswer | null {
  try {
    return typeof data === 'string' ? (ReturnAnswer.safeParse(JSON.parse(data)).data ?? null) : null
  } catch {
    return null
  }
}
