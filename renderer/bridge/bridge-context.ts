// Hands the bridge to components, so that a screen can be driven by any bridge: the real one or a
// small fake.
import { createContext, useContext } from 'react'
import type { Bridge } from '../../contract/ipc/ipc.ts'

const BridgeContext = createContext<Bridge | null>(null)

export const BridgeProvider = BridgeContext.Provider

export function useBridge(): Bridge {
  const bridge = useContext(BridgeContext)
  if (bridge === null) throw new Error('useBridge: no BridgeProvider above this component')
  return bridge
}
