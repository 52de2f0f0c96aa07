// Words of a form made from a schema.
import type { Problem } from '../../ui/schema-form/check-value.ts'
import type { FormWords } from '../../ui/schema-form/form-context.ts'

export const formStrings: FormWords = {
  optional: '(not needed)',
  notGiven: 'not given',
  yes: 'yes',
  no: 'no',
  whole: 'Arguments as JSON',
  asJson: 'Write as JSON',
  nothing: 'This tool takes no arguments.',
  usual: (value) => `Left out: ${value}.`,
  item: (list, index) => `${list} ${index}`,
  add: (list) => `Add to ${list}`,
  remove: (item) => `Remove ${item}`,
  problem,
}

function problem(found: Problem): string {
  switch (found.kind) {
    case 'missing':
      return 'This is needed.'
    case 'not-text':
      return 'This has to be text.'
    case 'not-number':
      return 'This has to be a number.'
    case 'not-whole':
      return 'This has to be a whole number.'
    case 'not-flag':
      return 'This is yes or no.'
    case 'not-list':
      return 'This has to be a list.'
    case 'not-object':
      return 'This has to be an object: {"name": …}.'
    case 'not-json':
      return 'This is no JSON yet. Texts stand in double quotes.'
    case 'not-choice':
      return 'Choose one of the list.'
    case 'short':
      return found.limit === 1 ? 'This must not be empty.' : `At least ${found.limit} characters.`
    case 'long':
      return `At most ${found.limit} characters.`
    case 'low':
      return `${found.limit} or more.`
    case 'high':
      return `${found.limit} or less.`
    case 'few':
      return `At least ${found.limit}.`
    case 'many':
      return `At most ${found.limit}.`
    case 'pattern':
      return `It has to fit ${found.pattern}`
  }
}
