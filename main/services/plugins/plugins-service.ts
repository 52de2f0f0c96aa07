// The topic `plugins`: the list, a person's review, and what an author does: begin one, check it, pack it.
import { UNPROVEN } from '../../../contract/approval/evidence.ts'
import { failure, type Failure } from '../../../contract/failure.ts'
import type { TopicHandlers } from '../../../contract/ipc/ipc.ts'
import type { PluginCheck } from '../../../contract/plugin/listing.ts'
import { err, ok } from '../../../contract/result.ts'
import type { StepUp } from '../../approvals/step-up.ts'
import type { InputOf } from '../../plugins/manifest/tried-args.ts'
import { pluginFiles } from '../../plugins/new-plugin.ts'
import { packFiles } from '../../plugins/pack-plugin.ts'
import type { StrictSource } from '../../plugins/registry/strict-source.ts'
import { freePaths, takeBackTaken, writePlugin } from '../../plugins/write-plugin.ts'
import { checkPlugin } from './check-plugin.ts'
import type { WiredPlugins } from '../../wiring/execution/plugins.ts'

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
  const check = (file: string): Promise<PluginCheck> => checkPlugin(file, inputOf)
  return {
    async 'plugins.list'() {
      await plugins.reload()
      return ok({
        plugins: plugins.list().map((plugin) => shown(plugin)),
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
    'plugins.check': async ({ file }) => ok(await check(file)),
    async 'plugins.draft'({ name, language }) {
      const folder = plugins.folders().external
      const files = pluginFiles(name, language)
      const paths = freePaths(folder, files)
      if (!paths.ok) return paths
      const texts = files.map(({ text }, at) => ({ path: paths.value[at] ?? '', text }))
      return ok({ folder, files: texts })
    },
    async 'plugins.create'({ name, language }) {
      const written = writePlugin(plugins.folders().external, pluginFiles(name, language))
      if (!written.ok) return written
      await plugins.reload()
      const taken = takeBackTaken(plugins.list(), written.value)
      if (taken === null) return ok({ files: [...written.value] })
      await plugins.reload()
      return err(taken)
    },
    async 'plugins.pack'({ file }) {
      const { ok: fine, manifest, digest } = await check(file)
      if (!fine || manifest === null || digest === null) return err(notSound(file))
      const { archive, bytes } = await packFiles(file, manifest)
      const content = Buffer.from(bytes).toString('base64')
      return ok({ archive, name: manifest.name, version: manifest.version, digest, content })
    },
  }
}

const notSound = (file: string): Failure =>
  failure(
    'plugins.problems',
    `${file} has problems, so it was not packed.`,
    'Check it, and fix what is listed.',
  )
