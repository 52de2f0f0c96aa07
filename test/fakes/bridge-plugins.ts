// Plugins of the development window and the stories. It proves screens, never safety.
import { failure } from '../../contract/failure.ts'
import type { Handlers } from '../../contract/ipc/ipc.ts'
import type { PluginListing, PluginReview } from '../../contract/plugin/listing.ts'
import { DECLARED_ERRORS } from '../../contract/plugin/plugin-error.ts'
import { readManifest } from '../../main/plugins/manifest/read-manifest.ts'
import { pluginFiles } from '../../main/plugins/new-plugin.ts'
import { reachSentences } from '../../main/plugins/plugin-reach.ts'
import { err, ok } from '../../contract/result.ts'
import { ECHO } from '../plugins/echo.ts'

type Topic = Extract<keyof Handlers, `plugins.${string}`>

const FOLDERS = {
  builtIn: '/home/you/.local/share/gatehouse/plugins/built-in',
  external: '/home/you/.local/share/gatehouse/plugins/external',
  allowExternal: true,
  externalAllowList: [],
}
const DIGEST = 'a3f1'.padEnd(64, '0')

function sample(
  name: string,
  text: string,
  rest: Pick<PluginListing, 'origin' | 'state' | 'reason'>,
): PluginListing {
  const read = readManifest(new TextEncoder().encode(text), name)
  const folder = rest.origin === 'external' ? FOLDERS.external : FOLDERS.builtIn
  return {
    name,
    ...rest,
    file: `${folder}/${name}.toml`,
    digest: read.ok ? DIGEST : null,
    problems: read.ok ? [] : [...read.error],
    manifest: read.ok ? read.value : null,
    program: read.ok ? { path: `${folder}/${read.value.program}`, sha256: DIGEST } : null,
    registration: rest.origin === 'external' ? null : 'ok',
    reach: read.ok ? reachSentences(read.value, { writeFolders: [], hosts: [] }) : [],
  }
}

const WORDS = `tool_name = "word_count"
version = "1.2.0"
description = "Counts the words of a file in the workspace."
native = true
program = "word_count.mjs"
mounts = [{ path = "workspace" }]
category = "text"
risk_tier = "R1"
side_effects = false
[args.properties.path]
type = "string"
[args]
required = ["path"]
`
const FORGE = `tool_name = "forge_issues"
version = "0.3.0"
description = "Lists the issues of a forge."
native = true
requires_network = true
hosts = ["forge.example.org"]
mounts = []
[args.properties.state]
enum = ["open", "closed"]
`

export const pluginSamples: readonly PluginListing[] = [
  sample('echo', ECHO, { origin: 'built-in', state: 'open', reason: null }),
  sample('word_count', WORDS, {
    origin: 'external',
    state: 'changed',
    reason: failure(
      DECLARED_ERRORS.changed,
      'The plugin word_count has changed since you reviewed it, or was closed.',
      'Review it: gatehouse plugins review word_count',
    ),
  }),
  sample('forge_issues', FORGE, {
    origin: 'external',
    state: 'new',
    reason: failure(
      DECLARED_ERRORS.unreviewed,
      'The plugin forge_issues was not reviewed yet.',
      'Review it: gatehouse plugins review forge_issues',
    ),
  }),
  sample('broken_one', ECHO.replace('max_length', 'max_lenght'), {
    origin: 'external',
    state: 'broken',
    reason: failure(
      DECLARED_ERRORS.args,
      `${FOLDERS.external}/broken_one.toml:9:1: args.properties.text has no key "max_lenght".`,
      'Did you mean "maxLength"?',
    ),
  }),
]

const TEXTS: Readonly<Record<string, readonly [before: string | null, now: string]>> = {
  echo: [ECHO, ECHO],
  word_count: [WORDS.replace('mounts = [{ path = "workspace" }]', 'mounts = []'), WORDS],
  forge_issues: [null, FORGE],
}

export function fakePlugins(some: boolean): Pick<Handlers, Topic> {
  let list = some ? pluginSamples : []
  const unknown = (name: string) =>
    err(failure(DECLARED_ERRORS.unknown, `There is no plugin named ${name}.`))
  const review = (name: string): PluginReview | null => {
    const found = list.find((one) => one.name === name)
    const [before, now] = TEXTS[name] ?? [null, '']
    if (found === undefined || found.manifest === null) return null
    const open = found.state === 'open'
    return {
      name,
      digest: DIGEST,
      reach: found.reach,
      item: {
        what: 'server',
        name,
        before: open ? now : before,
        now,
        highlights: [],
        labels: null,
        state: open ? 'open' : before === null ? 'new' : 'changed',
        warnings: [],
      },
    }
  }
  const become = (name: string, state: 'open' | 'changed', reason: PluginListing['reason']) => {
    list = list.map((one) => (one.name === name ? { ...one, state, reason } : one))
    const shown = review(name)
    return shown === null ? unknown(name) : ok(shown)
  }
  return {
    'plugins.list': async () =>
      ok({ plugins: [...list], folders: FOLDERS, tools: [], warnings: [] }),
    'plugins.review': async ({ name }) => {
      const shown = review(name)
      return shown === null ? unknown(name) : ok(shown)
    },
    'plugins.accept': async ({ name }) => become(name, 'open', null),
    'plugins.close': async ({ name }) =>
      become(name, 'changed', failure(DECLARED_ERRORS.changed, `The plugin ${name} was closed.`)),
    async 'plugins.check'({ file }) {
      const found = list.find((one) => one.file === file)
      const problems = found?.problems ?? []
      const fine = problems.length === 0
      const manifest = fine ? (found?.manifest ?? null) : null
      return ok({ ok: fine, file, problems, manifest, digest: fine ? DIGEST : null })
    },
    'plugins.draft': async ({ name, language }) =>
      ok({
        folder: FOLDERS.external,
        files: pluginFiles(name, language).map((one) => ({
          path: `${FOLDERS.external}/${one.name}`,
          text: one.text,
        })),
      }),
    'plugins.create': async ({ name, language }) =>
      ok({
        files: pluginFiles(name, language).map((one) => `${FOLDERS.external}/${one.name}`),
      }),
    'plugins.pack': async ({ file }) =>
      ok({
        archive: 'word_count-1.2.0.tar.gz',
        name: file,
        version: '1.2.0',
        digest: DIGEST,
        content: '',
      }),
  }
}
