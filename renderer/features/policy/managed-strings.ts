// What the policy screen says of what an organisation holds.
import type { ServerPins } from '../../../contract/bundle/bundle.ts'
import { managedToolText } from '../../state/managed-tool-text.ts'

export const managedStrings = {
  preset: (name: string): string => `At least as strict as the preset ${name}.`,
  rules: (organisation: string): string => `Rules of ${organisation}`,
  rulesText:
    'They apply together with your own rules, and the strictest decides. You cannot change them here.',
  rest: (organisation: string): string => `Managed by ${organisation}`,
  restText: 'Your own settings can be stricter than these, never looser.',
  tool: managedToolText,
  server: ({ tools, prompts, resources, programs }: ServerPins): string => {
    const count = Object.keys(tools).length
    const besides = [
      ...(prompts === undefined ? [] : ['prompts']),
      ...(resources === undefined ? [] : ['resources']),
      ...(programs === undefined ? [] : ['program']),
    ]
    return [
      count === 0
        ? 'no tool of this server may be used'
        : `${count === 1 ? 'one tool' : `${count} tools`} of this server may be used, each in one definition`,
      ...(besides.length === 0 ? [] : [`its ${besides.join(', ')} are held too`]),
    ].join('; ')
  },
  agent: 'can do no more than its file in the bundle says',
}
