// The newest lines of what a server wrote, at their end, until somebody scrolls up.
import { useEffect, useRef } from 'react'
import { Section } from '../../../ui/panel.tsx'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from '../servers-screen.module.css'
import { strings } from '../strings.ts'

export function LogTail({ lines }: { readonly lines: readonly string[] }) {
  const box = useRef<HTMLPreElement>(null)
  const follows = useRef(true)
  useEffect(() => {
    if (box.current !== null && follows.current) box.current.scrollTop = box.current.scrollHeight
  }, [lines])
  return (
    <Section title={strings.log.title} aside={strings.log.lines(lines.length)}>
      {lines.length === 0 ? (
        <p className={css.empty}>{strings.log.none}</p>
      ) : (
        <pre
          ref={box}
          className={css.log}
          tabIndex={0}
          role="group"
          aria-label={strings.log.label}
          onScroll={({ currentTarget: { scrollTop, scrollHeight, clientHeight } }) => {
            follows.current = scrollHeight - scrollTop - clientHeight < 4
          }}
        >
          <Exact text={lines.join('\n')} />
        </pre>
      )}
    </Section>
  )
}
