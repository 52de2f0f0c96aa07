// Words of a form made from a schema.
import { counted } from '../../../contract/counted.ts'
import type { Problem } from '../../ui/schema-form/check-value.ts'
import type { FormWords } from '../../ui/schema-form/form-context.ts'

export const formStrings: FormWords = {
  optional: '(optional)',
  notGiven: 'not given',
  yes: 'yes',
  no: 'no',
  whole: 'Arguments as JSON',
  asJson: 'Write as JSON',
  nothing: 'This tool takes no arguments.',
  usual: (value) => `Default: ${value}.`,
  item: (list, index) => `${list} ${index}`,
  add: (list) => `Add to ${list}`,
  remove: (item) => `Remove ${item}`,
  problem,
}

function problem(found: Problem): string {
  switch (found.kind) {
    case 'missing':
      return 'Required.'
    case 'not-text':
      return 'Enter text.'
    case 'not-number':
      return 'Enter a number.'
    case 'not-whole':
      return 'Enter a whole number.'
    case 'not-flag':
      return 'Choose yes or no.'
    case 'not-list':
      return 'Enter a list.'
    case 'not-object':
      return 'Enter an object: {"name": …}.'
    case 'not-json':
      return 'Not valid JSON. Strings need double quotes.'
    case 'not-choice':
      return 'Choose one of the list.'
    case 'short':
      return found.limit === 1 ? 'Required.' : `At least ${found.limit} characters.`
    case 'long':
      return `At most ${counted(found.limit, 'character')}.`
    case 'low':
      return `${found.limit} or more.`
    case 'high':
      return `${found.limit} or less.`
    case 'few':
      return `At least ${found.limit}.`
    case 'many':
      return `At most ${found.limit}.`
    case 'pattern':
      return `It must match ${found.pattern}`
  }
}
