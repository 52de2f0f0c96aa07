// The frame, and which screen is in it. The only place that knows more than one feature.
import { type ReactNode, useCallback, useEffect, useMemo, useState } from 'react'
import { Redirect, Route, Switch, useLocation } from 'wouter'
import type { Approval } from '../../contract/approval/approval.ts'
import type { CanonicalTouchOf } from '../../contract/call/touch.ts'
import type { CallId, RunId } from '../../contract/ids.ts'
import type { Bridge } from '../../contract/ipc/ipc.ts'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import { TOUR_AGENT } from '../../contract/agent/tour-steps.ts'
import { useBridge } from '../bridge/bridge-context.ts'
import { AllowHost } from '../features/approvals/card/allow-host.tsx'
import { ApprovalCard } from '../features/approvals/card/approval-card.tsx'
import { ApprovalsScreen } from '../features/approvals/approvals-screen.tsx'
import { FoundAgents } from '../features/agents/found-agents.tsx'
import { readNewestCalls } from '../features/audit/table/newest-calls.ts'
import { ChoosePreset } from '../features/first-run/choose-preset.tsx'
import { LocalModels } from '../features/first-run/local-models.tsx'
import { StartTour } from '../features/first-run/start-tour.tsx'
import { TourStrip } from '../features/first-run/tour-strip.tsx'
import { Welcome } from '../features/first-run/welcome.tsx'
import { ModelDialog } from '../features/model/model-dialog.tsx'
import { RunsScreen } from '../features/runs/runs-screen.tsx'
import { useLive } from '../state/live/live-store.ts'
import { useAppearance } from '../state/appearance.ts'
import { readTools, toolsRetained, toolsRevision } from '../state/tool-list.ts'
import { OpenTerminals, RunTerminals } from '../features/terminals/open-terminals.tsx'
import { FoundResultButton, ResultButton } from '../features/results/result-button.tsx'
import { UndoButton } from '../features/undo/undo-button.tsx'
import { Announcer } from './notices/announcer.tsx'
import { NotificationNotices } from './notices/notification-notices.tsx'
import { WithdrawnNotice } from './notices/withdrawn-notice.tsx'
import css from './app.module.css'
import { AgentsRoute } from './agents-route.tsx'
import { AuditRoute } from './audit-route.tsx'
import { Banners } from './frame/banners.tsx'
import { FleetRoute } from './fleet-route.tsx'
import { Prerender } from './prerender.tsx'
import { words } from './frame/frame-text.ts'
import { GuardDialog } from './frame/guard-chip.tsx'
import { keepFocus } from './keep-focus.ts'
import { lazyScreen } from './lazy-screen.tsx'
import { ResumeDialog } from './dialogs/resume-dialog.tsx'
import { RelaxDialog } from './dialogs/relax-dialog.tsx'
import { Palette } from './dialogs/palette.tsx'
import { PolicyRoute } from './policy-route.tsx'
import { Rail } from './frame/rail.tsx'
import { ScreenGuard } from './screen-guard.tsx'
import { ShortcutSheet } from './dialogs/shortcut-sheet.tsx'
import { SkipLink } from './frame/skip-link.tsx'
import { StatusStrip } from './frame/status-strip.tsx'
import { TopBar } from './frame/top-bar.tsx'
import { useGlobalKeys } from './use-global-keys.ts'
import { useHashSearch } from './use-hash-location.ts'
import { whenIdle } from './when-idle.ts'

const CapabilitiesScreen = lazyScreen(() =>
  import('../features/capabilities/capabilities-screen.tsx').then(
    (part) => part.CapabilitiesScreen,
  ),
)
const SchedulesScreen = lazyScreen(() =>
  import('../features/schedules/schedules-screen.tsx').then((part) => part.SchedulesScreen),
)
const ServersScreen = lazyScreen(() =>
  import('../features/servers/servers-screen.tsx').then((part) => part.ServersScreen),
)
const RecordsScreen = lazyScreen(() =>
  import('../features/records/records-screen.tsx').then((part) => part.RecordsScreen),
)
const SettingsScreen = lazyScreen(() =>
  import('../features/settings/settings-screen.tsx').then((part) => part.SettingsScreen),
)

/**
 * Gets the screens with the large lists ready, and what they begin with. What cannot be had now is
 * asked for again when it is opened.
 */
async function loadLists(bridge: Bridge): Promise<void> {
  const { epoch } = useLive.getState()
  const code = [AuditRoute, CapabilitiesScreen].map(({ load }) => load().catch(() => null))
  await Promise.all([...code, readNewestCalls(bridge, epoch)])
  const live = useLive.getState()
  // A message field that completes names of tools has read them already.
  if (toolsRetained(bridge).get(live.epoch) === null)
    await readTools(bridge, live.epoch, toolsRevision(live))
}

/** Then the others, one after another. */
async function loadOthers(): Promise<void> {
  for (const { load } of [
    AgentsRoute,
    SchedulesScreen,
    PolicyRoute,
    RecordsScreen,
    ServersScreen,
    SettingsScreen,
  ])
    await load().catch(() => null)
}

const renderApproval = (approval: Approval) => (
  <ApprovalCard key={approval.id} approval={approval} location="transcript" />
)

/** To be read only; `ended` where no approval says how it ended. */
const renderPast = (approval: Approval, ended: ReactNode) => (
  <ApprovalCard
    key={approval.id}
    approval={approval}
    location="transcript"
    readOnly
    ended={ended}
  />
)

const renderUndo = (callId: CallId, again: boolean) => (
  <UndoButton key={callId} callId={callId} again={again} />
)
const renderCall = {
  approval: renderApproval,
  undo: (callId: CallId) => <UndoButton callId={callId} quiet />,
  result: (runId: RunId, callId: CallId, tool: string, chars: number) => (
    <ResultButton runId={runId} callId={callId} tool={tool} chars={chars} />
  ),
  allowHost: (touch: CanonicalTouchOf<'net.fetch'>) => <AllowHost touch={touch} />,
}

const renderResult = (runId: RunId, callId: CallId) => (
  <FoundResultButton key={callId} runId={runId} callId={callId} />
)

const itemNumber = (text: string | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null

export function App() {
  const [location, navigate] = useLocation()
  const search = useHashSearch()
  const folded = useAppearance((appearance) => appearance.sidebarCollapsed)
  useGlobalKeys(navigate)
  const bridge = useBridge()
  useEffect(() => keepFocus(document), [])
  const [loaded, setLoaded] = useState(false)
  useEffect(() => {
    const load = async (): Promise<void> => {
      await loadLists(bridge)
      setLoaded(true)
      await loadOthers()
    }
    return whenIdle(() => void load())
  }, [bridge])
  const toRun = useCallback(
    (id: string | null, item?: number) =>
      navigate(id === null ? '/runs' : item === undefined ? `/runs/${id}` : `/runs/${id}/${item}`),
    [navigate],
  )
  const slots = useMemo(
    () => ({
      ...renderCall,
      welcome: () => <Welcome open={toRun} agents={<FoundAgents />} />,
      terminals: (run: Run) => <RunTerminals key={run.id} runId={run.id} />,
      tour: (run: Run, items: readonly RunItem[]) =>
        run.agent === TOUR_AGENT ? (
          <TourStrip key={run.id} run={run} items={items} leave={() => toRun(null)} />
        ) : null,
    }),
    [toRun],
  )
  const settingsSlots = useMemo(
    () => ({
      models: () => <LocalModels />,
      presets: () => <ChoosePreset />,
      tour: () => <StartTour open={toRun} folder />,
    }),
    [toRun],
  )
  const suggestionPaths = useMemo(
    () => ({
      openAgent: (name: string) => navigate(`/agents/own/${encodeURIComponent(name)}`),
      openRules: () => navigate('/policy/rules'),
    }),
    [navigate],
  )
  const toApproval = useCallback(
    (id: string | null) => navigate(id === null ? '/approvals' : `/approvals/${id}`),
    [navigate],
  )
  const toTool = useCallback(
    (name: string | null) => navigate(name === null ? '/capabilities' : `/capabilities/${name}`),
    [navigate],
  )

  return (
    <div className={css.frame}>
      <div className={css.app} data-folded={folded}>
        <SkipLink />
        <TopBar />
        <Rail location={location} />
        <main className={css.middle} data-region={words.main} tabIndex={-1} aria-label={words.main}>
          <Banners />
          <WithdrawnNotice />
          <NotificationNotices />
          <div className={css.main}>
            <ScreenGuard key={location.split('/')[1] ?? ''}>
              <Switch>
                <Route path="/runs/:id?/:item?">
                  {({ id, item }) => (
                    <RunsScreen
                      selectedId={id ?? null}
                      at={itemNumber(item)}
                      onSelect={toRun}
                      slots={slots}
                    />
                  )}
                </Route>
                <Route path="/approvals/:id?">
                  {({ id }) => (
                    <ApprovalsScreen
                      selectedId={id ?? null}
                      onSelect={toApproval}
                      renderUndo={renderCall.undo}
                    />
                  )}
                </Route>
                <Route path="/capabilities/:name?">
                  {({ name }) => <CapabilitiesScreen selected={name ?? null} onSelect={toTool} />}
                </Route>
                <Route path="/agents/*?">
                  <AgentsRoute
                    path={location.slice('/agents'.length)}
                    terminals={<OpenTerminals />}
                    onGo={navigate}
                    openRun={toRun}
                  />
                </Route>
                <Route path="/schedules">
                  <SchedulesScreen openRun={toRun} />
                </Route>
                {/* Where they stood in earlier versions. */}
                <Route path="/servers/clients">
                  <Redirect to="/agents" replace />
                </Route>
                <Route path="/servers/*?">
                  <ServersScreen
                    path={(search === '' ? location : `${location}?${search}`).slice(
                      '/servers'.length,
                    )}
                    onGo={navigate}
                    onTool={toTool}
                  />
                </Route>
                <Route path="/policy/:part?">
                  {({ part }) => <PolicyRoute part={part ?? null} onGo={navigate} />}
                </Route>
                <Route path="/records/:kind?">
                  {({ kind }) => (
                    <RecordsScreen
                      kind={kind ?? null}
                      paths={suggestionPaths}
                      onKind={(next) => navigate(`/records/${next}`)}
                    />
                  )}
                </Route>
                <Route path="/audit">
                  <AuditRoute
                    renderUndo={renderUndo}
                    renderCard={renderPast}
                    renderResult={renderResult}
                  />
                </Route>
                <Route path="/fleet/:view?">
                  {({ view }) => (
                    <FleetRoute view={view ?? null} onGo={navigate} renderCard={renderPast} />
                  )}
                </Route>
                <Route path="/settings/:part?">
                  {({ part }) => (
                    <SettingsScreen part={part ?? null} slots={settingsSlots} onGo={navigate} />
                  )}
                </Route>
                <Route>
                  <Redirect to="/runs" replace />
                </Route>
              </Switch>
            </ScreenGuard>
            {loaded ? (
              <Prerender>
                <AuditRoute
                  renderUndo={renderUndo}
                  renderCard={renderPast}
                  renderResult={renderResult}
                />
                <CapabilitiesScreen selected={null} onSelect={toTool} />
              </Prerender>
            ) : null}
          </div>
        </main>
        <StatusStrip />
        <Announcer />
        <Palette />
        <ShortcutSheet />
        <ResumeDialog />
        <GuardDialog />
        <ModelDialog />
        <RelaxDialog />
      </div>
    </div>
  )
}
