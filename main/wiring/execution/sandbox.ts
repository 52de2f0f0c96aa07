// The sandbox as it is set: what runs commands, and what searches files.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openRunner } from '../../sandbox/runner.ts'
import { ripgrepIn } from '../../sandbox/search/ripgrep.ts'
import { openSearcher } from '../../sandbox/search/search.ts'
import type { AppOptions } from '../app-options.ts'
import type { Events } from '../events.ts'
import type { PolicyLayer } from '../policy.ts'

export function wireSandbox(
  { paths }: Pick<AppOptions, 'paths'>,
  { config, policy, workspacePath }: Pick<PolicyLayer, 'config' | 'policy' | 'workspacePath'>,
  events: Pick<Events, 'on' | 'changed'>,
) {
  const runner = openRunner({
    stop: paths.stop,
    home: homedir(),
    workspace: workspacePath,
    ownStop: () => policy().everyStop,
    container: () => {
      const { runner: by, container } = config.current()
      return by === 'container' ? container : null
    },
    changed: events.changed,
  })
  events.on('config-changed', runner.follow)
  const searcher = openSearcher({
    stop: paths.stop,
    home: homedir(),
    ownStop: () => policy().everyStop,
    prefilter: ripgrepIn(runner.start, join(paths.dataDir, 'search')),
  })
  return { runner, searcher }
}
