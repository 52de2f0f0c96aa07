// Words of the field in which a person plays the model.
import { counted } from '../../../../contract/counted.ts'

const guess = (word: string | null): string => (word === null ? '' : ` Did you mean “${word}”?`)

export const manualStrings = {
  notOffered: (tool: string) => `This needs the tool ${tool}, which is not available now.`,
  unknownWord: (word: string, near: string | null) =>
    `“${word}” is not a known command or tool.${guess(near)}`,
  notJson: 'Not valid JSON. Check quotes, commas and braces.',
  noTool: 'A call in JSON is written {"tool": "read_file", "args": {"path": "README.md"}}.',
  unknownTool: (tool: string, near: string | null) => `There is no tool “${tool}”.${guess(near)}`,
  unknownKey: (key: string, near: string | null, all: readonly string[]) =>
    `The tool takes no “${key}”.${near === null ? (all.length === 0 ? ' It takes nothing.' : ` It takes ${all.join(', ')}.`) : guess(near)}`,
  problem: (at: string, says: string) =>
    at === '' ? `The arguments: ${says}.` : `${at}: ${says}.`,
  pattern: (pattern: string) => `must match ${pattern}`,
  kinds: {
    missing: 'is required',
    'not-text': 'has to be text',
    'not-number': 'has to be a number',
    'not-whole': 'has to be a whole number',

    'not-flag': 'has to be true or false',
    'not-list': 'has to be a list',
    'not-object': 'has to be an object',
    'not-json': 'has to be JSON',
    'not-choice': 'is none of the choices',
  },
  limits: {
    short: (limit: number) =>
      limit === 1 ? 'must not be empty' : `needs at least ${limit} characters`,
    long: (limit: number) => `has to be at most ${counted(limit, 'character')}`,
    low: (limit: number) => `has to be at least ${limit}`,
    high: (limit: number) => `has to be at most ${limit}`,
    few: (limit: number) => `needs at least ${limit}`,
    many: (limit: number) => `takes at most ${limit}`,
  },
} as const
