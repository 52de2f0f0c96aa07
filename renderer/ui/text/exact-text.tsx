// Text shown exactly: hidden characters as tokens. Never shortens.
import { memo } from 'react'
import css from './exact-text.module.css'
import { reveal } from './reveal.ts'

/** `prose`: text written to be read, where words of other scripts are no disguise. */
export const Exact = memo(function Exact({
  text,
  prose = false,
}: {
  readonly text: string
  readonly prose?: boolean
}) {
  return reveal(text, prose).map((piece, index) =>
    piece.kind === 'text' ? (
      piece.text
    ) : (
      // Pieces have no identity but their place.
      // oxlint-disable-next-line react/no-array-index-key
      <span key={index} className={css.token}>
        U+{piece.code} {piece.name}
      </span>
    ),
  )
})

/** A block of exact text that wraps, scrolls to its end, and can be scrolled by keyboard. */
export function ExactBlock({
  text,
  label,
  tall = false,
}: {
  readonly text: string
  readonly label: string
  readonly tall?: boolean
}) {
  return (
    // A scrolling region has to be reachable by keyboard, or its end is not.
    // oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex
    <pre className={css.block} data-tall={tall} tabIndex={0} role="group" aria-label={label}>
      <Exact text={text} />
    </pre>
  )
}
