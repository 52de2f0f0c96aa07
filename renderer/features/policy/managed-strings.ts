// What the policy screen says of what an organisation holds.
import { managedToolText } from '../../state/managed-tool-text.ts'

export const managedStrings = {
  preset: (name: string): string => `At least as strict as the preset ${name}.`,
  rules: (organisation: string): string => `Rules of ${organisation}`,
  rulesText:
    'They apply together with your own rules, and the strictest decides. You cannot change them here.',
  rest: (organisation: string): string => `Managed by ${organisation}`,
  restText: 'Your own settings can be stricter than these, never looser.',
  tool: managedToolText,
  server: (tools: number): string =>
    tools === 0
      ? 'no tool of this server may be used'
      : `${tools === 1 ? 'one tool' : `${tools} tools`} of this server may be used, each in one definition`,
  agent: 'can do no more than its file in the bundle says',
}
