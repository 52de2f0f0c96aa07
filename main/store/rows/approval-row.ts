// A row of a held call, as it is stored and as it is read.
import { Approval } from '../../../contract/approval/approval.ts'
import { jsonOf } from '../../../contract/read-json.ts'

export type ApprovalRow = {
  body: string
  state: string
  answered_at: number | null
  answered_on: string | null
  answer: string | null
  word: string | null
  route: string | null
  cut: string | null
  rehearsal: string | null
  second: string | null
}

/** Empty for a row that somebody made unreadable. */
export function fromRow(row: ApprovalRow): Approval[] {
  const held = jsonOf(row.body)
  if (typeof held !== 'object' || held === null) return []
  const { state, answer, word, route, answered_at: answeredAt, answered_on: answeredOn } = row
  const rehearsal = row.rehearsal === null ? null : jsonOf(row.rehearsal)
  const cut = row.cut === null ? null : jsonOf(row.cut)
  const second = row.second === null ? {} : { second: secondOf(row.second) }
  const parsed = Approval.safeParse({
    ...held,
    state,
    answeredAt,
    answeredOn,
    answer,
    word,
    route,
    rehearsal,
    cut,
    ...second,
  })
  return parsed.success ? [parsed.data] : []
}

/** A null is no value in a merged object, so it is put back. */
const secondOf = (text: string): unknown => ({ trouble: null, ...(jsonOf(text) as object) })
