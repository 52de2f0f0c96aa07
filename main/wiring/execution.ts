// Layer 3: what calls are carried out with. Credentials, the way out to the network, the redactor, the
// sandbox, external servers, the registry of tools, undo.
import { homedir } from 'node:os'
import { join } from 'node:path'
import { letGo } from '../../contract/let-go.ts'
import { HERE } from '../../contract/call/tool-source.ts'
import type { Services } from '../../contract/policy/config/services.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { toolsFor } from '../../tools/catalog.ts'
import { isListed } from '../egress/allowlist.ts'
import { reportText } from '../host/report-text.ts'
import { hookToolSource } from '../clients/hook/hook-tool-source.ts'
import { openCountedRows } from '../journal/counted-rows.ts'
import { canonicalJson } from '../../contract/json.ts'
import { modelRow } from './execution/model-row.ts'
import type { When } from '../journal/row-writer.ts'
import { openInstalledPrograms } from '../policy/installed-programs.ts'
import { toolAvailability } from '../policy/tool-availability.ts'
import { builtInSource, openRegistry } from '../registry/registry.ts'
import { toolRegistration } from '../plugins/registry/registration.ts'
import { strictSource } from '../plugins/registry/strict-source.ts'
import { openWriteNotes } from '../sandbox/files/write-notes.ts'
import { findBrowser } from '../browsing/find-browser.ts'
import { parseLine } from '../command/parse/parse.ts'
import { makeOwnFolder } from '../sandbox/linux/host-user.ts'
import { openMediaFolder } from '../reading/media-folder.ts'
import { openPageReader } from '../reading/page-reader.ts'
import { openTerminals } from '../terminals/terminals.ts'
import { openBrowsers } from '../browsing/browsers.ts'
import { openRunner } from '../sandbox/runner.ts'
import { openStager } from '../sandbox/staging/stage.ts'
import { recorderIn } from '../rehearsal/host-recorder.ts'
import { ripgrepIn } from '../sandbox/search/ripgrep.ts'
import { openSigningKeys } from '../secrets/signing-key.ts'
import { openSearcher } from '../sandbox/search/search.ts'
import { openUndo } from '../undo/undo.ts'
import { realWorkspace } from '../workspace/workspace.ts'
import type { AppOptions } from './app-options.ts'
import { clientFolders } from './execution/client-folders.ts'
import { openLineage } from './execution/lineage.ts'
import { wireAgents } from './clients/agent-sessions.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { missedFacts } from './execution/servers/missed-facts.ts'
import { openLiveOutput } from './execution/live-output.ts'
import { wireNetwork } from './execution/network.ts'
import { shownFacts, shownFault } from './execution/secrets.ts'
import { wirePlugins } from './execution/plugins.ts'
import { mountRules } from './execution/mount-rules.ts'
import { openAnswerCache } from '../plugins/run/answer-cache.ts'
import { mountedFiles } from '../plugins/run/mounted-files.ts'
import { wireRunPlugin } from './execution/run-plugin.ts'
import { wireServers } from './execution/servers/servers.ts'
import { memoize } from './memoize.ts'
import type { PolicyLayer } from './policy.ts'
import { hostsFor } from './policy/policy.ts'
import { sha256 } from './sha256.ts'
import type { Storage } from './storage.ts'

/** As its tool requires it: any of those that can be driven. */
const BROWSER = 'chromium'

export type Execution = Awaited<ReturnType<typeof openExecution>>

export async function openExecution(
  { host, paths, version, browse, systemStore, systemPermission }: AppOptions,
  { journal, tables, write }: Storage,
  {
    config,
    policy,
    own,
    workspacePath,
    workspace,
    resolvedWorkspace,
    stepUp,
    stop,
    bundles,
  }: PolicyLayer,
  { now }: Clock,
  events: Events,
) {
  const { changed } = events
  const runner = openRunner({
    stop: paths.stop,
    home: homedir(),
    workspace: workspacePath,
    ownStop: () => policy().everyStop,
    container: () => {
      const { runner: by, container } = config.current()
      return by === 'container' ? container : null
    },
    changed,
  })
  events.on('config-changed', runner.follow)
  const searcher = openSearcher({
    stop: paths.stop,
    home: homedir(),
    ownStop: () => policy().everyStop,
    prefilter: ripgrepIn(runner.start, join(paths.dataDir, 'search')),
  })
  // What a crash in the middle of a write left is removed before the first write of this start.
  const writeNotes = openWriteNotes(join(paths.dataDir, 'writes'))
  await writeNotes.cleanUp()
  const network = wireNetwork(config, {
    home: paths.home,
    system: systemStore ?? null,
    env: process.env,
    stepUp,
    now,
    changed,
    browse,
    modelFailed: (change, text) => {
      const entry = { ...modelRow(config.current().model, change), text }
      counted.note(`model ${change} ${entry.server} ${text}`, entry)
    },
  })
  const { credentials, outbound, redactor } = network
  const shown = shownFacts(redactor)
  events.on('fault', ({ fault }) => reportText(shownFault(redactor, fault)))
  const record = (entry: JournalEntry, when?: When) => write(shown.entry(entry), when)
  const counted = openCountedRows((entry) => record(entry, 'owed'), events.report)
  let selected = modelRow(config.current().model, 'selected')
  events.on('config-changed', () => {
    const set = modelRow(config.current().model, 'selected')
    if (canonicalJson(set) === canonicalJson(selected)) return
    selected = set
    record(set, 'owed').catch(events.report)
  })
  const servers = wireServers({
    version,
    record,
    runner,
    outbound,
    credentials,
    redactor,
    sha256,
    page: journal.page,
    table: tables.pins,
    browse,
    now,
    config: () => config.current().servers,
    cpuSeconds: () => config.current().limits.serverCpuSeconds,
    dataDir: paths.dataDir,
    socketFolder: paths.runDir,
    missedFacts: missedFacts({ stop: paths.stop, home: homedir(), own }),
    eager: host !== 'cli',
    barred: stop.barred,
    organisationPins: bundles.pins,
    changed: () => events.emit({ kind: 'servers-changed' }),
  })
  events.on('config-changed', () => {
    servers.follow()
    events.emit({ kind: 'servers-changed' })
  })
  const installed = openInstalledPrograms({
    path: () => process.env['PATH'] ?? '',
    now,
    platform: process.platform,
  })
  const browserProgram = (): string | null => findBrowser(process.env)
  const browsers = openBrowsers({ program: browserProgram, root: process.getuid?.() === 0 })
  const builtIn = strictSource(
    builtInSource(memoize((): [Services] => [config.current().services], toolsFor)),
    () => config.current().plugins.strict,
    toolRegistration(sha256),
  )
  const realRoot = (): string => realWorkspace(workspacePath())
  const plugins = await wirePlugins({
    config: config.current,
    policy,
    record,
    sha256,
    dataDir: paths.dataDir,
    workspace: realRoot,
    table: tables.pluginPins,
    page: journal.page,
    otherTools: () =>
      [...builtIn.offered(), ...servers.external()].map(({ tool }) => tool.manifest.name),
    changed: () => events.emit({ kind: 'servers-changed' }),
    broken: events.report,
  })
  events.on('config-changed', plugins.follow)
  const registry = openRegistry({
    sources: [
      builtIn,
      { kind: 'listed', execution: HERE, offered: servers.external },
      { kind: 'listed', execution: HERE, offered: plugins.offered },
      hookToolSource({
        folders: (client) => config.current().gateway.clients[client]?.folders ?? [],
        zoneIn: clientFolders({ stop: paths.stop, own, home: homedir() }),
        sha256,
      }),
    ],
    sha256,
    availability: toolAvailability({
      policy,
      workspace,
      sandboxWith: runner.enforced,
      isStored: (name) => credentials.known(name).ok,
      unusable: credentials.unusableAt,
      isInstalled: (name) => (name === BROWSER ? browserProgram() !== null : installed(name)),
      isListed: (listedHost, method) =>
        isListed(
          { protocol: 'https:', host: listedHost, port: 443 },
          hostsFor(config.current().allowlist.hosts, method),
        ),
      permission: systemPermission ?? (() => 'unknown'),
      platform: process.platform,
    }),
  })
  const lineage = openLineage(tables.runs)
  const terminals = openTerminals({
    start: runner.start,
    makeFolder: makeOwnFolder,
    folder: join(paths.dataDir, 'terminals'),
    workspace: () => realWorkspace(workspacePath()),
    isWhole: (line) => parseLine(line) !== null && !/<<|\\$/.test(line),
    now,
    changed,
  })
  const pluginRunner = wireRunPlugin({
    runner,
    outbound,
    allows: mountRules(resolvedWorkspace),
    dataDir: paths.dataDir,
    socketFolder: paths.runDir,
  })
  const undo = openUndo({
    folder: join(paths.dataDir, 'checkpoints'),
    table: tables.checkpoints,
    now,
  })
  const stager = openStager({
    runner,
    scratch: join(paths.dataDir, 'staged'),
    record: recorderIn(paths.runDir, outbound),
    ownStop: () => policy().everyStop,
  })
  const live = openLiveOutput(redactor, (callId, runId, stream, text) =>
    events.screens.send({ kind: 'output-added', runId, callId, stream, text }),
  )
  events.on('call-changed', ({ callId, state }) => {
    if (state.kind === 'ended') live.ended(callId)
  })
  runner.ready.then(changed, events.report)
  return {
    ...network,
    signingKeys: openSigningKeys({
      file: join(paths.dataDir, 'signing-key.json'),
      store: credentials.signingKey,
      now,
    }),
    shown,
    /** A row of the journal, every secret in it replaced. */
    record,
    /** Rows that are gathered where there would be too many. */
    counted,
    runner,
    searcher,
    writeNotes,
    servers,
    registry,
    builtIn,
    plugins,
    pluginDeps: {
      pluginTouch: plugins.touch,
      plugins: {
        ready: plugins.ready,
        run: pluginRunner.run,
        workspace: realRoot,
        answers: openAnswerCache({ files: mountedFiles, sha256 }),
      },
    },
    undo,
    stager,
    browsers,
    terminals,
    readPage: openPageReader(),
    media: openMediaFolder(join(paths.dataDir, 'media'), now),
    live,
    /** Which entry points of another agent are one session, and what each session has seen. */
    agents: wireAgents({
      sha256,
      now,
      runs: tables.runs,
      lineage,
      dataDir: paths.dataDir,
      // What an agent left running ends with its connection: nobody could reach it any more.
      over: (session) => letGo(terminals.endOf(session)),
    }),
    lineage,
    async dispose(): Promise<void> {
      credentials.google.dispose()
      await counted.dispose()
      plugins.dispose()
      pluginRunner.dispose()
      await servers.dispose()
      await stager.dispose()
      await browsers.dispose()
      await terminals.endAll()
      await outbound.dispose()
      await network.longTexts.end()
      await runner.dispose()
      await undo.dispose()
    },
  }
}
