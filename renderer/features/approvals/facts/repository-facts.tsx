// Something done in a repository: which one, and the text that others will read there.
import type { CallFacts } from '../../../../contract/approval/call-facts.ts'
import { Block, Rows } from './fact-parts.tsx'
import { strings } from './strings.ts'

export function RepositoryFacts({
  facts,
}: {
  readonly facts: Extract<CallFacts, { kind: 'repository' }>
}) {
  const { repository, title, labels, body, details } = facts
  return (
    <>
      <Rows
        rows={[
          [strings.repository, repository],
          [strings.titleOf, title],
          [strings.labels, labels],
          ...details.map(({ name, text }) => [name, text] as const),
        ]}
      />
      <Block title={strings.body} text={body} />
    </>
  )
}
