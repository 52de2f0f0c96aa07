// One mistake of a file that people write, or what is probably not meant in it, with its place.
import type { ConfigProblem } from '../../../../contract/policy/config/config-problem.ts'
import type { PolicyWarning } from '../../../../contract/policy/policy-report.ts'
import { paint, visible } from '../output/show.ts'

export const problemText = (
  { file, line, column, text, hint }: ConfigProblem,
  color: boolean,
): string =>
  `${paint(color).bold(`${visible(file)}:${line}:${column}`)} ${visible(text)}\n  ${visible(hint)}\n`

export const warningText = (
  file: string,
  { line, text, code }: PolicyWarning,
  color: boolean,
): string =>
  `${paint(color).yellow(`${visible(file)}${line === null ? '' : `:${line}`}`)} warning: ${visible(text)} (${code})\n`
