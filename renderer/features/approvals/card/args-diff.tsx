// Two sets of arguments against each other, argument by argument.
import type { Json, JsonObject } from '../../../../contract/json.ts'
import { DiffView } from '../../../ui/text/diff-view.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './call.module.css'
import { sameArgs } from '../answer/edit-fields.ts'
import { strings } from '../strings.ts'

const textOf = (value: Json | undefined): string | null =>
  value === undefined ? null : typeof value === 'string' ? value : JSON.stringify(value, null, 2)

export function ArgsDiff({
  before,
  after,
}: {
  readonly before: JsonObject
  readonly after: JsonObject
}) {
  const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return keys
    .filter((key) => !sameArgs(before[key] ?? null, after[key] ?? null))
    .map((key) => (
      <figure key={key} className={css.diffFile}>
        <figcaption>
          <code>
            <Exact text={key} />
          </code>
        </figcaption>
        <DiffView
          before={textOf(before[key])}
          after={textOf(after[key]) ?? ''}
          label={`${strings.editTitle}: ${key}`}
          sameWords={strings.same}
        />
      </figure>
    ))
}
