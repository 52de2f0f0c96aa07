// When to tell a person who looks elsewhere that a server asks them something, and in which words:
// ours alone, as a server's own belong into its card.
import type { ServerQuestion } from './server-question.ts'

export type AskNotice = Pick<ServerQuestion, 'id' | 'server' | 'tool'>

export const noticeText = ({ server, tool }: AskNotice) => ({
  title: `${server} asks you for something`,
  body: `Its call ${tool} waits for you. Open Gatehouse to answer or deny.`.slice(0, 200),
})

export type NoticesDeps = {
  /** Whether the person has the window in front of them, who then needs no notification. */
  readonly inFront: () => boolean
  readonly show: (asked: AskNotice) => void
  /** Answered, or over: its notification goes away. */
  readonly drop: (id: string) => void
}

/** Gets all that are open, each time that may have changed; tells of each once. */
export function openNotices({ inFront, show, drop }: NoticesDeps) {
  let known: ReadonlySet<string> = new Set()
  return {
    now(open: readonly AskNotice[]): void {
      const before = known
      known = new Set(open.map(({ id }) => id))
      for (const id of before) if (!known.has(id)) drop(id)
      if (inFront()) return
      for (const asked of open) if (!before.has(asked.id)) show(asked)
    },
    any: () => known.size > 0,
  }
}
