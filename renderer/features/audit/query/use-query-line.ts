// The query line as it is typed, and what is asked by it.
import { useDeferredValue, useMemo, useState } from 'react'
import { parseQuery } from '../../../../contract/journal/journal-query.ts'

type QueryLine = {
  readonly line: string
  setLine(line: string): void
  readonly read: ReturnType<typeof parseQuery>
  /** The last line that could be read: what is shown stays while a query is half typed. */
  readonly asked: string
  /** The same, once the screen has time for it. */
  readonly query: string
}

export function useQueryLine(first: string): QueryLine {
  const [line, setLine] = useState(first)
  const read = useMemo(() => parseQuery(line, Date.now()), [line])
  const [asked, setAsked] = useState('')
  if (read.ok && asked !== line) setAsked(line)
  const query = useDeferredValue(asked)
  return { line, setLine, read, asked, query }
}
