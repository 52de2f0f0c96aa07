// Where an argument of a call came from, as a line.
import { assertNever } from '../../../../contract/never.ts'
import type { ArgumentOrigin, Source } from '../../../../contract/call/origin.ts'
import { visible } from './show.ts'

export const sourceText = ({ tool, from, callId }: Source): string =>
  `${visible(tool)} from ${visible(from)} (${visible(callId)})`

export function originText({ pointer, origin, part, content }: ArgumentOrigin): string {
  const what = `${visible(pointer === '' ? '(all)' : pointer)}${part === undefined ? '' : `, the part "${visible(part)}"`}${content === true ? ', content' : ''}`
  switch (origin.kind) {
    case 'person':
      return `${what}: typed by you`
    case 'model':
      return `${what}: written by the model`
    case 'tool':
      return `${what}: ${visible(origin.source.label)}, ${sourceText(origin.source)}`
    default:
      return assertNever(origin, 'originText')
  }
}
