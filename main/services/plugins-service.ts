// The topic `plugins`: the list, a person's review, and the check of a manifest.
import { UNPROVEN } from '../../contract/approval/evidence.ts'
import { failure } from '../../contract/failure.ts'
import type { TopicHandlers } from '../../contract/ipc/ipc.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { err, ok } from '../../contract/result.ts'
import type { StepUp } from '../approvals/step-up.ts'
import type { InputOf } from '../plugins/plugin-tool.ts'
import { readPlugin } from '../plugins/read-folder.ts'
import type { StrictSource } from '../plugins/registry/strict-source.ts'
import type { WiredPlugins } from '../wiring/execution/plugins.ts'

export type PluginsServiceDeps = {
  readonly plugins: WiredPlugins
  readonly builtIn: Pick<StrictSource, 'unlike'>
  readonly inputOf: InputOf
  readonly stepUp: StepUp
  /** Text as it may be shown: what an author writes may hold a secret of the person. */
  readonly shown: <T>(value: T) => T
}

export function pluginsService({
  plugins,
  builtIn,
  inputOf,
  stepUp,
  shown,
}: PluginsServiceDeps): TopicHandlers<'plugins'> {
  return {
    async 'plugins.list'() {
      await plugins.reload()
      return ok({
        plugins: [...plugins.list()].map(shown),
        folders: plugins.folders(),
        tools: [...builtIn.unlike()],
        warnings: plugins.warnings(),
      })
    },
    'plugins.review': ({ name }) => plugins.review(name),
    async 'plugins.accept'({ name, digest, proof }, { surface }) {
      // As for any approval: on the command line anybody who can type can be a program.
      if (stepUp.state().passphrase && surface === 'cli') {
        const proven =
          proof === undefined
            ? err(failure(UNPROVEN, 'Accepting a plugin here requires the Gatehouse passphrase.'))
            : await stepUp.prove(proof)
        if (!proven.ok) return proven
      }
      return plugins.accept(name, digest, surface)
    },
    'plugins.close': ({ name }, { surface }) => plugins.close(name, surface),
    async 'plugins.check'({ file }) {
      const { manifest, problems, digest } = await readPlugin(file, 'external')
      const usable = manifest === null ? null : inputOf(manifest.args)
      const all =
        usable === null || usable.ok || problems.length > 0
          ? problems
          : [
              {
                ...{ code: DECLARED_ERRORS.args, line: 1, column: 1 },
                text: `The arguments cannot be used, because ${usable.error}.`,
                hint: 'Change [args].',
              },
            ]
      return ok({
        ...{ ok: all.length === 0, file, problems: [...all] },
        manifest: all.length === 0 ? manifest : null,
        digest: all.length === 0 ? digest : null,
      })
    },
  }
}
