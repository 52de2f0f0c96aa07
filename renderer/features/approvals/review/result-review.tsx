// What a call brought back, as the agent would read it: every line with its number, hidden characters
// and phrases that read like instructions marked. Lines can be left out.
import { Field } from '@base-ui/react/field'
import { TriangleAlert } from 'lucide-react'
import type { Approval } from '../../../../contract/approval/approval.ts'
import { joined, linesOf, type LineRange } from '../../../../contract/approval/result-review.ts'
import { Notice, Section } from '../../../ui/panel.tsx'
import { Exact, ExactBlock } from '../../../ui/text/exact-text.tsx'
import { hiddenCount } from '../../../ui/text/reveal.ts'
import { reviewStrings as strings } from '../review-strings.ts'
import { strings as card } from '../strings.ts'
import { cutText, readTyped, toggled } from './cut-draft.ts'
import css from './result-review.module.css'

type Props = {
  readonly review: NonNullable<Approval['review']>
  /** As it was answered, or as it is typed. */
  readonly cut: string
  /** Left out: it is only to be read. */
  readonly onCut?: (typed: string) => void
}

export function ResultReview({ review, cut, onCut }: Props) {
  const lines = linesOf(review.text)
  const out = readTyped(cut) ?? []
  const ranges = joined(out, lines.length)
  const left = ranges.reduce((sum, { from, to }) => sum + to - from + 1, 0)
  const hidden = hiddenIn(review.text)
  const notes = [strings.lines(lines.length), ...(hidden === 0 ? [] : [card.hiddenShown(hidden)])]
  return (
    <>
      <Notice tone="info">{review.ok ? strings.what : strings.failed}</Notice>
      {review.flags.length === 0 ? null : (
        <Notice tone="bad" icon={<TriangleAlert size={16} aria-hidden="true" />}>
          <b>{strings.flags}</b> <Exact text={review.flags.join(', ')} />
        </Notice>
      )}
      <div data-call="" className={css.call}>
        <Section
          title={strings.title}
          aside={
            <span className={css.note} data-alarm={hidden > 0}>
              {notes.join(' · ')}
            </span>
          }
        >
          {/* A scrolling region has to be reachable by keyboard, or its end is not. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={css.lines} tabIndex={0} role="group" aria-label={strings.label}>
            {lines.map((text, at) => (
              <Line
                // Lines have no identity but their place.
                // oxlint-disable-next-line react/no-array-index-key
                key={at}
                number={at + 1}
                text={text}
                out={isIn(ranges, at + 1)}
                marked={hiddenIn(text) > 0}
                flagged={isIn(review.flagged, at + 1)}
                {...(onCut === undefined
                  ? {}
                  : { toggle: () => onCut(cutText(toggled(out, at + 1, lines.length))) })}
              />
            ))}
          </div>
          {review.data === null ? null : (
            <div className={css.data}>
              <h3>{strings.data}</h3>
              <ExactBlock text={JSON.stringify(review.data, null, 2)} label={strings.data} />
            </div>
          )}
        </Section>
      </div>
      {review.unshown.length === 0 ? null : (
        <p className={css.hint}>{strings.unshown(review.unshown.join(', '))}</p>
      )}
      {onCut === undefined ? (
        left === 0 ? null : (
          <p className={css.hint}>{strings.leaves(left)}</p>
        )
      ) : (
        <CutField typed={cut} left={left} type={onCut} withData={review.data !== null} />
      )}
    </>
  )
}

const isIn = (ranges: readonly LineRange[], line: number): boolean =>
  ranges.some(({ from, to }) => from <= line && line <= to)

/** Hidden characters came to here as ⟨U+202E⟩, runs of one as ⟨U+200B ×12⟩. */
const hiddenIn = (text: string): number =>
  hiddenCount(text) +
  [...text.matchAll(/⟨U\+[0-9A-F]{4,6}(?: ×(\d+))?⟩/g)].reduce(
    (sum, [, times = '1']) => sum + Number(times),
    0,
  )

type LineProps = {
  readonly number: number
  readonly text: string
  readonly out: boolean
  readonly marked: boolean
  /** It reads like an instruction to a model. */
  readonly flagged: boolean
  readonly toggle?: () => void
}

function Line({ number, text, out, marked, flagged, toggle }: LineProps) {
  return (
    <div className={css.line} data-out={out} data-marked={marked || flagged}>
      {toggle === undefined ? (
        <span className={css.number}>{number}</span>
      ) : (
        <button
          type="button"
          // The field below takes the same by keyboard; a thousand stops would hide what follows.
          tabIndex={-1}
          className={css.number}
          aria-pressed={out}
          aria-label={strings.line(number)}
          onClick={toggle}
        >
          {number}
        </button>
      )}
      <code>
        {flagged ? (
          <mark className={css.flagged}>
            <Exact text={text} />
          </mark>
        ) : (
          <Exact text={text} />
        )}
        {flagged ? <span className={css.flag}>{strings.flagged}</span> : null}
      </code>
    </div>
  )
}

type CutProps = {
  readonly typed: string
  readonly left: number
  readonly withData: boolean
  type(text: string): void
}

function CutField({ typed, left, withData, type }: CutProps) {
  const bad = readTyped(typed) === null
  return (
    <Field.Root className={css.cut} invalid={bad}>
      <Field.Label>{strings.cut}</Field.Label>
      <Field.Control
        className={css.input}
        value={typed}
        data-cut=""
        autoComplete="off"
        spellCheck={false}
        onValueChange={type}
      />
      {bad ? (
        <Field.Error match className={css.bad}>
          {strings.cutBad}
        </Field.Error>
      ) : null}
      <Field.Description className={css.hint}>
        {left === 0 ? strings.cutHint : strings.leaves(left)}
        {left > 0 && withData ? ` ${strings.cutData}` : ''}
      </Field.Description>
    </Field.Root>
  )
}
