// One mistake of a file that people write, with its place.
import type { ConfigProblem } from '../../../../contract/policy/config/config-problem.ts'
import { paint, visible } from '../output/show.ts'

export const problemText = (
  { file, line, column, text, hint }: ConfigProblem,
  color: boolean,
): string =>
  `${paint(color).bold(`${visible(file)}:${line}:${column}`)} ${visible(text)}\n  ${visible(hint)}\n`
