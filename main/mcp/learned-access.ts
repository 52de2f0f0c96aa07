// What servers were seen to do, held against what was known of them; what is new goes into the journal,
// once.
import { letGo } from '../../contract/let-go.ts'
import type { ServerConfig } from '../../contract/server/server.ts'
import type { ServerView } from './trust/present.ts'
import type { openPinStore } from './trust/pin-store.ts'
import { newsText } from './trust/access/access-text.ts'
import type { openAccessStores } from './trust/access/access-store.ts'
import type { openRunning } from './running-servers.ts'
import type { openServerRevisions } from './server-revisions.ts'

type Accesses = ReturnType<typeof openAccessStores>

export type LearnedAccess = Pick<Accesses, 'acknowledge'> & {
  learn(name: string, own: ServerConfig): void
  /** What it is granted and was seen to do, and what a person could do about that. */
  of(name: string, own: ServerConfig): ReturnType<Accesses['describe']>
}

export type LearnedAccessDeps = {
  readonly accesses: Accesses
  readonly viewOf: (server: string) => ServerView | null
  readonly running: Pick<ReturnType<typeof openRunning>, 'get'>
  readonly pinStore: Pick<ReturnType<typeof openPinStore>, 'note'>
  readonly definitionsOf: ReturnType<typeof openServerRevisions>['definitionsOf']
}

export function learnedAccess(deps: LearnedAccessDeps): LearnedAccess {
  const { accesses, viewOf, running, pinStore, definitionsOf } = deps
  const learn = (name: string, own: ServerConfig): void => {
    const seen = running.get(name)?.observed() ?? null
    const news = accesses.learn(name, own, definitionsOf(name), seen)
    if (news.length > 0)
      letGo(pinStore.note(name, 'new-behavior', null, news.map(newsText).join('; ').slice(0, 300)))
  }
  return {
    learn,
    acknowledge: accesses.acknowledge,
    of(name, own) {
      const open = viewOf(name)?.tools.filter(({ closed }) => closed === null) ?? []
      learn(name, own)
      return accesses.describe(
        name,
        own,
        open.flatMap(({ name: tool, trustProfile }) => (trustProfile.sideEffects ? [] : [tool])),
      )
    },
  }
}
