// The sandbox as it is set: what runs commands, and what searches files.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { openRunner } from '../../sandbox/runner.ts'
import type { Runner } from '../../sandbox/runner-powers.ts'
import { ripgrepIn } from '../../sandbox/search/ripgrep.ts'
import { openSearcher } from '../../sandbox/search/search.ts'
import type { AppOptions } from '../app-options.ts'
import type { Events } from '../events.ts'
import type { PolicyLayer } from '../policy.ts'
import { openQuestionRunner, type QuestionRunner } from './question-runner.ts'

export function wireSandbox(
  { paths, queryOnly = false }: Pick<AppOptions, 'paths' | 'queryOnly'>,
  { config, policy, workspacePath }: Pick<PolicyLayer, 'config' | 'policy' | 'workspacePath'>,
  events: Pick<Events, 'on' | 'changed' | 'report'>,
) {
  const open = (): Runner => {
    const opened = openRunner({
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
    opened.ready.then(events.changed, events.report)
    return opened
  }
  const { runner, whenTried }: QuestionRunner = queryOnly
    ? openQuestionRunner(open)
    : { runner: open(), whenTried: (ask) => ask() }
  events.on('config-changed', runner.follow)
  const searcher = openSearcher({
    stop: paths.stop,
    home: homedir(),
    ownStop: () => policy().everyStop,
    prefilter: ripgrepIn(runner.start, join(paths.dataDir, 'search')),
  })
  return { runner, whenTried, searcher }
}
