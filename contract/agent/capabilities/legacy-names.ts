// The eight names that older agent files hold and that had no tools there. They load with a warning,
// and hold real tools where there are some.
import { whole, type Capability } from './capability.ts'

const readers = ['read_file', 'list_dir', 'search_files', 'find_files'] as const

const legacy = (
  name: string,
  mode: Capability['mode'],
  tools: Capability['tools'],
  instead: string,
  more: Partial<Pick<Capability, 'sends' | 'scopes'>> = {},
): Capability => ({
  name,
  sentence:
    tools.length === 0
      ? 'An older name that holds no tool: the model does this by itself.'
      : `An older name for ${instead}.`,
  mode,
  sends: more.sends ?? false,
  tools,
  scopes: more.scopes ?? [],
  legacy:
    tools.length === 0
      ? `${name} is an older name that holds no tool. Remove it: a model does this by itself.`
      : `${name} is an older name. Write ${instead} in its place.`,
})

export const legacyNames: readonly Capability[] = [
  legacy('web_search', 'read', whole('web_search'), 'web_read'),
  legacy('code_analysis', 'read', whole(...readers), 'fs_read', { scopes: ['paths'] }),
  legacy('writing', 'read', [], ''),
  legacy('editing', 'read', [], ''),
  legacy('data_analysis', 'read', whole('math_eval', 'text_transform'), 'text_tools'),
  legacy('planning', 'read', [], ''),
  legacy(
    'file_operations',
    'write',
    whole(...readers, 'write_file', 'edit_file'),
    'fs_read and fs_write',
    { scopes: ['paths'] },
  ),
  legacy('code_execution', 'write', whole('exec'), 'command_run', {
    sends: true,
    scopes: ['commands', 'paths'],
  }),
]
