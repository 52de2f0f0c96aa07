// An email: who gets it, what it is about, all of its text, and what goes with it.
import type { CallFacts } from '../../../../contract/approval/call-facts.ts'
import { bytes } from '../../../ui/text/time-text.ts'
import { Block, type Entry, Rows } from './fact-parts.tsx'
import { strings } from './strings.ts'

/** What is in a file comes before the file: a person reads the first line. */
const secretsLine = (
  name: string,
  secrets: readonly string[] | null | undefined,
): readonly Entry[] =>
  secrets === null
    ? [{ warns: strings.notLookedThrough(name) }]
    : secrets === undefined || secrets.length === 0
      ? []
      : [{ warns: strings.secretsIn(name, secrets) }]

export function MailFacts({ facts }: { readonly facts: Extract<CallFacts, { kind: 'mail' }> }) {
  const { to, cc, bcc, subject, body, attachments, answers } = facts
  return (
    <>
      <Rows
        rows={[
          [strings.to, to.length === 0 ? strings.nobody : to],
          [strings.cc, cc],
          [strings.bcc, bcc],
          [strings.subject, subject],
          [strings.answers, answers],
          [
            strings.attachments,
            attachments.length === 0
              ? strings.none
              : attachments.flatMap(({ name, bytes: size, file }) =>
                  file === undefined
                    ? [strings.bytes(name, bytes(size))]
                    : [...secretsLine(name, file.secrets), strings.file(name, bytes(size), file)],
                ),
          ],
        ]}
      />
      <Block title={strings.body} text={body} />
      {attachments.map(({ name, text }) =>
        text === undefined ? null : (
          <Block key={name} title={strings.attachment(name)} text={text} />
        ),
      )}
    </>
  )
}
