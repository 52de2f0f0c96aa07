// Layer 3: what calls are carried out with. Credentials, the way out to the network, the redactor, the
// sandbox, external servers, the registry of tools, undo.
import { join } from 'node:path'
import { letGo } from '../../contract/let-go.ts'
import type { JournalEntry } from '../../contract/journal/journal.ts'
import { reportText } from '../host/report-text.ts'
import { openCountedRows } from '../journal/counted-rows.ts'
import { journalModels, modelRow } from './execution/model-row.ts'
import type { When } from '../journal/row-writer.ts'
import { openWriteNotes } from '../sandbox/files/write-notes.ts'
import { parseLine } from '../command/parse/parse.ts'
import { makeOwnFolder } from '../sandbox/linux/host-user.ts'
import { openMediaFolder } from '../reading/media-folder.ts'
import { openPageReader } from '../reading/page-reader.ts'
import { openTerminals } from '../terminals/terminals.ts'
import { openBrowsers } from '../browsing/browsers.ts'
import { openStager } from '../sandbox/staging/stage.ts'
import { recorderIn } from '../rehearsal/host-recorder.ts'
import { openSigningKeys } from '../secrets/signing-key.ts'
import { openUndo } from '../undo/undo.ts'
import { realWorkspace } from '../workspace/workspace.ts'
import type { AppOptions } from './app-options.ts'
import { openLineage } from './execution/lineage.ts'
import { wireAgents } from './clients/agent-sessions.ts'
import type { Clock } from './clock.ts'
import type { Events } from './events.ts'
import { openLiveOutput } from './execution/live-output.ts'
import { wireNetwork } from './execution/network.ts'
import { shownFacts, shownFault } from './execution/secrets.ts'
import { mountRules } from './execution/mount-rules.ts'
import { openAnswerCache } from '../plugins/run/answer-cache.ts'
import { mountedFiles } from '../plugins/run/mounted-files.ts'
import { wireRunPlugin } from './execution/run-plugin.ts'
import type { PolicyLayer } from './policy.ts'
import { sha256 } from './sha256.ts'
import type { Storage } from './storage.ts'
import { wireSandbox } from './execution/sandbox.ts'
import { browserProgram, wireToolRegistry } from './execution/tool-registry.ts'
import { wireToolSources } from './execution/tool-sources.ts'

export type Execution = Awaited<ReturnType<typeof openExecution>>

export async function openExecution(
  options: AppOptions,
  storage: Storage,
  policyLayer: PolicyLayer,
  clock: Clock,
  events: Events,
) {
  const { paths, browse, systemStore } = options
  const { tables, write } = storage
  const { config, policy, workspacePath, resolvedWorkspace, stepUp } = policyLayer
  const { now } = clock
  const { changed } = events
  const { runner, whenTried, searcher } = wireSandbox(options, policyLayer, events)
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
  const browsers = openBrowsers({ program: browserProgram, root: process.getuid?.() === 0 })
  journalModels(config, record, events)
  const { servers, builtIn, plugins, realRoot } = await wireToolSources(
    options,
    storage,
    policyLayer,
    clock,
    events,
    { runner, record, credentials, outbound, redactor },
  )
  const registry = wireToolRegistry(options, policyLayer, clock, {
    builtIn,
    servers,
    plugins,
    runner,
    credentials,
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
    whenTried,
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
