// The library @anthropic-ai/sandbox-runtime as the bench uses it: one workspace, no network.
import { SandboxManager } from '@anthropic-ai/sandbox-runtime'

export async function openLibrary(workspace: string) {
  await SandboxManager.initialize({
    network: { allowedDomains: [], deniedDomains: [] },
    filesystem: { denyRead: [], allowWrite: [workspace], denyWrite: [] },
  })
  return {
    /** A line for a shell that runs `command` in its sandbox. */
    wrap: (command: string): Promise<string> => SandboxManager.wrapWithSandbox(command),
    after: async (): Promise<void> => SandboxManager.cleanupAfterCommand(),
    close: (): Promise<void> => SandboxManager.reset(),
  }
}
