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
import { connectLive } from '../state/live/connect.ts'
import { confirmingBridge } from '../state/relaxation.ts'
import { App } from './app.tsx'
import { ApprovalWindow } from './approval-window.tsx'
import { applyAppearance } from './apply-appearance.ts'
import { useHashLocation } from './use-hash-location.ts'

const root = document.getElementById('root')
if (root === null) throw new Error('main: no #root in the page')

const line = openLine(window)
const bridge = confirmingBridge(line.bridge)
applyAppearance(document.documentElement)
connectLive(line)
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
