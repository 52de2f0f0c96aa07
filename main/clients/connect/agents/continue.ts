// Continue: https://docs.continue.dev/reference and /customize/deep-dives/mcp. Its servers are a
// list in YAML; a project has a folder of files in the form of other clients. Its command line
// reads hooks from settings.json, in the form of Claude Code.
import {
  HOOK_SECONDS,
  authorization,
  filled,
  plain,
  type Client,
  type ConfigLocations,
} from './client.ts'
import { hookLine } from '../hook-line.ts'

const home = ({ env, join, homedir }: ConfigLocations): string =>
  filled(env['CONTINUE_GLOBAL_DIR']) ?? join(homedir, '.continue')

export const continueDev: Client = {
  title: 'Continue',
  format: 'yaml',
  path: ['mcpServers'],
  listed: (scope) => scope === 'user',
  formatOf: (scope) => (scope === 'project' ? 'json' : 'yaml'),
  whenNew: (scope) =>
    scope === 'project'
      ? []
      : [
          { kind: 'member', path: ['name'], value: 'My configuration' },
          { kind: 'member', path: ['version'], value: '1.0.0' },
          { kind: 'member', path: ['schema'], value: 'v1' },
        ],
  file: (hostFacts, scope) =>
    scope === 'project'
      ? hostFacts.join(hostFacts.cwd, '.continue', 'mcpServers', 'gatehouse.json')
      : hostFacts.join(home(hostFacts), 'config.yaml'),
  stdio: plain,
  http: (endpoint) => ({
    type: 'streamable-http',
    url: endpoint.url,
    // The one is read in the file of the user, the other in that of a project.
    requestOptions: { headers: authorization(endpoint) },
    headers: authorization(endpoint),
  }),
  hooks: (hostFacts, scope, program) => ({
    file:
      scope === 'project'
        ? hostFacts.join(hostFacts.cwd, '.continue', 'settings.local.json')
        : hostFacts.join(home(hostFacts), 'settings.json'),
    format: 'json',
    entries: [
      {
        kind: 'element',
        path: ['hooks', 'PreToolUse'],
        value: {
          matcher: '*',
          hooks: [
            {
              type: 'command',
              command: hookLine(
                hostFacts.platform === 'win32' ? 'cmd' : 'posix',
                program,
                'continue',
              ),
              timeout: HOOK_SECONDS,
            },
          ],
        },
      },
    ],
  }),
  managedHooks: null,
  after: (hooks) =>
    hooks
      ? 'Only its command line (cn) has hooks: its editor extensions have their own prompts.'
      : null,
}
