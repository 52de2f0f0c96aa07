import { useMemo } from 'react'
import type { RunItem } from '../../../../contract/agent/run.ts'
import type { Transcript } from '../../../state/run/transcript.ts'
import type { Setting } from './setting.ts'

type Deps = Pick<Setting, 'runId' | 'takes' | 'manual' | 'slots' | 'onGo'> & {
  readonly transcript: Transcript | null
  readonly items: readonly RunItem[]
}

/** The setting of a run's items: another object only when something in it is different. */
export function useSetting(deps: Deps): Setting {
  const { runId, takes, manual, slots, onGo, transcript, items } = deps
  const again = useMemo(() => (takes ? lastAnswer(items) : null), [items, takes])
  const [message, answer] = [again?.message ?? null, again?.answer ?? null]
  const from = transcript?.run?.from ?? null
  const branches = transcript?.branches
  return useMemo(
    (): Setting => ({
      runId,
      takes,
      manual,
      again,
      from,
      branches: branches ?? [],
      slots,
      onGo,
    }),
    // oxlint-disable-next-line react-hooks/exhaustive-deps -- `from` is named by its two parts, and `again` by what it is formed of: while an answer streams both are other objects that say the same
    [answer, branches, from?.run, from?.item, runId, slots, manual, message, onGo, takes],
  )
}

/** The answer at the end and the message it answers; null when something else is at the end. */
function lastAnswer(items: readonly RunItem[]): Setting['again'] {
  const answer = items.findLast(({ kind }) => kind !== 'notice' && kind !== 'compacted')
  const message = items.findLast((item) => item.kind === 'user')
  if (answer?.kind !== 'assistant' || answer.text === '' || message?.kind !== 'user') return null
  return {
    answer: answer.id,
    message: message.id,
    text: message.text,
    attached: message.attached ?? [],
  }
}
