import type { Failure } from '../../../contract/failure.ts'
import type { Handlers } from '../../../contract/ipc/ipc.ts'
import { ok } from '../../../contract/result.ts'
import type { Result } from '../../../contract/result.ts'

export type WorkspaceService = {
  /** Paths of the workspace that fit what is being typed; folders end in a slash. */
  paths(
    text: string,
    limit: number,
  ): Promise<Result<{ readonly paths: readonly string[]; readonly more: boolean }, Failure>>
  /** Used before, newest first. */
  recent(): readonly string[]
  /** By the system's dialog; null when it was closed. */
  pick(): Promise<Result<string | null, Failure>>
}

export const workspaceHandlers = (
  workspace: WorkspaceService,
): Pick<Handlers, 'workspace.paths' | 'workspace.recent' | 'workspace.pick'> => ({
  'workspace.paths': async ({ text, limit }) => {
    const found = await workspace.paths(text, limit)
    return found.ok
      ? { ok: true, value: { paths: [...found.value.paths], more: found.value.more } }
      : found
  },
  'workspace.recent': async () => ok([...workspace.recent()]),
  'workspace.pick': async () => {
    const picked = await workspace.pick()
    return picked.ok ? ok({ path: picked.value }) : picked
  },
})
