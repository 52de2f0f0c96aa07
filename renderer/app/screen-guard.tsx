// Keeps the frame standing when a screen throws: a person must still reach the guard and the
// approvals.
import { Component, type ReactNode } from 'react'
import { Button } from '../ui/button.tsx'
import { CodeLoadError } from '../ui/lazy.tsx'
import { EmptyState } from '../ui/panel.tsx'
import { strings } from './strings.ts'

type State = { readonly error: Error | null }

export class ScreenGuard extends Component<{ readonly children: ReactNode }, State> {
  override state: State = { error: null }

  static getDerivedStateFromError(error: unknown): State {
    return { error: error instanceof Error ? error : new Error(String(error)) }
  }

  override render(): ReactNode {
    if (this.state.error === null) return this.props.children
    return (
      <EmptyState title={strings.crashed}>
        <p>{strings.crashedText}</p>
        <p>
          <code>{this.state.error.message}</code>
        </p>
        <Button onClick={() => this.#reload()}>{strings.reload}</Button>
      </EmptyState>
    )
  }

  #reload(): void {
    if (this.state.error instanceof CodeLoadError) location.reload()
    else this.setState({ error: null })
  }
}
