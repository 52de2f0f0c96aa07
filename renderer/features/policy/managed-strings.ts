// What the policy screen says of what an organisation holds.
import {
  heldAgentText,
  heldPresetText,
  heldServerText,
  heldToolText,
} from '../../../contract/bundle/held-text.ts'

export const managedStrings = {
  preset: heldPresetText,
  rules: (organisation: string): string => `Rules of ${organisation}`,
  rulesText:
    'They apply together with your own rules, and the strictest decides. You cannot change them here.',
  rest: (organisation: string): string => `Managed by ${organisation}`,
  restText: 'Your own settings can be stricter than these, never looser.',
  tool: heldToolText,
  server: heldServerText,
  agent: heldAgentText,
  ownPreset: (name: string): string => `This is what its preset ${name} holds:`,
}
