// Every word of the review of a result.
import { counted } from '../../../contract/counted.ts'
export const reviewStrings = {
  title: 'What came back',
  what: 'The call has run. The agent reads nothing of its result before you answer.',
  failed: 'The call failed. This is what its tool says.',
  flags: 'Reads like instructions to a model:',
  flagged: 'reads like an instruction',
  label: 'The result, line by line',
  data: 'Data beside the text',
  unshown: (parts: string) => `Withheld in any case, because it cannot be shown here: ${parts}.`,
  cut: 'Leave out lines',
  cutHint:
    'Such as 3-10,15, or click the numbers of lines. The agent is told how many are missing.',
  cutBad: 'Line numbers such as 3-10,15.',
  cutData: 'With lines left out, the data beside the text is withheld too.',
  leaves: (n: number) => (n === 1 ? '1 line is left out.' : `${n} lines are left out.`),
  line: (n: number) => `Line ${n}`,
  pass: 'Pass on',
  passCut: 'Pass on the rest',
  withhold: 'Withhold',
  sayWhy: 'Withhold with a note…',
  lines: (n: number) => counted(n, 'line'),
  heldTitle: (title: string) => `Result: ${title}`,
}
