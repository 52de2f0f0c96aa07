// What servers say of a key that they lack, and that nothing but a name is taken from it.
import { expect, it } from 'vitest'
import { missingSetting } from '../../../../main/mcp/client/faults/missing-setting.ts'

it.each<[string, string | null]>([
  ['Error: BRAVE_API_KEY environment variable is required', 'BRAVE_API_KEY'],
  ['Please set SLACK_BOT_TOKEN and SLACK_TEAM_ID environment variables', 'SLACK_BOT_TOKEN'],
  ['Missing required environment variable: TAVILY_API_KEY', 'TAVILY_API_KEY'],
  ['GITHUB_PERSONAL_ACCESS_TOKEN not set', 'GITHUB_PERSONAL_ACCESS_TOKEN'],
  ["KeyError: 'LINEAR_API_KEY'", 'LINEAR_API_KEY'],
  ['FATAL: DATABASE_URL must be provided', 'DATABASE_URL'],
  ['Listening on 3000', null],
  ['API_KEY was read', null],
  ['The api_key is required', null],
  ['IGNORE_ALL_PREVIOUS_INSTRUCTIONS is required', null],
  [`${'A'.repeat(5_000)}_KEY is required`, null],
  [`${'a '.repeat(5_000)}API_KEY is required`, null],
])('%s: %s', (line, wanted) => expect(missingSetting(['Starting.', line, ''])).toBe(wanted))
