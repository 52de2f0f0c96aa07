// A small working Gatehouse in memory, behind the IPC table: for driving the window without a main
// process. Its gate is a toy (writing and running ask, reading does not). It proves screens, never
// safety.
import './no-jit.ts'
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { Approval, ApprovalAnswer } from '../../contract/approval/approval.ts'
import type { CallState, Route } from '../../contract/call/call.ts'
import type { PanelEvent } from '../../contract/ipc/event.ts'
import type { Failure } from '../../contract/failure.ts'
import type { RunId } from '../../contract/ids.ts'
import type { Bridge, Handlers, IpcChannel } from '../../contract/ipc/ipc.ts'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import { team } from './bridge-team.ts'
import { bridgeTree, rootRuns } from './bridge-tree.ts'
import { anyRow, appAtStart, approval, callId, decision, report, runId } from './bridge-data.ts'
import { fakeFirstRun } from './bridge-first-run.ts'
import { aRehearsal } from './bridge-rehearsal.ts'
import { ended, putHistory } from './bridge-history.ts'
import { fakeAudit } from './bridge-audit.ts'
import { openFakeJournal } from './bridge-journal.ts'
import { readTask, type Task } from './bridge-task.ts'
import { fakeStepUp } from './bridge-step-up.ts'
import { fakeUpdates } from './bridge-updates.ts'
import { suggesting } from './bridge-suggestion.ts'
import { terminalOnly } from './bridge-terminal-only.ts'
import { fakeConfig } from './bridge-config.ts'
import { fakeServers } from './bridge-servers.ts'
import { fakeRest } from './bridge-rest.ts'
import { fakeOwnAgents, type StartRun } from './bridge-own-agents.ts'
import { fakePolicy } from './bridge-policy.ts'
import { fakeEmergencyStop } from './bridge-emergency-stop.ts'
import {
  attachedReads,
  blankRun,
  fakePaths,
  longHistory,
  pageOf,
  searchRuns,
  totalsOf,
} from './bridge-runs.ts'
import { fault, fine, isNo, pause } from './bridge-answers.ts'
import { fakeResult } from './bridge-results.ts'
import { fakeRunAgain } from './bridge-run-again.ts'
import { fakeUndo } from './bridge-undo.ts'
import { manyHeld } from './bridge-many.ts'
import type { FakeBridge, FakeOptions } from './bridge-options.ts'
import { samples } from './bridge-samples.ts'
import { pricedApp } from './bridge-prices.ts'
import { fakeTools } from './bridge-tools.ts'

export function fakeBridge(options: FakeOptions = {}): FakeBridge {
  const {
    held = false,
    journalRows = 0,
    runs: withRuns = false,
    secured = false,
    broken: brokenStore = false,
    conflicts = false,
    many = 0,
  } = options
  const listeners = new Set<(event: PanelEvent | null) => void>()
  const broken = new Map<IpcChannel, Failure>()
  const runs = new Map<RunId, Run>()
  const items = new Map<RunId, RunItem[]>()
  const approvals = new Map<string, Approval>()
  const waiting = new Map<string, (answer: ApprovalAnswer | 'cancelled') => void>()
  const stopped = new Set<string>()
  let app = appAtStart
  let next = 1

  const send = (event: PanelEvent | null): void => {
    for (const listener of listeners) listener(event)
  }
  const journal = openFakeJournal(journalRows, (seq, rows) => {
    app = { ...app, journal: { ...app.journal, rows } }
    send({ kind: 'journal-grew', seq, rows })
  })
  const changeApp = (change: Partial<AppState>): AppState => {
    const pending = [...approvals.values()].filter(({ state }) => state === 'pending').length
    app = { ...app, ...change, held: pending }
    send({ kind: 'app-changed', app })
    return app
  }
  app = { ...app, journal: { ...app.journal, rows: journal.rows().length } }

  const putRun = (id: RunId, change: Partial<Run>): Run => {
    const before = runs.get(id) ?? blankRun(id)
    const run = { ...before, ...change, updatedAt: Date.now() }
    runs.set(id, run)
    send({ kind: 'run-changed', run })
    return run
  }
  const put = (id: RunId, item: RunItem): void => {
    const list = items.get(id) ?? []
    const at = list.findIndex((other) => other.id === item.id)
    items.set(id, at < 0 ? [...list, item] : list.with(at, item))
    send({ kind: 'item-put', runId: id, item })
  }
  const nextItem = (id: RunId): { id: number; at: number } => ({
    id: (items.get(id)?.at(-1)?.id ?? 0) + 1,
    at: Date.now(),
  })

  const close = (
    id: string,
    state: Approval['state'],
    answer: ApprovalAnswer | null,
  ): Approval | null => {
    const before = approvals.get(id)
    if (before === undefined || before.state !== 'pending') return null
    const after: Approval = {
      ...before,
      state,
      answer,
      answeredAt: Date.now(),
      answeredOn: answer === null ? null : 'browser',
    }
    approvals.set(id, after)
    send({ kind: 'approval-closed', approval: after })
    changeApp({})
    waiting.get(id)?.(state === 'cancelled' ? 'cancelled' : (answer ?? 'deny-once'))
    waiting.delete(id)
    return after
  }

  const say = async (id: RunId, text: string): Promise<void> => {
    const base = nextItem(id)
    put(id, { kind: 'assistant', ...base, text: '', streaming: true })
    for (const word of text.split(/(?<= )/)) {
      await pause(12)
      send({ kind: 'text-added', runId: id, itemId: base.id, delta: word })
    }
    put(id, { kind: 'assistant', ...base, text, streaming: false })
  }

  const call = async (id: RunId, task: Extract<Task, { kind: 'call' }>): Promise<void> => {
    const n = (next += 1)
    const item = (state: CallState): RunItem => ({
      kind: 'call',
      ...base,
      callId: callId(n),
      modelCallId: `toy_${n}`,
      tool: task.tool,
      args: task.args,
      state,
    })
    const base = nextItem(id)
    const word = task.stop ? 'deny' : task.asks ? 'confirm' : 'allow'
    const evaluated = {
      ...decision(task.tier, word, task.touches, task.reasons),
      ...(task.stop ? { by: { kind: 'stop' as const, id: 'credentials' } } : {}),
    }
    put(id, item({ kind: 'deciding' }))
    journal.decided(callId(n), id, task.tool, task.args, evaluated)
    if (task.stop)
      return put(
        id,
        item({
          kind: 'ended',
          result: ended(n, evaluated, 'denied', 'policy', task.reasons[0] ?? ''),
        }),
      )
    let route: Route = 'policy'
    if (task.asks) {
      const ask = approval(n, {
        tool: task.tool,
        title: task.title,
        decision: evaluated,
        args: task.args,
        previews: [...task.previews],
        runId: id,
        createdAt: Date.now(),
        expiresAt: Date.now() + app.approvalTimeoutSeconds * 1000,
      })
      approvals.set(ask.id, ask)
      put(id, item({ kind: 'held', approvalId: ask.id, decision: evaluated }))
      putRun(id, { state: 'waiting' })
      send({ kind: 'approval-opened', approval: ask })
      changeApp({})
      const expiry = setTimeout(() => close(ask.id, 'expired', null), ask.expiresAt - Date.now())
      const answer = await new Promise<ApprovalAnswer | 'cancelled'>((resolve) =>
        waiting.set(ask.id, resolve),
      )
      clearTimeout(expiry)
      if (answer === 'cancelled')
        return put(
          id,
          item({
            kind: 'ended',
            result: ended(n, evaluated, 'cancelled', 'cancelled', 'Stopped by the person.'),
          }),
        )
      const timedOut = approvals.get(ask.id)?.state === 'expired'
      if (isNo(answer)) {
        return put(
          id,
          item({
            kind: 'ended',
            result: ended(
              n,
              evaluated,
              'denied',
              timedOut ? 'time-out' : 'person',
              timedOut
                ? 'Nobody answered in time, so this call was denied.'
                : 'The person denied this call.',
            ),
          }),
        )
      }
      route = 'person'
      putRun(id, { state: 'working' })
    }
    put(id, item({ kind: 'running', decision: evaluated }))
    for (const line of task.output) {
      await pause(60)
      if (stopped.has(callId(n)))
        return put(
          id,
          item({
            kind: 'ended',
            result: ended(n, evaluated, 'cancelled', route, 'Stopped by the person.'),
          }),
        )
      send({
        kind: 'output-added',
        runId: id,
        callId: callId(n),
        stream: 'stdout',
        text: `${line}\n`,
      })
    }
    const result = ended(n, evaluated, 'done', route, task.result)
    put(id, item({ kind: 'ended', result }))
    journal.finished(callId(n), task.tool, route, evaluated)
  }

  const work = async (id: RunId, text: string, attach: readonly string[] = []): Promise<void> => {
    putRun(id, { state: 'working' })
    put(id, {
      kind: 'user',
      ...nextItem(id),
      text,
      ...(attach.length === 0 ? {} : { attached: [...attach] }),
    })
    for (const item of attachedReads(attach, () => (next += 1), nextItem(id))) put(id, item)
    const task = readTask(text)
    if (task.kind === 'call') await call(id, task)
    if (runs.get(id)?.state === 'stopped') return
    await say(id, task.kind === 'call' ? 'Done.' : task.text)
    putRun(id, { state: 'idle', steps: (runs.get(id)?.steps ?? 0) + 1 })
  }

  const toolbox = fakeTools(options.moreTools ?? 0, {
    secured,
    journal,
    hidden: () => app.guard.hidden,
    changed: () =>
      journal.append({ kind: 'policy', change: 'changed', policyHash: app.policyHash, text: '' }),
  })

  const policy = fakePolicy(journal, () => app, options, changeApp)
  const startRun: StartRun = (title, agent, text, attach) => {
    const run = putRun(runId((next += 1)), { title, agent, state: 'working' })
    void work(run.id, text, attach)
    return run
  }
  const handlers: Handlers = {
    ...fakeRest(options, secured, brokenStore),
    ...fakeOwnAgents(toolbox.listings, startRun),
    'app.state': async () => fine(app),
    'app.running': async () => fault('ipc.surface', 'Only commands ask this.'),
    'app.link': async () => fault('app.no-link', 'There is no link here.'),
    'app.close-pages': async () => fault('app.no-link', 'There is no page here.'),
    ...fakeConfig({ secured, app: () => app, changeApp, toolbox }),
    'model.set-key': async ({ key }) =>
      fine(changeApp({ model: { ...app.model, keySet: key !== '' } })),
    'model.list': async () => fine({ models: ['claude-fable-6', 'claude-sonnet-5'] }),
    'model.check': async ({ draft }) => {
      await pause(300)
      if (draft !== undefined) return fine({ text: 'ready', durationMs: 116 })
      return app.model.provider === 'manual'
        ? fine({ text: 'You are there.', durationMs: 0.4 })
        : fault(
            'model.refused',
            'Nothing answers at this address.',
            'Start the model server, or correct the base URL.',
          )
    },
    ...fakeEmergencyStop({
      secured,
      changeApp,
      denyAll: () =>
        [...approvals.values()]
          .filter(({ state }) => state === 'pending')
          .map(({ id }) => close(id, 'denied', 'deny-once')).length,
    }),
    ...fakeUndo(conflicts),
    ...fakeFirstRun({
      models: options.models ?? 'none',
      runs: () => [...runs.values()],
      start: startRun,
      send: (id, text) => {
        void work(id, text)
        return putRun(id, { state: 'working' })
      },
    }),
    'runs.list': async ({ limit, agent }) =>
      fine(
        (agent === undefined
          ? rootRuns(runs)
          : [...runs.values()].filter((run) => run.agent === agent)
        ).slice(0, limit),
      ),
    'runs.get': async ({ id, limit }) => {
      const run = runs.get(id)
      return run === undefined
        ? fault('run.unknown', 'This run does not exist.')
        : fine({
            run,
            ...pageOf(items.get(id) ?? [], undefined, limit ?? 200),
            branches: [...runs.values()].filter(({ from }) => from?.run === id),
          })
    },
    'runs.start': async ({ text, attach }) =>
      fine(startRun(text.slice(0, 60), 'assistant', text, attach)),
    'runs.send': async ({ id, text, attach }) => {
      void work(id, text, attach)
      return fine(putRun(id, { state: 'working' }))
    },
    'runs.items': async ({ id, before, limit }) => fine(pageOf(items.get(id) ?? [], before, limit)),
    'runs.result': async ({ id, callId: of, ...page }) =>
      fine(fakeResult(items.get(id) ?? [], of, page)),
    'runs.search': async ({ text, limit }) =>
      fine(searchRuns([...runs.values()], (id) => items.get(id) ?? [], text).slice(0, limit)),
    'runs.capture': async ({ id }) => ({
      ok: false,
      error: { code: 'audit.nothing', text: `The journal has no row of ${id}.` },
    }),
    'runs.replay': async (script) => fine(script),
    'runs.totals': async () => fine(totalsOf([...runs.values()])),
    'workspace.recent': async () =>
      fine(
        options.runs === true
          ? [
              '/home/ada/book',
              '/home/ada/projects/a very long name of a folder/that goes on/and on/until it does not fit/into one line',
            ]
          : [],
      ),
    ...fakeUpdates(options.updates, send),
    'workspace.pick': async () =>
      fault(
        'workspace.no-dialog',
        'No system dialog for folders is available here.',
        'Type the path instead.',
      ),
    'workspace.paths': async ({ text, limit }) => fine(fakePaths(text, limit)),
    'runs.branch': async ({ id, item, text, attach }) => {
      const old = runs.get(id)
      if (old === undefined) return fault('run.unknown', 'This run does not exist.')
      const run = putRun(runId((next += 1)), {
        title: old.title,
        state: 'working',
        from: { run: id, item },
      })
      items.set(
        run.id,
        (items.get(id) ?? []).filter((each) => each.id < item),
      )
      void work(run.id, text, attach)
      return fine(run)
    },
    'runs.rename': async ({ id, title }) => fine(putRun(id, { title })),
    'runs.remove': async ({ id }) => {
      const gone = runs.get(id)
      const removed = [...runs.values()]
        .filter(({ session }) => session === gone?.session)
        .map((run) => run.id)
      if (
        [...approvals.values()].some(
          (each) => each.runId !== null && removed.includes(each.runId) && each.state === 'pending',
        )
      )
        return fault('run.held', 'A call of this run or of one of its versions is still pending.')
      for (const each of removed) {
        runs.delete(each)
        items.delete(each)
        send({ kind: 'run-removed', runId: each })
      }
      return fine({ removed })
    },
    'runs.stop-call': async ({ id, callId: of }) => {
      const item = (items.get(id) ?? []).find((each) => each.kind === 'call' && each.callId === of)
      if (item?.kind !== 'call') return fault('run.no-call', 'This call does not run any more.')
      for (const each of approvals.values())
        if (each.callId === of) close(each.id, 'cancelled', null)
      stopped.add(of)
      return fine(putRun(id, {}))
    },
    ...bridgeTree({ runs, approvals, close, putRun }),
    'runs.resume': async ({ id }) => {
      void say(id, 'Going on.').then(() => putRun(id, { state: 'idle' }))
      return fine(putRun(id, { state: 'working' }))
    },
    'approvals.list': async ({ states, limit, before = Infinity }) =>
      fine(
        [...approvals.values()]
          .filter(({ state, createdAt }) => states.includes(state) && createdAt < before)
          .sort((a, b) => b.createdAt - a.createdAt)
          .slice(0, limit),
      ),
    'approvals.get': async ({ id }) => {
      const found = approvals.get(id)
      return found === undefined
        ? fault('approval.unknown', 'There is no such held call.')
        : fine(found)
    },
    'approvals.rehearse': async ({ id, opened }) => {
      // As a call that costs too much to be tried unasked.
      const shown = approvals.get(id)
      if (opened === true && shown !== undefined) return fine(shown)
      const found = approvals.get(id)
      if (found === undefined) return fault('approval.unknown', 'There is no such held call.')
      await pause(400)
      if (options.weak === true)
        return fault(
          'rehearsal.weak',
          'Commands are not rehearsed here, because the sandbox is incomplete: the number of processes is not bounded.',
          'Run Gatehouse as an ordinary user.',
        )
      const rehearsed = { ...found, rehearsal: { ...aRehearsal, at: Date.now() } }
      approvals.set(id, rehearsed)
      send({ kind: 'approval-changed', approval: rehearsed })
      return fine(rehearsed)
    },
    ...fakeRunAgain(approvals, send, (id) => close(id, 'cancelled', 'deny-once')),
    'approvals.answer': async ({ id, answer, proof, word, args }) => {
      const asked = approvals.get(id)
      if (
        asked?.decision.stepUp === true &&
        !isNo(answer) &&
        proof?.kind === 'passphrase' &&
        proof.passphrase !== 'correct horse'
      )
        return fault('step-up.wrong', 'The passphrase is wrong.')
      if (asked !== undefined && args !== undefined) {
        const empty = Object.entries(args).find(([, value]) => value === '')
        if (empty !== undefined)
          return fault(
            'args.invalid',
            `The arguments of ${asked.tool} do not fit: ${empty[0]}: must not be empty.`,
            `It takes: ${Object.keys(asked.args).join(', ')}.`,
          )
        approvals.set(id, { ...asked, args, edited: asked.args })
      }
      if (asked !== undefined && word !== undefined) approvals.set(id, { ...asked, word })
      const closed = close(id, isNo(answer) ? 'denied' : 'approved', answer)
      return closed === null
        ? fault('approval.answered', 'This call was answered already.', 'Nothing was changed.')
        : fine(closed)
    },
    ...fakeStepUp(secured),
    ...fakeServers({
      secured,
      many: options.servers === true,
      asks: options.asks === true,
      send,
      attention: (attention) => void changeApp({ servers: { attention, questions: 0 } }),
    }),
    ...(options.suggestion === true ? suggesting : {}),
    ...toolbox.handlers,
    ...policy,
    ...terminalOnly,
    'audit.page': async ({ before, limit, filter }) =>
      fine(journal.page(before, limit, { ...anyRow, ...filter })),
    ...fakeAudit({ ...journal, policy }),
    'audit.verify': async () => {
      await pause(250)
      const verification = journal.verify()
      changeApp({ journal: { ...app.journal, verification } })
      return fine(verification)
    },
    'doctor.report': async () => fine(report),
  }

  if (withRuns) putHistory(putRun, put)
  if (options.team === true) for (const run of team()) runs.set(run.id, run)
  if (options.longRun !== undefined)
    items.set(runId(1), longHistory(options.longRun, items.get(runId(1)) ?? []))
  if (held) for (const each of samples()) approvals.set(each.id, each)
  for (const each of manyHeld(many)) approvals.set(each.id, each)
  changeApp({ appearance: { ...app.appearance, ...options.check } })
  if (options.priced === true) changeApp(pricedApp(app))

  return {
    // One entry of the table: the handler under a channel's name takes that channel's input.
    call: (async (channel: IpcChannel, input: never) => {
      await pause(1)
      const error = broken.get(channel)
      return error === undefined
        ? handlers[channel](input, { surface: 'browser' })
        : { ok: false, error }
    }) as Bridge['call'],
    subscribe(listener) {
      listeners.add(listener)
      return () => void listeners.delete(listener)
    },
    send,
    breakChannel: (channel, error) =>
      void (error === null ? broken.delete(channel) : broken.set(channel, error)),
    changeApp: (change) => void changeApp(change),
  }
}
