// Which screen is in the frame, and what leads from one to another. With the parts that it lends, the
// only place that knows more than one feature.
import { useCallback, useMemo } from 'react'
import { Redirect, Route, Switch } from 'wouter'
import type { Run, RunItem } from '../../contract/agent/run.ts'
import { TOUR_AGENT } from '../../contract/agent/tour-steps.ts'
import { ApprovalsScreen } from '../features/approvals/approvals-screen.tsx'
import { FoundAgents } from '../features/agents/found-agents.tsx'
import { ChoosePreset } from '../features/first-run/choose-preset.tsx'
import { LocalModels } from '../features/first-run/local-models.tsx'
import { StartTour } from '../features/first-run/start-tour.tsx'
import { TourStrip } from '../features/first-run/tour-strip.tsx'
import { Welcome } from '../features/first-run/welcome.tsx'
import { RunsScreen } from '../features/runs/runs-screen.tsx'
import { OpenTerminals, RunTerminals } from '../features/terminals/open-terminals.tsx'
import { AgentsRoute } from './agents-route.tsx'
import { AuditRoute } from './audit-route.tsx'
import { FleetRoute } from './fleet-route.tsx'
import {
  CapabilitiesScreen,
  RecordsScreen,
  SchedulesScreen,
  ServersScreen,
  SettingsScreen,
  useScreensLoaded,
} from './lazy-screens.ts'
import { renderCall, renderPast, renderResult, renderUndo } from './render-slots.tsx'
import { PolicyRoute } from './policy-route.tsx'
import { Prerender } from './prerender.tsx'
import { ScreenGuard } from './screen-guard.tsx'
import { useHashSearch } from './use-hash-location.ts'

const itemNumber = (text: string | undefined): number | null =>
  /^\d{1,9}$/.test(text ?? '') ? Number(text) : null

type Props = { readonly location: string; navigate(path: string): void }

export function ScreenSwitch({ location, navigate }: Props) {
  const search = useHashSearch()
  const loaded = useScreensLoaded()
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
    <>
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
              path={(search === '' ? location : `${location}?${search}`).slice('/servers'.length)}
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
          <AuditRoute renderUndo={renderUndo} renderCard={renderPast} renderResult={renderResult} />
          <CapabilitiesScreen selected={null} onSelect={toTool} />
        </Prerender>
      ) : null}
    </>
  )
}
