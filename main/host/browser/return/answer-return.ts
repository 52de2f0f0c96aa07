// A page that was open before Gatehouse ended asks to come back. Gatehouse proves itself first; then
// the page proves itself over a nonce that was made for this one conversation; then it gets a link.
import { randomBytes } from 'node:crypto'
import {
  type ReturnAnswer,
  type ReturnFacts,
  type ReturnRequest,
} from '../../../../contract/ipc/page-return.ts'
import { assertNever } from '../../../../contract/never.ts'
import type { ReturningPages } from '../../../pages/returning-pages.ts'

export type ReturnDeps = {
  readonly pages: ReturningPages
  /** Where this server listens: what is signed names it. */
  readonly port: number
  /** A one-time link for a page whose person came in at that time. */
  readonly newLink: (enteredAt: number) => string
}

const unknown: ReturnAnswer = { kind: 'unknown' }

/** One conversation. Null ends it. */
export function answerReturn({
  pages,
  port,
  newLink,
}: ReturnDeps): (message: ReturnRequest) => Promise<ReturnAnswer | null> {
  let proved: ReturnFacts | null = null
  let greeted = false
  return async (message) => {
    switch (message.kind) {
      case 'hello': {
        if (greeted) return null
        greeted = true
        const found = pages.find(message.id, port)
        if (found !== 'known') return { kind: found }
        const facts = {
          id: message.id,
          port,
          pageNonce: message.nonce,
          homeNonce: randomBytes(32).toString('base64url'),
        }
        const signature = pages.prove(facts)
        if (signature === null) return unknown
        proved = facts
        return { kind: 'proof', nonce: facts.homeNonce, signature }
      }
      case 'proof': {
        const facts = proved
        // Once: the next one has nothing that it could be over.
        proved = null
        if (facts === null) return null
        const enteredAt = await pages.admit(facts, message.signature)
        return enteredAt === null ? unknown : { kind: 'link', url: newLink(enteredAt) }
      }
      default:
        return assertNever(message, 'answerReturn')
    }
  }
}
