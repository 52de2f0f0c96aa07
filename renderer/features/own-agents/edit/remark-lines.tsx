// What is wrong with a part of the form, a line each.
import { TroubleText } from '../../../ui/panel.tsx'
import css from './agent-form.module.css'
import type { Remark } from './use-agent-check.ts'

export const RemarkLines = ({ remarks }: { readonly remarks: readonly Remark[] }) =>
  remarks.map(({ line, column, text, hint, tone }) => (
    <p key={`${line} ${column} ${text}`} className={css.remark} data-tone={tone}>
      <TroubleText text={text} hint={hint} />
    </p>
  ))
