// What matters about a call, each kind of tool in its own way.
import type { CallFacts as Facts } from '../../../../contract/approval/call-facts.ts'
import { assertNever } from '../../../../contract/never.ts'
import { EventFacts } from './event-facts.tsx'
import { MailFacts } from './mail-facts.tsx'
import { PageFacts } from './page-facts.tsx'
import { RecordFacts } from './record-facts.tsx'
import { RepositoryFacts } from './repository-facts.tsx'
import { TerminalFacts } from './terminal-facts.tsx'

export function CallFacts({ facts }: { readonly facts: Facts }) {
  switch (facts.kind) {
    case 'mail':
      return <MailFacts facts={facts} />
    case 'event':
      return <EventFacts facts={facts} />
    case 'repository':
      return <RepositoryFacts facts={facts} />
    case 'page':
      return <PageFacts facts={facts} />
    case 'terminal':
      return <TerminalFacts facts={facts} />
    case 'record':
      return <RecordFacts facts={facts} />
    default:
      return assertNever(facts, 'CallFacts')
  }
}
