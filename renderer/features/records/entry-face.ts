// How one entry looks in the list, whatever its kind.
import { bodyText, recordDetail } from '../../../contract/record/body-text.ts'
import type { StoredEntry } from '../../../contract/record/entry.ts'
import { strings } from './strings.ts'

export type EntryFace = {
  readonly name: string
  readonly state: string | null
  readonly detail: string
  readonly text: string
  readonly keptBy: string
  readonly at: number
}

const CUT = 60

export function faceOf(entry: StoredEntry): EntryFace {
  if (entry.of !== 'memory')
    return {
      name: entry.title,
      state: entry.state,
      detail: recordDetail(entry),
      text: bodyText(entry),
      keptBy: entry.madeBy,
      at: entry.createdAt,
    }
  const named = entry.category === '' ? '' : `${entry.category} / ${entry.key}`
  const first = entry.text.split('\n')[0] ?? ''
  return {
    name: named === '' ? first.slice(0, CUT) : named,
    state: null,
    detail: named === '' ? entry.source : '',
    text: entry.text,
    // `agent:main` as `main`.
    keptBy: entry.agent.slice(entry.agent.indexOf(':') + 1) || strings.someone,
    at: entry.at,
  }
}
