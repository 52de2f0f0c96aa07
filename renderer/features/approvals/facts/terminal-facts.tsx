// What is typed into a session: what is on its screen before, who reads it, and the whole line.
import type { CallFacts } from '../../../../contract/approval/call-facts.ts'
import { Block, Rows } from './fact-parts.tsx'
import { strings } from './strings.ts'

export function TerminalFacts({
  facts,
}: {
  readonly facts: Extract<CallFacts, { kind: 'terminal' }>
}) {
  const { screen, reader, typed, clears, sent, keys, line } = facts
  return (
    <>
      <Block title={strings.onScreen} text={screen} />
      <Rows
        rows={[
          [strings.readBy, reader ?? strings.theShell],
          [strings.typedBefore, typed],
          [strings.lineCleared, clears ? strings.lineClearedHow : null],
          [strings.keysPressed, [...keys]],
        ]}
      />
      <Block title={strings.typed} text={sent} />
      {line === sent ? null : <Block title={strings.wholeLine} text={line} />}
    </>
  )
}
