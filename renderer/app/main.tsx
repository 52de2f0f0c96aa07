// The entry of the window: bridge, live store, React. Joins, and holds nothing.
import '../bridge/no-code-at-run-time.ts'
import { CSPProvider } from '@base-ui/react/csp-provider'
import { StrictMode } from 'react'
import { createRoot } from 'react-dom/client'
import { Router } from 'wouter'
import '../theme/fonts.css'
import '../theme/tokens.css'
import '../theme/base.css'
import { BridgeProvider } from '../bridge/bridge-context.ts'
import { openLine } from '../bridge/bridge.ts'
import { hasAgentDraft } from '../state/agent-drafts.ts'
import { connectLive } from '../state/live/connect.ts'
import { showReturning } from '../state/page-return.ts'
import { putBy, takeBack } from '../state/put-by.ts'
import { confirmingBridge } from '../state/relaxation.ts'
import { followTypedFields } from '../state/typed-fields.ts'
import { App } from './app.tsx'
import { ApprovalWindow } from './approval-window.tsx'
import { applyAppearance } from './apply-appearance.ts'
import { useHashLocation } from './use-hash-location.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('main: no #root in the page')

const typed = followTypedFields(document)
// What cannot be put by keeps this page as it is until its person says otherwise.
const wouldLose = (): boolean => typed.wouldLose() || hasAgentDraft()
takeBack(window.sessionStorage)
const line = openLine(window, { wouldLose, putBy: () => putBy(window.sessionStorage) })
const bridge = confirmingBridge(line.bridge)
applyAppearance(document.documentElement)
connectLive(line)
if (line.pageReturn !== null) showReturning(line.pageReturn)
createRoot(root).render(
  <StrictMode>
    <CSPProvider disableStyleElements>
      <BridgeProvider value={bridge}>
        <Router hook={useHashLocation}>
          {location.hash.startsWith('#/approval-window') ? <ApprovalWindow /> : <App />}
        </Router>
      </BridgeProvider>
    </CSPProvider>
  </StrictMode>,
)
