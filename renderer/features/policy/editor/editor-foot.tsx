// Below the text: what is wrong with it, what the setting at the cursor means, and the keys.
import { TroubleText } from '../../../ui/panel.tsx'
import policyCss from '../policy.module.css'
import { LineLink } from '../problem-list.tsx'
import type { Checked } from '../use-check.ts'
import css from './editor.module.css'
import { editor as words } from './editor-text.ts'
import type { Help } from './schema-text.ts'
import type { Cursor } from './yaml-editor.tsx'

type Props = {
  readonly checked: Checked
  readonly help: Help | null
  readonly cursor: Cursor
  readonly hintId: string
  onLine(line: number, column: number): void
}

export function EditorFoot({ checked, help, cursor, hintId, onLine }: Props) {
  const { problems, warnings } = checked
  return (
    <div className={css.foot}>
      {problems.length + warnings.length === 0 ? null : (
        <ul className={css.problems} aria-label={words.mistakes(problems.length)}>
          {problems.map((each) => (
            <li key={`${each.line} ${each.column} ${each.text}`} data-tone="bad">
              <LineLink line={each.line} onLine={(line) => onLine(line, each.column)} />{' '}
              <TroubleText text={each.text} hint={each.hint} />
            </li>
          ))}
          {warnings.map((each) => (
            <li key={`${each.line} ${each.text}`} data-tone="warn">
              {each.line === null ? null : (
                <LineLink line={each.line} onLine={(line) => onLine(line, 1)} />
              )}{' '}
              {each.text}
            </li>
          ))}
        </ul>
      )}
      <div className={css.help} role="note" aria-label={words.help}>
        {help === null ? (
          <span className={policyCss.quiet}>{words.noHelp}</span>
        ) : (
          <>
            <code className={css.helpPath}>{help.path}</code>
            <span>{help.text}</span>
            <span className={policyCss.quiet}>
              {[
                help.type === 'one of' ? `${help.type} ${help.values.join(', ')}` : help.type,
                ...(help.usual === null ? [] : [words.usual(help.usual)]),
              ].join('; ')}
            </span>
          </>
        )}
      </div>
      <p className={css.keys}>
        <span>{words.cursor(cursor.line, cursor.column)}</span>
        <span role="status">
          {cursor.found === null ? '' : words.found(cursor.found.at, cursor.found.all)}
        </span>
        <span id={hintId}>{words.hint}</span>
      </p>
    </div>
  )
}
