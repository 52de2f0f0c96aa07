// The two conversations beside the line of a page: one that is in leaves its public key, and one
// that was in before a restart asks to come back. Over WebSockets and not HTTP, for a service worker
// that somebody left at our address sees every request of HTTP, and none of these.
import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { WebSocketServer } from 'ws'
import { letGo } from '../../../../contract/let-go.ts'
import { KEEP, KeepRequest, RETURN, ReturnRequest } from '../../../../contract/ipc/page-return.ts'
import type { ReturningPages } from '../../../pages/returning-pages.ts'
import type { peerUser } from '../../peer-user.ts'
import type { Entry } from '../entry.ts'
import { answerReturn } from './answer-return.ts'
import { converse, LONGEST, MAX_SHORT_MESSAGE } from './converse.ts'
import { openReturnLimit } from './return-limit.ts'

export type ReturnSocketsDeps = {
  readonly entry: Pick<Entry, 'enteredAt'>
  readonly peer: typeof peerUser
  readonly pages: ReturningPages
  /** Where this server listens. */
  readonly port: number
  readonly newLink: (enteredAt: number) => string
  /** Monotonic, in milliseconds. */
  readonly now: () => number
  /** How long one conversation may last, in milliseconds; left out: as long as usual. */
  readonly longest?: number | undefined
}

export type Upgrade = {
  readonly request: IncomingMessage
  readonly stream: Duplex
  readonly head: Buffer
}

export type ReturnSockets = {
  /**
   * Answers an upgrade from an origin of ours, where it is for one of the two. `inside`: its path
   * below the secret base, if it was let in there. Says why it refuses it; null: it took it;
   * undefined: it is for neither.
   */
  take(upgrade: Upgrade, inside: string | null): Refusal | null | undefined
  dispose(): void
}

export type Refusal = '403 Forbidden' | '404 Not Found' | '429 Too Many Requests'

export function openReturnSockets(deps: ReturnSocketsDeps): ReturnSockets {
  const sockets = new WebSocketServer({
    noServer: true,
    maxPayload: MAX_SHORT_MESSAGE,
    perMessageDeflate: false,
  })
  const limit = openReturnLimit(deps.now)
  const { longest = LONGEST } = deps

  const keep = ({ request, stream, head }: Upgrade, enteredAt: number): null => {
    sockets.handleUpgrade(request, stream, head, (socket) =>
      converse(socket, {
        schema: KeepRequest,
        longest,
        async take({ key }) {
          const answer = deps.pages.keep({ key, port: deps.port, enteredAt })
          return answer === null ? null : { answer, more: false }
        },
      }),
    )
    return null
  }

  const comeBack = async ({ request, stream, head }: Upgrade, end: () => void): Promise<void> => {
    stream.on('close', end)
    // As for a link: another user of this machine has no page of ours.
    if ((await deps.peer(request.socket)) === 'other') return void stream.destroy()
    const say = answerReturn(deps)
    sockets.handleUpgrade(request, stream, head, (socket) =>
      converse(socket, {
        schema: ReturnRequest,
        longest,
        async take(message) {
          const answer = await say(message)
          return answer === null ? null : { answer, more: answer.kind === 'proof' }
        },
      }),
    )
  }

  return {
    take(upgrade, inside) {
      if (inside === `/${KEEP}`) {
        const enteredAt = deps.entry.enteredAt(upgrade.request.headers.cookie)
        return enteredAt === null ? '403 Forbidden' : keep(upgrade, enteredAt)
      }
      if (upgrade.request.url !== `/${RETURN}`) return undefined
      const end = limit.begin()
      if (end === null) return '429 Too Many Requests'
      letGo(comeBack(upgrade, end).catch(() => upgrade.stream.destroy()))
      return null
    },
    dispose() {
      for (const socket of sockets.clients) socket.terminate()
      sockets.close()
    },
  }
}
