// What a host says when it opens Gatehouse, and what it gets.
import type { AppState } from '../../contract/ipc/app-state.ts'
import type { OsPermission } from '../../contract/call/manifest.ts'
import type { CallResult } from '../../contract/call/call.ts'
import type { Failure } from '../../contract/failure.ts'
import type { ToolCall } from '../pipeline/tool-call.ts'
import type { AppPaths } from '../config/paths.ts'
import type { PermissionState } from '../policy/missing-requirements.ts'
import type { IpcRouter } from '../ipc/serve.ts'
import type { SystemProof } from '../approvals/step-up.ts'
import type { SystemStore } from '../secrets/system-store.ts'
import type { App } from '../host/app.ts'
import type { UpdateSource } from '../../contract/desktop/update.ts'
import type { ReturningPages } from '../pages/returning-pages.ts'
import type { Clock } from './clock.ts'

export type AppOptions = {
  readonly host: AppState['host']
  readonly paths: AppPaths
  readonly version: string
  /** The keychain of the desktop, where the host has one. */
  readonly systemStore?: SystemStore
  /** What the system lets this app do, where the host can tell; left out: nobody knows. */
  readonly systemPermission?: (permission: OsPermission) => PermissionState
  /** Left out: the machine's own. */
  readonly clock?: Clock
  /** Only to be asked: nothing is written to the journal, so nothing can run. */
  readonly queryOnly?: boolean
  /**
   * How long a model server of this machine may take to say its models; left out: the usual three
   * seconds.
   */
  readonly modelWaitMs?: number
  /** Of the gateway's HTTP endpoint; left out: the usual one. */
  readonly gatewayPort?: number | null
  /** Of the endpoint of webhooks; left out: the usual one. */
  readonly webhookPort?: number | null
  /** Opens the person's browser for a sign-in; left out: by the system's own program. */
  readonly browse?: (address: string) => Promise<void>
  /** The system's own dialog for a folder, beginning at one; left out: there is none. */
  readonly pickFolder?: (from: string) => Promise<string | null>
  /**
   * Every call is refused and nothing is started, because the data folder cannot be used; `fault`
   * says so wherever the journal's is said.
   */
  readonly safe?: SafeMode
  /** A new one-time address of the window in a browser; left out: there is none. */
  readonly newLink?: () => string | null
  /** Ends every page of the window in a browser, and how many there were; left out: there is none. */
  readonly closePages?: () => { readonly pages: number; readonly port: number } | null
  /** Touch ID of the desktop; left out: there is none. */
  readonly touchId?: Omit<SystemProof, 'on'>
  /** Where updates come from, or in which other way; left out: the way it was installed. */
  readonly updates?: UpdateSource | string
  /** Called when an app with a window wants to take this one's place; left out: this one stays. */
  readonly yieldInstance?: () => void
}

export type SafeMode = {
  readonly refuse: (call: ToolCall) => Promise<CallResult>
  readonly barred: () => Failure | null
  /** Serves only what neither changes nor hides anything. */
  readonly router: (router: IpcRouter) => IpcRouter
  readonly fault: string
}

/** `busy`: clients of the gateway are there, or their calls wait for a person. */
export type OpenedApp = App & {
  readonly gateway: { busy(): boolean; url(): string | null }
  readonly pages: ReturningPages
  /**
   * A fault that nobody caught, without secrets; its row is written where that is possible. Never
   * rejects.
   */
  readonly noted: (fault: unknown) => Promise<string>
}
