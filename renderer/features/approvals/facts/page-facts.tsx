// A step in a browser: the page, the element, and what is typed or run there.
import type { CallFacts } from '../../../../contract/approval/call-facts.ts'
import { Block, Rows } from './fact-parts.tsx'
import { strings } from './strings.ts'

export function PageFacts({ facts }: { readonly facts: Extract<CallFacts, { kind: 'page' }> }) {
  const { page, element, typed, script, details = [] } = facts
  return (
    <>
      <Rows
        rows={[
          [strings.page, page ?? strings.noPage],
          [strings.element, element],
          ...details.map(({ name, text }) => [name, text] as const),
        ]}
      />
      <Block title={strings.typed} text={typed} />
      <Block title={strings.script} text={script} />
    </>
  )
}
