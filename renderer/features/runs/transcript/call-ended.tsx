// What came of a call: by which way it ran or did not, what to know of its result, the result, and
// the way back.
import { withHint } from '../../../../contract/failure.ts'
import type { CallResult, CallState } from '../../../../contract/call/call.ts'
import type { RunId } from '../../../../contract/ids.ts'
import { ranWithoutEffect, routeWord } from '../../../state/call-text.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import { FoldedText } from '../../../ui/fold.tsx'
import css from './call-card.module.css'
import type { RenderSlots } from '../render-slots.ts'
import { ResultPictures } from './result-pictures.tsx'
import { strings } from '../strings.ts'

export function Ended({
  runId,
  tool,
  state,
  slots,
}: {
  readonly runId: RunId
  readonly tool: string
  readonly state: Extract<CallState, { kind: 'ended' }>
  readonly slots: RenderSlots
}) {
  const { result } = state
  const exit =
    result.exitCode === null || result.exitCode === 0 ? null : strings.exit(result.exitCode)
  const label =
    result.label === 'untrusted'
      ? strings.untrusted
      : result.label === 'private'
        ? strings.private
        : null
  const text =
    result.error === null
      ? result.text
      : // What a denial tells the model to do is not for the person.
        result.status === 'denied'
        ? result.error.text
        : withHint(result.error)
  const unlisted = result.decision?.touches.find(
    (touch) => touch.kind === 'net.fetch' && !touch.listed,
  )
  const marks = [
    routeWord(result),
    ranWithoutEffect(result) ? strings.changes.nothing : null,
    exit,
    result.truncated ? strings.truncated : null,
    result.stored === undefined ? null : strings.stored(result.stored.chars),
    label,
  ].filter((mark) => mark !== null)
  return (
    <>
      <div className={css.marks}>
        <p>{marks.join(' · ')}</p>
        {result.stored === undefined
          ? null
          : slots.result(runId, result.requestId, tool, result.stored.chars)}
        {mayHaveChanged(result) ? slots.undo(result.requestId) : null}
        {result.status === 'denied' && result.route !== 'person' && unlisted?.kind === 'net.fetch'
          ? slots.allowHost(unlisted)
          : null}
      </div>
      {result.status === 'unknown' ? <p className={css.warning}>{strings.unknownEnd}</p> : null}
      {result.flags.length === 0 ? null : (
        <p className={css.warning}>
          {strings.flags} <Exact text={result.flags.join(', ')} />
        </p>
      )}
      <ResultPictures content={result.content ?? []} />
      {text.trim() === '' ? null : (
        <div className={css.result}>
          <FoldedText text={text.replace(/\n$/, '')} label={strings.result} words={strings.fold} />
        </div>
      )}
    </>
  )
}

/** Whether there may be files to put back; whether anything was kept, main says when asked. */
export function mayHaveChanged({
  status,
  decision,
}: Pick<CallResult, 'status' | 'decision'>): boolean {
  if (status === 'denied' || decision === null) return false
  if (ranWithoutEffect({ decision })) return false
  return decision.touches.some((touch) => {
    if (touch.kind === 'fs.write') return true
    if (touch.kind !== 'proc.run') return false
    return (
      touch.parts === undefined ||
      touch.parts.some(({ effects }) => effects.some((effect) => effect !== 'read-only'))
    )
  })
}
