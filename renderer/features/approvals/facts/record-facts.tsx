// An entry of a list: a task, a note, a film, a job.
import type { CallFacts } from '../../../../contract/approval/call-facts.ts'
import { Block, Rows } from './fact-parts.tsx'

const isLong = (text: string): boolean => text.length > 120 || text.includes('\n')

export function RecordFacts({ facts }: { readonly facts: Extract<CallFacts, { kind: 'record' }> }) {
  return (
    <>
      <Rows
        rows={facts.fields
          .filter(({ text }) => !isLong(text))
          .map(({ name, text }) => [name, text] as const)}
      />
      {facts.fields
        .filter(({ text }) => isLong(text))
        .map(({ name, text }) => (
          <Block key={name} title={name} text={text} />
        ))}
    </>
  )
}
