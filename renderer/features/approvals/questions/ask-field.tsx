// One field of the form of a server, with the label that the server gave it.
import type { Json } from '../../../../contract/json.ts'
import type { AskField } from '../../../../contract/server/server-question.ts'
import { Exact } from '../../../ui/text/exact-text.tsx'
import css from './server-questions.module.css'
import { questionStrings } from './strings.ts'

type Props = {
  readonly field: AskField
  readonly value: Json
  onChange(value: Json): void
}

export function AskFieldInput({ field, value, onChange }: Props) {
  const { name, title, kind, choices, required } = field
  if (kind === 'choices') {
    const chosen = Array.isArray(value) ? value : []
    return (
      <fieldset className={css.field}>
        <legend>
          <Exact text={title} />
        </legend>
        {choices.map((choice) => (
          <label key={choice.value} className={css.choice}>
            <input
              type="checkbox"
              checked={chosen.includes(choice.value)}
              onChange={({ target }) =>
                onChange(
                  target.checked
                    ? [...chosen, choice.value]
                    : chosen.filter((one) => one !== choice.value),
                )
              }
            />{' '}
            <Exact text={choice.title} />
          </label>
        ))}
      </fieldset>
    )
  }
  if (kind === 'boolean')
    return (
      <label className={css.choice}>
        <input
          type="checkbox"
          checked={value === true}
          onChange={({ target }) => onChange(target.checked)}
        />{' '}
        <Exact text={title} />
      </label>
    )
  return (
    <label className={css.field}>
      <span>
        <Exact text={title} />
        {required ? ' *' : ''}
      </span>
      {kind === 'choice' ? (
        <select
          name={name}
          value={typeof value === 'string' ? value : ''}
          onChange={({ target }) => onChange(target.value)}
        >
          <option value="">{questionStrings.choose}</option>
          {choices.map((choice) => (
            <option key={choice.value} value={choice.value}>
              {choice.title}
            </option>
          ))}
        </select>
      ) : (
        <input
          name={name}
          type={kind === 'number' ? 'number' : 'text'}
          autoComplete="off"
          required={required}
          value={typeof value === 'string' || typeof value === 'number' ? value : ''}
          onChange={({ target }) =>
            onChange(kind === 'number' && target.value !== '' ? Number(target.value) : target.value)
          }
        />
      )}
    </label>
  )
}
