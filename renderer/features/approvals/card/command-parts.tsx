// The parts of a command line and what each does, marked by colour and by word.
import type { CommandEffect, CommandPart } from '../../../../contract/call/command.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './call.module.css'
import { strings } from '../strings.ts'

type Grade = 'reads' | 'writes' | 'grave'

const gradeOf = (effect: CommandEffect): Grade =>
  effect === 'read-only' ? 'reads' : effect === 'writes-inside' ? 'writes' : 'grave'

/** The gravest of its effects; a part of which nothing is known is grave. */
export function gradeOfPart({ effects, opaque }: Pick<CommandPart, 'effects' | 'opaque'>): Grade {
  const grades = effects.map(gradeOf)
  if (opaque || grades.length === 0 || grades.includes('grave')) return 'grave'
  return grades.includes('writes') ? 'writes' : 'reads'
}

/** Of a line that is one part its text is above, and is not said again. */
export function CommandParts({ parts }: { readonly parts: readonly CommandPart[] }) {
  return (
    <ol className={css.parts} aria-label={strings.parts}>
      {parts.map((part, at) => (
        // Two parts of a line may be the same text: they have no identity but their place.
        // oxlint-disable-next-line react/no-array-index-key
        <li key={at} data-grade={gradeOfPart(part)}>
          {parts.length === 1 ? null : (
            <code>
              <Exact text={part.text} />
            </code>
          )}
          {part.effects.map((effect) => (
            <span key={effect} className={css.effect} data-grade={gradeOf(effect)}>
              {strings.effects[effect]}
            </span>
          ))}
          {part.opaque ? (
            <span className={css.effect} data-grade="grave">
              {strings.opaque}
            </span>
          ) : null}
          {part.via.length === 0 ? null : (
            <span className={css.muted}>
              <Exact text={strings.through(part.via)} />
            </span>
          )}
        </li>
      ))}
    </ol>
  )
}
