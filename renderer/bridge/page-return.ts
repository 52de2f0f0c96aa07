// Brings this page back after Gatehouse was started again on its port: leaves its public key while
// the line is open, and asks at a public path while it is not. Says how it is going.
import { KEEP, type KeepAnswer, RETURN } from '../../contract/ipc/page-return.ts'
import { askReturn } from './ask-return.ts'
import { leaveKey } from './leave-key.ts'
import { makePagePair } from './page-pair.ts'
import type { Connection } from './socket-bridge.ts'

/** First of all the line heals by itself. */
const firstWaitMs = 600
const waitMs = 1_000
/** Where somebody answered who cannot take this page. */
const longWaitMs = 15_000
/** How often Gatehouse hears that this page is still there: it may come back for hours after that. */
const keepAgainMs = 3_600_000

/**
 * none: nothing to say; the line is open, or nobody answers. back: it proved itself, and this page
 * goes to its link. asks: it proved itself, and a person typed what would be lost. link: this page
 * needs a new link.
 */
export type ReturnState = 'none' | 'back' | 'asks' | 'link'

export type PageReturnDeps = {
  /** A fresh socket to a path of this page's host; `inside`: below its secret base. */
  readonly connect: (path: string, where: 'public' | 'inside') => WebSocket
  readonly port: number
  readonly subtle: SubtleCrypto
  readonly watch: (listener: (connection: Connection) => void) => () => void
  /** Whether something typed would be lost that is not put by. */
  readonly wouldLose: () => boolean
  /** Whether somebody left a service worker at this address: it would see the link. */
  readonly isWatched: () => Promise<boolean>
  readonly leave: (url: string) => void
}

export type PageReturn = {
  /** Called at once with how it is, then at every change. */
  watch(listener: (state: ReturnState) => void): () => void
  /** The person has seen what is lost. */
  leaveAnyway(): void
  dispose(): void
}

export function openPageReturn(deps: PageReturnDeps): PageReturn {
  const pair = makePagePair(deps.subtle).catch(() => null)
  const watchers = new Set<(state: ReturnState) => void>()
  let state: ReturnState = 'none'
  let home: KeepAnswer | null = null
  let connection: Connection = 'connecting'
  let timer: ReturnType<typeof setTimeout> | null = null
  let anyway = false
  let left = false

  const become = (next: ReturnState): void => {
    if (state === next) return
    state = next
    for (const watcher of watchers) watcher(next)
  }
  const later = (ms: number, work: () => Promise<void>): void => {
    if (timer !== null) clearTimeout(timer)
    timer = setTimeout(() => void work(), ms)
  }

  const keep = async (): Promise<void> => {
    const mine = await pair
    if (mine === null || connection !== 'open') return
    const answer = await leaveKey(deps.connect(KEEP, 'inside'), mine.publicKey)
    if (answer !== null) home = answer
    if (connection === 'open') later(keepAgainMs, keep)
  }

  const mayLeave = async (): Promise<boolean> => {
    if (await deps.isWatched()) {
      become('link')
      return false
    }
    const stays = deps.wouldLose() && !anyway
    become(stays ? 'asks' : 'back')
    return !stays
  }

  const ask = async (): Promise<void> => {
    const mine = await pair
    if (mine === null || home === null || connection === 'open' || left) return
    const socket = deps.connect(RETURN, 'public')
    const end = await askReturn({ pair: mine, home, port: deps.port, socket, mayLeave })
    // The line may have healed meanwhile.
    if (connectionNow() === 'open') return
    switch (end.kind) {
      case 'link':
        left = true
        return deps.leave(end.url)
      case 'unknown':
      case 'false':
        become('link')
        return later(longWaitMs, ask)
      case 'stays':
        return later(state === 'link' ? longWaitMs : waitMs, ask)
      case 'none':
      case 'same-start':
        become('none')
        return later(waitMs, ask)
    }
  }
  const connectionNow = (): Connection => connection

  const unwatch = deps.watch((next) => {
    connection = next
    if (next === 'open') {
      become('none')
      later(0, keep)
    } else if (next === 'lost') later(firstWaitMs, ask)
  })

  return {
    watch(listener) {
      watchers.add(listener)
      listener(state)
      return () => watchers.delete(listener)
    },
    leaveAnyway() {
      anyway = true
      later(0, ask)
    },
    dispose() {
      unwatch()
      if (timer !== null) clearTimeout(timer)
      left = true
    },
  }
}
